// What becomes slow in a large archive: pages, lists, search, feeds, sitemaps, a start and a backup, beside a small one.
//   node bench/archive.ts                            10,000,000 stories beside 100,000
//   node bench/archive.ts 1000 1000000               with as many as are named
//   node bench/archive.ts --folder FOLDER            keeps the archives there, and measures those that it finds
//   node bench/archive.ts --only calendar            only requests of such a name
// Ten million take some 35 GB of disk for the time of the run, backup included, and half an hour. Nothing is cached
// (`PAGE_CACHE_MB=0`). Each request is made fifteen times, fewer if that takes long.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { ensureBuild } from '../src/site/build.ts';
import { fillLargeArchive } from './archive-fill.ts';
import { openRequests } from './archive-requests.ts';
import { openFillPool } from './fill-pool.ts';
import { chief, program, start } from './start.ts';
import { within } from './times.ts';

const { values, positionals } = parseArgs({
  options: { folder: { type: 'string' }, only: { type: 'string', default: '' } },
  allowPositionals: true,
});
const sizes = positionals.length ? positionals.map(Number) : [100_000, 10_000_000];
const root = join(import.meta.dirname, '..');
const run = promisify(execFile);
const inGigabytes = (bytes: number | string) => `${(Number(bytes) / 1e9).toFixed(2)} GB`;
const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const timed = async (act: () => Promise<unknown>) => {
  const begun = performance.now();
  await act();
  return inSeconds(performance.now() - begun);
};

/** Up to fifteen turns after one to warm up, but at least three, and no more after eight seconds. */
async function timesOf(act: () => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  const begun = performance.now();
  await act();
  while (times.length < 3 || (times.length < 15 && performance.now() - begun < 8000)) {
    const from = performance.now();
    await act();
    times.push(performance.now() - from);
  }
  return times.sort((a, b) => a - b);
}

async function measure(folder: string, stories: number): Promise<Map<string, string[]>> {
  const dataDir = join(folder, String(stories));
  const target = join(folder, `backup-${stories}`);
  const rows = new Map<string, string[]>();
  const add = (name: string, ...cells: [string, string?]) => {
    rows.set(name, [cells[0], cells[1] ?? '']);
    process.stderr.write(`${name}: ${cells.join(', ')}\n`); // it takes long
  };
  const open = () => start(program, { DATA_DIR: dataDir, PAGE_CACHE_MB: '0', ...chief }, '0,1');
  const connect = () => openFillPool(dataDir);
  if (!existsSync(dataDir)) {
    const site = await open();
    const pool = await connect();
    await fillLargeArchive(pool, stories);
    await pool.end();
    await site.stop();
  }
  const site = await open();
  const pool = await connect();
  try {
    const sizes = await pool.query<{ name: string; bytes: string }>(`
      SELECT name, size AS bytes FROM (VALUES ('the table of stories', pg_table_size('stories')),
        ('its indexes', pg_indexes_size('stories')), ('the search index', pg_total_relation_size('search_documents')),
        ('the database', pg_database_size(current_database()))) AS sizes (name, size)`);
    for (const { name, bytes } of sizes.rows) add(`size of ${name}`, inGigabytes(bytes));
    add('start', inSeconds(site.startMs));
    for (const [name, act] of Object.entries(await openRequests(site.address, pool))) {
      if (!name.includes(values.only)) continue;
      // The site closes a connection on which nothing happens for a minute.
      const times = await timesOf(act).catch((error: Error) => error);
      if (times instanceof Error) add(name, `fails: ${times.message}`);
      else add(name, within(times, 0.5), within(times, 1));
    }
    if (values.only) return rows;
    const count = "SELECT count(*) FROM ts_stat('SELECT vector FROM search_documents')";
    add('counting the words, each night', await timed(() => pool.query(count)));
    await mkdir(target, { recursive: true });
    const words = [join(root, 'src/main.ts'), 'backup', target];
    const env = { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'error' };
    add('backup', await timed(() => run(process.execPath, words, { env })));
    const { stdout } = await run('du', ['-s', '--bytes', target]);
    add('size of the backup', inGigabytes(Number.parseInt(stdout, 10)));
  } finally {
    await pool.end();
    await site.stop();
    await rm(target, { recursive: true, force: true });
  }
  return rows;
}

await ensureBuild(root);
const folder = values.folder ?? (await mkdtemp(join(tmpdir(), 'news-wing-bench-')));
const measured: Map<string, string[]>[] = [];
for (const stories of sizes) {
  measured.push(await measure(folder, stories));
  if (!values.folder) await rm(join(folder, String(stories)), { recursive: true });
}
const row = (cells: string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
row(['', ...sizes.flatMap((stories) => [`${stories.toLocaleString('en')}, median`, 'slowest'])]);
row(Array<string>(1 + 2 * sizes.length).fill('---'));
for (const name of measured[0]?.keys() ?? []) row([name, ...measured.flatMap((rows) => rows.get(name) ?? ['', ''])]);
if (!values.folder) await rm(folder, { recursive: true });
