// How long a backup takes, and what readers and an editor notice of it, in one run.
//   node bench/backup.ts                                         100,000 stories, 5 GB of files
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
import { Pool } from 'pg';
import { ensureBuild } from '../src/build.ts';
import { pictureFiles } from '../src/news/server/stories.tables.ts';
import { runningPostgres } from '../src/platform/postgres/server.ts';
import { Client } from '../test/client.ts';
import { createStory } from '../test/factories/stories.ts';
import { fill } from './fill.ts';
import { choosePages, type Pages, read, warm } from './readers.ts';
import { chief, program, start } from './start.ts';
import { within } from './times.ts';

const { values } = parseArgs({
  options: {
    stories: { type: 'string', default: '100000' },
    gigabytes: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '30' },
  },
});
const [stories, gigabytes, seconds] = [Number(values.stories), Number(values.gigabytes), Number(values.seconds)];
const root = join(import.meta.dirname, '..');
const out = (...cells: (string | number)[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
const fileBytes = 500_000; // a picture or a page of an edition

/** Writes the files of the pictures, and others until there are so many gigabytes. */
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

/** Eight readers read pages, a tenth of them old stories that are not cached, and an editor writes once a second. */
async function loadUntil(
  site: string,
  editor: Client,
  { paths, unread }: Pages,
  over: Promise<unknown>,
): Promise<Load> {
  const [reads, writes]: [number[], number[]] = [[], []];
  let isOver = false;
  const begun = performance.now();
  const measure = async (times: number[], act: () => Promise<unknown>) => {
    const from = performance.now();
    await act();
    times.push(performance.now() - from);
  };
  const readers = Array.from({ length: 8 }, async () => {
    while (!isOver) {
      const pages = Math.random() < 0.1 ? unread : paths;
      const path = pages[Math.floor(pages.length * Math.random())] ?? '/';
      await measure(reads, async () => {
        const { status } = await read(site, path);
        if (status !== 200) throw new Error(`${path}: ${status}`);
      });
    }
  });
  const writer = async () => {
    while (!isOver) {
      await measure(writes, () => createStory(editor));
      await sleep(1000);
    }
  };
  const all = [...readers, writer()];
  await Promise.race([over, Promise.all(all)]);
  isOver = true;
  await Promise.all(all);
  const sorted = (times: number[]) => times.sort((a, b) => a - b);
  return { reads: sorted(reads), writes: sorted(writes), seconds: (performance.now() - begun) / 1000 };
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

await ensureBuild(root);
await promisify(execFile)('taskset', ['-acp', '1', String(process.pid)]);
const folder = await mkdtemp(join(tmpdir(), 'news-wing-bench-'));
const env = { DATA_DIR: join(folder, 'site'), SAMPLE_CONTENT: 'off', LOG_LEVEL: 'error' };
const target = join(folder, 'backups');
const site = await start(program, { ...env, ...chief });
try {
  const pool = new Pool({ connectionString: await runningPostgres(env.DATA_DIR) });
  await fill(pool, stories);
  await fillStorage(pool, env.DATA_DIR);
  const pages = await choosePages(pool, 500);
  await pool.end();
  await warm(site.address, pages.paths);
  const editor = await new Client(site.address).login('/api/admin_login', chief.ADMIN_EMAIL, chief.ADMIN_PASSWORD);

  const measured: { name: string; load: Load; rate: number }[] = [];
  const measure = async (name: string, over: Promise<unknown>) => {
    const load = await loadUntil(site.address, editor, pages, over);
    measured.push({ name, load, rate: load.reads.length / load.seconds });
  };
  // A site whose stories change serves fewer pages than one that nobody has written to yet.
  await loadUntil(site.address, editor, pages, sleep(seconds * 1000));
  await measure('nothing', sleep(seconds * 1000));
  const first = run(['backup', target], env);
  await measure('the first backup', first);
  await measure('nothing', sleep(seconds * 1000));
  const next = run(['backup', target], env);
  await measure('the next backup', next);
  await measure('nothing', sleep(seconds * 1000));

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
  process.stdout.write(`\n${await first}\n${await next}\n`);
} finally {
  await site.stop();
}
process.stdout.write(`${await run(['verify', target], env)}\n`);
process.stdout.write(`${await run(['restore', target], { ...env, DATA_DIR: join(folder, 'restored') })}\n`);
await rm(folder, { recursive: true });
