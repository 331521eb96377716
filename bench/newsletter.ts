// A newsletter to many readers while others read the paper: how fast it goes, what the readers notice, and whether anybody
// gets it twice or not at all when the site is killed in the middle.
//   node bench/newsletter.ts                                     50,000 copies
//   node bench/newsletter.ts --copies 2000 --per-minute 6000
// The site with its PostgreSQL runs on the first core, readers and mail server on the second.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { Pool } from 'pg';
import { SMTPServer } from 'smtp-server';
import { ensureBuild } from '../src/build.ts';
import { runningPostgres } from '../src/platform/postgres/server.ts';
import { Client, taken } from '../test/client.ts';
import { fill } from './fill.ts';
import { readUntil } from './paced.ts';
import { choosePages, oneOf, warm } from './readers.ts';
import { chief, program, start } from './start.ts';
import { within } from './times.ts';

const { values } = parseArgs({
  options: {
    copies: { type: 'string', default: '50000' },
    'per-minute': { type: 'string', default: '6000' },
    /** Of the most pages a second that the site serves. */
    load: { type: 'string', default: '0.3' },
  },
});
const copies = Number(values.copies);
const root = join(import.meta.dirname, '..');

/** Counts the mails to each address. */
async function openCountingSink() {
  const mails = new Map<string, number>();
  let bytes = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, answer) => {
      stream.on('data', (chunk) => (bytes += chunk.length));
      stream.on('end', () => {
        for (const { address } of envelope.rcptTo) mails.set(address, (mails.get(address) ?? 0) + 1);
        answer();
      });
    },
  });
  server.on('error', () => undefined); // of connections that the killed site leaves
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo; // listens on TCP
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    size: () => Math.round(bytes / mails.size),
    close: () => server.close(),
  };
}

const megabytesOf = async (pid: number) =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);

await ensureBuild(root);
await promisify(execFile)('taskset', ['-acp', '1', String(process.pid)]);
const folder = await mkdtemp(join(tmpdir(), 'news-wing-bench-'));
const sink = await openCountingSink();
const run = () => start(program, { DATA_DIR: folder, SMTP_URL: sink.url, ...chief });
let site = await run();
try {
  const pool = new Pool({ connectionString: await runningPostgres(folder) });
  await fill(pool, 1000);
  const { paths } = await choosePages(pool, 300);
  const editor = await new Client(site.address).login('/api/admin_login', chief.ADMIN_EMAIL, chief.ADMIN_PASSWORD);
  const settings = { 'newsletters.per_minute': Number(values['per-minute']) };
  taken(await editor.json('PUT', '/api/settings', { values: settings }));
  const { id } = taken(
    await editor.json('POST', '/api/newsletter-desk', {
      ...{ name: 'Morning Brief', description: '', language: 'en', section: '', frequency: 'daily', weekday: 0 },
      ...{ time: '07:30', stories: 8, active: true },
    }),
  );
  await pool.query(
    `INSERT INTO newsletter_subscriptions (newsletter_id, email, state, requested_at, confirmed_at)
    SELECT $1, 'reader' || n || '@readers.test', 'active', now(), now() FROM generate_series(1, $2::integer) AS n`,
    [id, copies],
  );
  await pool.query(
    'UPDATE stories SET created_at = now(), board_at = now() WHERE id IN (SELECT id FROM stories LIMIT 20)',
  );
  const { id: issue } = taken(await editor.json('POST', `/api/newsletter-desk/${id}/issues`, {}));
  await pool.end();
  await warm(site.address, paths);
  const readFor = (ms: number, perSecond?: number) => readUntil(site.address, () => oneOf(paths), sleep(ms), perSecond);
  await readFor(30_000);
  const most = (await readFor(15_000)).length / 15;
  const perSecond = most * Number(values.load);
  const out = (name: string, times: number[]) =>
    process.stdout.write(`${name}: ${times.length} pages, 50 % ${within(times, 0.5)}, 99 % ${within(times, 0.99)}\n`);
  process.stdout.write(`At most ${Math.round(most)} pages a second; ${Math.round(perSecond)} asked for.\n`);
  out('Before', await readFor(60_000, perSecond));
  taken(await editor.json('POST', `/api/newsletter-desk/issues/${issue}/send`, { version: 1 }));
  const begun = performance.now();
  const half = async () => {
    while (sink.mails.size < copies / 2) await sleep(20);
  };
  out('While it is sent', await readUntil(site.address, () => oneOf(paths), half(), perSecond));
  const seconds = (performance.now() - begun) / 1000;
  process.stdout.write(
    `${sink.mails.size} copies of ${sink.size()} bytes in ${seconds.toFixed(0)} s: ${Math.round(sink.mails.size / seconds)} a second; ${await megabytesOf(site.pid)} MB\n`,
  );
  process.kill(site.pid, 'SIGKILL');
  await sleep(2000);
  const again = performance.now();
  site = await run();
  // As long as copies come: some that were on their way may never.
  for (let before = -1, quiet = 0; sink.mails.size < copies && quiet < 7 * 60; quiet += 1) {
    if (sink.mails.size > before) [before, quiet] = [sink.mails.size, 0];
    await sleep(1000);
  }
  await sleep(2000);
  const twice = [...sink.mails.values()].filter((count) => count > 1).length;
  process.stdout.write(
    `Killed in the middle: ${twice} got it twice, ${copies - sink.mails.size} not at all; all had it ${((performance.now() - again) / 1000).toFixed(0)} s after the kill\n`,
  );
} finally {
  await site.stop();
  sink.close();
  await rm(folder, { recursive: true });
}
