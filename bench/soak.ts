// Whether memory and latency stay as they are: a site at half of its capacity for an hour, while an editor writes.
//   node bench/soak.ts                                           60 minutes, 5,000 stories
//   node bench/soak.ts --minutes 3 --stories 1000
// The site with its PostgreSQL runs on the first core, the readers and the editor on the second.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { ensureBuild } from '../src/site/build.ts';
import { Client, taken } from '../test/client.ts';
import { pictureFile } from '../test/factories/pictures.ts';
import { createStory } from '../test/factories/stories.ts';
import { fill } from './fill.ts';
import { openFillPool } from './fill-pool.ts';
import { readUntil } from './paced.ts';
import { choosePages, oneOf, type Pages, warm } from './readers.ts';
import { chief, program, start } from './start.ts';
import { within } from './times.ts';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, stories: { type: 'string', default: '5000' } },
});
const [minutes, stories] = [Number(values.minutes), Number(values.stories)];
const root = join(import.meta.dirname, '..');
const minuteMs = 60_000;
const out = (...cells: (string | number)[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);

/** Of a hundred requests five are for stories that are not cached, and one is a search. */
function choose({ paths, unread }: Pages): string {
  const kind = Math.random();
  if (kind < 0.01) return `/search?q=${oneOf(['ferry', 'mandi', 'boats', 'dawn'])}+${Math.floor(Math.random() * 1000)}`;
  return oneOf(kind < 0.06 ? unread : paths);
}

/** A story every ten seconds, each third with a picture, and another headline every second. */
async function write(editor: Client, over: AbortSignal): Promise<number> {
  let acts = 0;
  let id = 0;
  for (; !over.aborted; acts++) {
    if (acts % 10 === 0) id = (await createStory(editor, acts % 30 ? {} : { image: await pictureFile(1600, 1067) })).id;
    else taken(await editor.form('PUT', `/api/admin/${id}`, { news_title: `The ferry runs again, report ${acts}` }));
    await sleep(1000);
  }
  return acts;
}

/** MB of a process that are in memory, and how many files and sockets it has open. */
async function stateOf(pid: number) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const [megabytes, descriptors] = [/VmRSS:\s+(\d+)/.exec(status)?.[1], await readdir(`/proc/${pid}/fd`)];
  return [Math.round(Number(megabytes) / 1024), descriptors.length];
}

await ensureBuild(root);
await promisify(execFile)('taskset', ['-acp', '1', String(process.pid)]);
const folder = await mkdtemp(join(tmpdir(), 'news-wing-bench-'));
const site = await start(program, { DATA_DIR: folder, ...chief });
try {
  const pool = await openFillPool(folder);
  await fill(pool, stories);
  const pages = await choosePages(pool, 500);
  await pool.end();
  await warm(site.address, pages.paths);
  const editor = await new Client(site.address).login('/api/admin_login', chief.ADMIN_EMAIL, chief.ADMIN_PASSWORD);
  const stop = new AbortController();
  const writing = write(editor, stop.signal);
  const readFor = (ms: number, perSecond?: number) =>
    readUntil(site.address, () => choose(pages), sleep(ms), perSecond);
  await readFor(minuteMs); // the JIT compiler, and pages in their best compression
  const most = (await readFor(minuteMs / 2)).length / 30;
  process.stdout.write(`At most ${Math.round(most)} pages a second while the editor writes.\n\n`);
  out('minute', 'pages a second', '50 %', '99 %', 'slowest', 'MB', 'descriptors');
  out(...Array(7).fill('---'));
  for (let minute = 1; minute <= minutes; minute++) {
    const times = await Promise.race([readFor(minuteMs, most / 2), writing]);
    if (typeof times === 'number') break; // the editor's error is thrown
    const latencies = [0.5, 0.99, 1].map((share) => within(times, share));
    out(minute, Math.round(times.length / 60), ...latencies, ...(await stateOf(site.pid)));
  }
  stop.abort();
  process.stdout.write(`\n${await writing} saves.\n`);
} finally {
  await site.stop();
  await rm(folder, { recursive: true });
}
