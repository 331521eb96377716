// What counting a read costs, and whether a day of them is counted right although the site is killed meanwhile.
//   node bench/reads.ts                                          a million reads, kill -9 after the first half
//   node bench/reads.ts --reads 20000
//   node bench/reads.ts --counting                               only the counting function, in this process
// The site with its PostgreSQL runs on the first core, the readers on the second. A story is read the more often the
// higher its rank (Zipf's law), in the languages of the site. It ends by itself after all reads or `--minutes` (15).
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import zlib from 'node:zlib';
import type { Pool } from 'pg';
import { openReadCounter } from '../src/readership/server/reads.service.ts';
import { ensureBuild } from '../src/site/build.ts';
import { fill } from './fill.ts';
import { openFillPool } from './fill-pool.ts';
import { oneOf } from './readers.ts';
import { chief, fromSomeReader, program, start } from './start.ts';

const { values } = parseArgs({
  options: {
    reads: { type: 'string', default: '1000000' },
    minutes: { type: 'string', default: '15' },
    counting: { type: 'boolean', default: false },
  },
});
const reads = Number(values.reads);
const stories = 2000; // that are read on a day
const root = join(import.meta.dirname, '..');
const sources = ['', '127.0.0.1', 'www.google.com', 'l.facebook.com', 'paper.example'];
const languages = ['hi', 'hi', 'hi', 'en', 'en', 'bn', 'mr', 'te', 'ta', 'gu', 'ur'];
const deadline = performance.now() + Number(values.minutes) * 60_000;

const cumulated = new Float64Array(stories);
let weight = 0;
for (let rank = 1; rank <= stories; rank++) cumulated[rank - 1] = weight += 1 / rank;

/** The id of a story, by its rank. */
function someStory(): number {
  const wanted = Math.random() * weight;
  let [low, high] = [0, stories - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cumulated[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low + 1;
}

const write = (line: string) => process.stdout.write(`${line}\n`);
const percent = (part: number, of: number) => `${((100 * part) / of).toFixed(3)} %`;

/** The counting itself, without requests and without a database: µs for each read. */
async function countingCost(count: number): Promise<number> {
  const db = { execute: async () => ({ rows: [] }) };
  const counter = openReadCounter({ db: db as never, now: () => new Date() }, () => undefined);
  const begun = process.cpuUsage();
  for (let n = 0; n < count; n++) {
    const read = { storyId: someStory(), language: oneOf(languages), source: 'direct', depth: n % 101 } as const;
    counter.count(read, `203.0.113.${n % 250}`);
    if (n % 5000 === 0) await sleep(0); // the timer
  }
  const { user, system } = process.cpuUsage(begun);
  await counter.close();
  return (user + system) / count;
}

/** CPU time of a process, in ms. */
async function cpuMs(pid: number | 'self'): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10; // user and system, in hundredths of a second
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 });
const read = (site: string, path: string) =>
  new Promise<number>((resolve, reject) => {
    const sent = request(site + path, { method: 'POST', agent, headers: fromSomeReader() }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('error', reject).end();
  });

/** What was acknowledged. */
const truth = { total: 0, stories: new Map<number, number>(), languages: new Map<string, number>() };
const add = <Key>(to: Map<Key, number>, key: Key) => to.set(key, (to.get(key) ?? 0) + 1);

/** Reports this number of reads, and notes which were acknowledged; the others met a site that had been killed. */
async function report(site: string, count: number, killed: () => boolean): Promise<void> {
  let sent = 0;
  const work = async () => {
    while (sent < count && !killed() && performance.now() < deadline) {
      sent += 1;
      const [story, language] = [someStory(), oneOf(languages)];
      const depth = Math.floor(Math.random() * 101);
      const path = `/api/reads?story=${story}&language=${language}&from=${oneOf(sources)}&depth=${depth}`;
      const status = await read(site, path).catch((error) => {
        if (killed()) return 0;
        throw error;
      });
      if (status === 204) {
        truth.total += 1;
        add(truth.stories, story);
        add(truth.languages, language);
      } else if (!killed()) throw new Error(`Answered with ${status}`);
    }
  };
  await Promise.all(Array.from({ length: 32 }, work));
}

interface Statistics {
  stories: Map<number, number>;
  languages: Map<string, number>;
  sections: Map<number, number>;
  categories: Map<number, number>;
  hours: number;
}

/** The statistics as the tables have them. */
async function stored(pool: Pool): Promise<Statistics> {
  const counts = async <Key extends string | number>(query: string) =>
    new Map((await pool.query<{ key: Key; n: number }>(query)).rows.map(({ key, n }) => [key, n]));
  const { rows } = await pool.query<{ n: number }>('SELECT coalesce(sum(reads), 0)::int AS n FROM hourly_reads');
  return {
    stories: await counts<number>('SELECT story_id AS key, sum(reads)::int AS n FROM story_reads GROUP BY 1'),
    languages: await counts<string>('SELECT language AS key, sum(reads)::int AS n FROM story_reads GROUP BY 1'),
    sections: await counts<number>(`SELECT category_id AS key, sum(reads)::int AS n
      FROM story_reads JOIN stories ON stories.id = story_id GROUP BY 1`),
    categories: await counts<number>('SELECT id AS key, category_id AS n FROM stories'),
    hours: rows[0]?.n ?? 0,
  };
}

/** The largest error among the keys that were read at least `least` times, as a part of the truth. */
function worst<Key>(truths: Map<Key, number>, found: Map<Key, number>, least: number): string {
  const compared = [...truths].filter(([, count]) => count >= least);
  const errors = compared.map(([key, count]) => Math.abs((found.get(key) ?? 0) - count) / count);
  return `${percent(Math.max(0, ...errors), 1)} at most (${compared.length})`;
}

/** µs that Node takes to answer the same request with nothing behind it, in a process of its own as the site is. */
async function bareCost(): Promise<number> {
  const server = await start(['node', join(import.meta.dirname, 'bare-server.ts')]);
  const count = 200_000;
  let sent = 0;
  const work = async () => {
    while (sent++ < count) await read(server.address, '/api/reads?story=1&language=en&from=&depth=50');
  };
  const before = await cpuMs(server.pid);
  await Promise.all(Array.from({ length: 32 }, work));
  const cost = ((await cpuMs(server.pid)) - before) * 1000;
  await server.stop();
  return cost / count;
}

/** Bytes of the script that reports reads, compressed, but not minified: the build puts it into a file with others. */
async function scriptBytes(): Promise<number> {
  const files = ['count-reads.ts', 'counted-story-page.tsx'].map((name) =>
    readFile(join(root, 'src/readership/web', name), 'utf8'),
  );
  const code = (await Promise.all(files)).join('\n').replaceAll(/\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return zlib.brotliCompressSync(code).length;
}

if (values.counting) {
  write(`Counting ${reads} reads in memory: ${(await countingCost(reads)).toFixed(2)} µs of CPU time each`);
  process.exit(0);
}

await ensureBuild(root);
await promisify(execFile)('taskset', ['-acp', '1', String(process.pid)]);
const folder = await mkdtemp(join(tmpdir(), 'news-wing-bench-'));
const run = () => start(program, { DATA_DIR: folder, ...chief }, '0');
let site = await run();
let [cpu, seconds, counted] = [0, 0, 0];
try {
  const filling = await openFillPool(folder);
  await fill(filling, stories);
  await filling.end();
  const half = async () => {
    const before = truth.total;
    const [begun, cpuBefore] = [performance.now(), await cpuMs(site.pid)];
    await report(site.address, Math.round(reads / 2), () => false);
    cpu += (await cpuMs(site.pid)) - cpuBefore;
    seconds += (performance.now() - begun) / 1000;
    counted += truth.total - before;
  };
  await half();
  // Killed in the middle of further reads, at a random moment between two writes.
  let killed = false;
  const more = report(site.address, Number.POSITIVE_INFINITY, () => killed);
  await sleep(1000 + Math.random() * 1000);
  killed = true;
  process.kill(site.pid, 'SIGKILL');
  await more;
  site = await run();
  await half();
  await sleep(2000); // the last write
  const pool = await openFillPool(folder);
  const statistics = await stored(pool);
  await pool.end();
  const sections = new Map<number, number>();
  for (const [story, count] of truth.stories) {
    const section = statistics.categories.get(story) ?? 0;
    sections.set(section, (sections.get(section) ?? 0) + count);
  }
  const total = [...statistics.stories.values()].reduce((sum, count) => sum + count, 0);
  const top = new Map([...truth.stories].sort(([, a], [, b]) => b - a).slice(0, 100));
  write(`${counted} reads in ${seconds.toFixed(0)} s: ${Math.round(counted / seconds)} a second, one kill -9`);
  const [cost, bare] = [(cpu * 1000) / counted, await bareCost()];
  write(
    `The site's CPU time for a read: ${cost.toFixed(0)} µs, of which Node alone takes ${bare.toFixed(0)} to answer a request`,
  );
  write(
    `${truth.total} acknowledged, ${total} stored, ${truth.total - total} lost: ${percent(truth.total - total, truth.total)}`,
  );
  write(`By the hour: ${statistics.hours}, ${percent(truth.total - statistics.hours, truth.total)} lost`);
  write(`Error of the 100 most read stories: ${worst(top, statistics.stories, 1)}`);
  write(`Error of stories with 1,000 reads or more: ${worst(truth.stories, statistics.stories, 1000)}`);
  write(`Error of sections: ${worst(sections, statistics.sections, 1)}`);
  write(`Error of languages: ${worst(truth.languages, statistics.languages, 1)}`);
  write(`Of these the counting itself: ${(await countingCost(200_000)).toFixed(1)} µs`);
  write(`Script of the reader: ${await scriptBytes()} bytes, compressed`);
} finally {
  await site.stop();
  await rm(folder, { recursive: true });
}
