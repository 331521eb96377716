// How long a backup takes, what readers and an editor notice of it, and whether a restored site is the same, in one run.
//   node bench/backup.ts                                         100,000 stories, 5 GB of files, half of the capacity
//   node bench/backup.ts --load 1                                readers who ask as fast as they are answered
//   node bench/backup.ts --stories 1000 --gigabytes 0.1 --seconds 5
// The site with its PostgreSQL and the backup run on the first core, the readers and the editor on the second.
import { execFile, spawn } from 'node:child_process';
import { randomFillSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import type { Pool } from 'pg';
import { pictureFiles } from '../src/news/schema/server/stories.tables.ts';
import { readConfig } from '../src/platform/config.ts';
import { startPostgres } from '../src/platform/postgres/server.ts';
import { ensureBuild } from '../src/site/build.ts';
import { openBucket } from '../test/bucket.ts';
import { Client } from '../test/client.ts';
import { createStory } from '../test/factories/stories.ts';
import { fill } from './fill.ts';
import { openFillPool } from './fill-pool.ts';
import { readUntil } from './paced.ts';
import { choosePages, oneOf, type Pages, warm } from './readers.ts';
import { contentsOf, requireSame } from './same-site.ts';
import { chief, program, start } from './start.ts';
import { within } from './times.ts';

const { values } = parseArgs({
  options: {
    stories: { type: 'string', default: '100000' },
    gigabytes: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '30' },
    load: { type: 'string', default: '0.5' },
  },
});
const [stories, gigabytes, seconds] = [Number(values.stories), Number(values.gigabytes), Number(values.seconds)];
const share = Number(values.load); // of the pages that the site can serve
const root = join(import.meta.dirname, '..');
const out = (...cells: (string | number)[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
const fileBytes = 500_000; // a picture or a page of an edition

/** Writes the files of the pictures, and others, up to this number of gigabytes. */
async function fillStorage(pool: Pool, dataDir: string) {
  const bytes = Buffer.alloc(fileBytes);
  const { rows } = await pool.query<{ key: string }>(`SELECT key FROM (${pictureFiles}) AS files (key)`);
  const count = Math.max(0, Math.round((gigabytes * 1e9) / fileBytes) - rows.length);
  const others = Array.from({ length: count }, (_, at) => `editions/${at % 100}/${at}.webp`);
  for (const key of [...rows.map((row) => row.key), ...others]) {
    const path = join(dataDir, 'files', key);
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, randomFillSync(bytes));
  }
}

interface Load {
  /** Milliseconds of each answer, the shortest first. */
  reads: number[];
  writes: number[];
  seconds: number;
}

/** Readers read pages, a tenth of them old stories that are not cached, and an editor writes once a second. */
async function loadUntil(
  site: string,
  editor: Client,
  { paths, unread }: Pages,
  over: Promise<unknown>,
  perSecond?: number,
): Promise<Load> {
  const writes: number[] = [];
  let isOver = false;
  const begun = performance.now();
  const writing = async () => {
    while (!isOver) {
      const from = performance.now();
      await createStory(editor);
      writes.push(performance.now() - from);
      await sleep(1000);
    }
  };
  const written = writing();
  const choose = () => oneOf(Math.random() < 0.1 ? unread : paths);
  const reads = await readUntil(site, choose, Promise.race([over, written]), perSecond);
  isOver = true;
  await written;
  return { reads, writes: writes.sort((a, b) => a - b), seconds: (performance.now() - begun) / 1000 };
}

/** Runs one of the commands, and describes how long it took and how much memory at most. */
async function run(words: string[], env: Record<string, string>): Promise<string> {
  const begun = performance.now();
  const command = ['-c', '0', process.execPath, join(root, 'src/main.ts'), ...words];
  const child = spawn('taskset', command, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...env } });
  let said = '';
  child.stderr.on('data', (text) => (said += text));
  const exited = once(child, 'exit');
  let peak = '';
  while (child.exitCode === null) {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => ''); // it has just ended
    peak = /VmHWM:\s+(\d+)\d{3} kB/.exec(status)?.[1] ?? peak;
    await Promise.race([exited, sleep(200)]);
  }
  if (child.exitCode !== 0) throw new Error(`${words.join(' ')}: ${said}`);
  return `${words[0]}: ${((performance.now() - begun) / 1000).toFixed(1)} s, ${peak} MB of memory at most`;
}

/** Starts a PostgreSQL of this process on a folder for as long as `use` takes. */
async function withPostgres<T>(dataDir: string, use: (url: string) => Promise<T>): Promise<T> {
  const postgres = await startPostgres(dataDir);
  return use(postgres.url).finally(() => postgres.stop());
}

await ensureBuild(root);
await promisify(execFile)('taskset', ['-acp', '1', String(process.pid)]);
const folder = await mkdtemp(join(tmpdir(), 'news-wing-bench-'));
const env = { DATA_DIR: join(folder, 'site'), SAMPLE_CONTENT: 'off', LOG_LEVEL: 'error' };
const target = join(folder, 'backups');
const print = (text: string) => process.stdout.write(`${text}\n`);
const site = await start(program, { ...env, ...chief });
try {
  const pool = await openFillPool(env.DATA_DIR);
  await fill(pool, stories);
  await fillStorage(pool, env.DATA_DIR);
  const pages = await choosePages(pool, 500);
  await pool.end();
  await warm(site.address, pages.paths);
  const editor = await new Client(site.address).login('/api/admin_login', chief.ADMIN_EMAIL, chief.ADMIN_PASSWORD);

  const measured: { name: string; load: Load; rate: number }[] = [];
  const quiet = () => sleep(seconds * 1000);
  const loaded = (over: Promise<unknown>, perSecond?: number) =>
    loadUntil(site.address, editor, pages, over, perSecond);
  // A site whose stories change serves fewer pages than one that nobody has written to yet.
  await loaded(quiet());
  const most = (await loaded(quiet())).reads.length / seconds;
  print(`At most ${Math.round(most)} pages a second while the editor writes.\n`);
  const perSecond = share < 1 ? most * share : undefined;
  const measure = async (name: string, over: Promise<unknown>) => {
    const load = await loaded(over, perSecond);
    measured.push({ name, load, rate: load.reads.length / load.seconds });
  };
  await measure('nothing', quiet());
  const first = run(['backup', target], env);
  await measure('the first backup', first);
  await measure('nothing', quiet());
  const next = run(['backup', target], env);
  await measure('the next backup', next);
  await measure('nothing', quiet());

  out('while', 'seconds', 'pages a second', 'of quiet', '50 %', '99 %', 'stories written', '50 %', 'slowest');
  out(...Array(9).fill('---'));
  for (const [index, { name, load, rate }] of measured.entries()) {
    const { reads, writes } = load;
    // The machine is not as fast all the time: compared with the mean of before and after.
    const [before, after] = [measured[index - 1], measured[index + 1]];
    const ofQuiet = before && after ? ((2 * rate) / (before.rate + after.rate)).toFixed(2) : '';
    const times = [within(reads, 0.5), within(reads, 0.99), writes.length, within(writes, 0.5), within(writes, 1)];
    out(name, load.seconds.toFixed(1), Math.round(rate), name === 'nothing' ? '' : ofQuiet, ...times);
  }
  print(`\n${await first}\n${await next}`);
} finally {
  await site.stop();
}

const before = await withPostgres(env.DATA_DIR, (url) => contentsOf(readConfig(env), url));
print(await run(['backup', target], env));
print(await run(['verify', target], env));
const same = (contents: Map<string, string>, place: string) => {
  requireSame(before, contents);
  print(`${place}: ${contents.size} tables, parts of the schema and files are the same`);
};

const inFolder = { ...env, DATA_DIR: join(folder, 'restored') };
print(await run(['restore', target], inFolder));
same(await withPostgres(inFolder.DATA_DIR, (url) => contentsOf(readConfig(inFolder), url)), 'embedded, folder');
await rm(inFolder.DATA_DIR, { recursive: true });

const bucket = await openBucket();
try {
  await withPostgres(join(folder, 'outside'), async (url) => {
    const outside = { ...env, ...bucket.env, DATA_DIR: join(folder, 'node'), DATABASE_URL: url };
    print(await run(['restore', target], outside));
    same(await contentsOf(readConfig(outside), url), 'PostgreSQL elsewhere, bucket');
  });
} finally {
  await bucket.close();
}
await rm(folder, { recursive: true });
