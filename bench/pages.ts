// Pages and reads of the API per second, from the cache and without it, beside node:http alone.
//   node bench/pages.ts                                with 1,000 and 100,000 stories
//   node bench/pages.ts 1000000                        with as many as are named
//   node bench/pages.ts 1000 http://localhost:2368/    beside a page of another system on this machine
// The site with its PostgreSQL runs on the first core, wrk (Debian's package) on the second. It takes a folder of its own.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureBuild } from '../src/site/build.ts';
import { timesOfActs } from './acts.ts';
import { fill } from './fill.ts';
import { openFillPool } from './fill-pool.ts';
import { chief, fromSomeReader, program, start } from './start.ts';
import { within } from './times.ts';
import { peers, sizes } from './words.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const out = (text: string) => process.stdout.write(`${text}\n`);
const seconds = 5;
const warmUpSeconds = 5;
const connections = 16;

/**
 * Reads one address as fast as possible, after a while for the engine to make the code fast. `size` is that of the body
 * on the line; `rendered` when it comes from no cache.
 */
async function measure(url: string, rendered = false) {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'br' } });
  const length = Number(answer.headers.get('content-length'));
  await answer.bytes();
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status}`);
  const load = (lasting: number) => {
    const words = ['-t1', `-c${connections}`, `-d${lasting}s`, '--latency', '-H', 'Accept-Encoding: br'];
    if (rendered) words.push('-s', join(import.meta.dirname, 'addresses.lua'));
    return run('taskset', ['-c', '1', 'wrk', ...words, url]);
  };
  await load(warmUpSeconds);
  const { stdout } = await load(seconds);
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url}:\n${stdout}`);
  const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  const late = /99%\s+(\S+)/.exec(stdout)?.[1] ?? '';
  return { rate, late, size: length ? `${(length / 1024).toFixed(1)} KB` : '' };
}

/** What a process takes in memory, and the most that it has taken, in MiB (proc_pid_status(5)). */
async function memory(pid: number) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
  return { now: read('VmRSS'), most: read('VmHWM') };
}

const row = (...cells: (string | number)[]) => out(`| ${cells.join(' | ')} |`);
const count = (rate: number) => Math.round(rate).toLocaleString('en');

/** Has the latest stories rendered, in two languages each, so that a cache of 64 MB is full. */
async function fillCache(site: string, last: number) {
  const paths = ['', '/hi'].flatMap((language) =>
    Array.from({ length: 1000 }, (_, n) => `${language}/news/${last - n}`),
  );
  const left = paths.values(); // shared by the readers
  const read = async () => {
    for (const path of left) {
      const answer = await fetch(site + path, { headers: fromSomeReader() });
      await answer.bytes();
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, read));
}

async function bench(stories: number) {
  const dataDir = await mkdtemp(join(tmpdir(), 'news-wing-bench-'));
  const open = (env = {}) => start(program, { DATA_DIR: dataDir, ...chief, ...env });
  const first = await open();
  const pool = await openFillPool(dataDir);
  const { id } = await fill(pool, stories);
  await pool.end();
  await first.stop();

  out(`\n### ${stories.toLocaleString('en')} stories\n`);
  row('', 'size', 'cached', '99 %', 'uncached', '99 %', 'node:http', '99 %');
  row(...Array<string>(8).fill('---'));
  const uncached = await open({ PAGE_CACHE_MB: '0' });
  const pages = { Board: '/news', Story: `/news/${id}`, Category: '/category/business' };
  const plain = new Map<string, Awaited<ReturnType<typeof measure>>>();
  for (const path of Object.values(pages)) plain.set(path, await measure(uncached.address + path, true));
  const withoutCache = await memory(uncached.pid);
  await uncached.stop();
  const cached = await open();
  const idle = await memory(cached.pid);
  for (const [name, path] of Object.entries(pages)) {
    const kept = await measure(cached.address + path);
    const bare = await start(['node', 'bench/bare.ts', cached.address + path]);
    const alone = await measure(bare.address);
    await bare.stop();
    const slow = plain.get(path) ?? kept;
    row(name, kept.size, count(kept.rate), kept.late, count(slow.rate), slow.late, count(alone.rate), alone.late);
  }
  const reads = { 'API: 20 stories': '/api/admin?limit=20', 'API: one story': `/api/admin/${id}` };
  for (const [name, path] of Object.entries(reads)) {
    const { rate, late, size } = await measure(cached.address + path);
    row(name, size, '', '', count(rate), late, '', '');
  }
  for (const peer of peers) {
    const { rate, late, size } = await measure(peer);
    row(peer, size, count(rate), late, '', '', '', '');
  }
  out('\n| one after the other | median | 95 % | slowest |\n| --- | --- | --- | --- |');
  for (const [name, times] of Object.entries(await timesOfActs(cached.address)))
    row(name, within(times, 0.5), within(times, 0.95), within(times, 1));
  const withCache = await memory(cached.pid);
  await fillCache(cached.address, id);
  for (const path of [...Object.values(pages), ...Object.values(reads)]) await measure(cached.address + path);
  const full = await memory(cached.pid);
  await cached.stop();
  await rm(dataDir, { recursive: true });
  out(
    `\nStart ${(cached.startMs / 1000).toFixed(1)} s with PostgreSQL; memory of the process ${idle.now} MB after the start,`,
  );
  out(
    `${withCache.now} MB after the load with the cache, ${withoutCache.now} MB without it (${withoutCache.most} at the most);`,
  );
  out(`with a cache that 2,000 pages have filled, ${full.now} MB after the load, ${full.most} at the most.`);
}

await ensureBuild(root);
out(`${cpus()[0]?.model}, Node ${process.version}; ${connections} connections, ${seconds} s each, answers per second`);
for (const stories of sizes) await bench(stories);
