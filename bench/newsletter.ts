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
import { Worker } from 'node:worker_threads';
import { ensureBuild } from '../src/site/build.ts';
import { Client, taken } from '../test/client.ts';
import type { SinkCounts } from './counting-sink.thread.ts';
import { fill } from './fill.ts';
import { openFillPool } from './fill-pool.ts';
import { readUntil } from './paced.ts';
import { choosePages, oneOf, warm } from './readers.ts';
import { chief, program, start } from './start.ts';
import { within } from './times.ts';

const { values } = parseArgs({
  options: {
    copies: { type: 'string', default: '50000' },
    'per-minute': { type: 'string', default: '6000' },
    /** Pages that are read a second. */
    pages: { type: 'string', default: '400' },
  },
});
const copies = Number(values.copies);
const root = join(import.meta.dirname, '..');

async function openCountingSink() {
  const thread = new Worker(join(import.meta.dirname, 'counting-sink.thread.ts'));
  const [{ port }] = (await once(thread, 'message')) as [AddressInfo];
  return {
    url: `smtp://127.0.0.1:${port}`,
    async counts(): Promise<SinkCounts> {
      thread.postMessage('');
      return (await once(thread, 'message'))[0];
    },
    close: () => thread.terminate(),
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
  const pool = await openFillPool(folder);
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
  const readFor = (ms: number, perSecond: number) => readUntil(site.address, () => oneOf(paths), sleep(ms), perSecond);
  const perSecond = Number(values.pages);
  const out = (name: string, times: number[]) =>
    process.stdout.write(
      `${name}: ${times.length} pages, 50 % ${within(times, 0.5)}, 99 % ${within(times, 0.99)}, 99.9 % ${within(times, 0.999)}\n`,
    );
  await readFor(30_000, perSecond);
  out('Before', await readFor(120_000, perSecond));
  taken(await editor.json('POST', `/api/newsletter-desk/issues/${issue}/send`, { version: 1 }));
  const begun = performance.now();
  const half = async () => {
    while ((await sink.counts()).addresses < copies / 2) await sleep(100);
  };
  out('While it is sent', await readUntil(site.address, () => oneOf(paths), half(), perSecond));
  const seconds = (performance.now() - begun) / 1000;
  const { addresses, bytes } = await sink.counts();
  process.stdout.write(
    `${addresses} copies of ${Math.round(bytes / addresses)} bytes in ${seconds.toFixed(0)} s: ${Math.round(addresses / seconds)} a second; ${await megabytesOf(site.pid)} MB\n`,
  );
  process.kill(site.pid, 'SIGKILL');
  const killed = performance.now();
  await sleep(2000);
  site = await run();
  // While copies arrive: some that were being sent may never arrive.
  let counts = await sink.counts();
  let last = killed;
  for (let quiet = 0; counts.addresses < copies && quiet < 7 * 60; quiet += 1) {
    const before = counts.addresses;
    await sleep(1000);
    counts = await sink.counts();
    if (counts.addresses > before) [quiet, last] = [0, performance.now()];
  }
  const took = Math.round((last - killed) / 1000);
  await sleep(2000);
  const { twice } = await sink.counts();
  process.stdout.write(
    `Killed in the middle: ${twice} got it twice, ${copies - counts.addresses} not at all; the last copy came ${took} s after the kill\n`,
  );
} finally {
  await site.stop();
  sink.close();
  await rm(folder, { recursive: true });
}
