// What counting a read costs, and whether a day of them is counted right when the site is killed meanwhile.
//   node bench/reads.ts                                          a million reads, kill -9 after each quarter
//   node bench/reads.ts --reads 20000
// The site with its PostgreSQL runs on the first core, the readers on the second.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { Pool } from 'pg';
import { ensureBuild } from '../src/build.ts';
import { runningPostgres } from '../src/platform/postgres/server.ts';
import { fill } from './fill.ts';
import { oneOf } from './readers.ts';
import { chief, fromSomeReader, program, start } from './start.ts';

const { values } = parseArgs({
  options: { reads: { type: 'string', default: '1000000' } },
});
const parts = 4;
const perPart = Math.round(Number(values.reads) / parts);
const stories = 2000; // that are read on a day
const root = join(import.meta.dirname, '..');
const sources = ['', '127.0.0.1', 'www.google.com', 'l.facebook.com', 'paper.example'];

await ensureBuild(root);
await promisify(execFile)('taskset', ['-acp', '1', String(process.pid)]);
const folder = await mkdtemp(join(tmpdir(), 'news-wing-bench-'));
const run = () => start(program, { DATA_DIR: folder, ...chief }, '0');

/** CPU time of a process, in ms. */
async function cpuMs(pid: number): Promise<number> {
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

/** Reports so many reads. Returns how many were acknowledged; the others met a site that had been killed. */
async function report(site: string, count: number, killed: () => boolean): Promise<number> {
  let [sent, counted] = [0, 0];
  const work = async () => {
    while (sent < count && !killed()) {
      sent += 1;
      const depth = Math.floor(Math.random() * 101);
      const story = 1 + Math.floor(stories * Math.random() ** 2);
      const status = await read(
        site,
        `/api/reads?story=${story}&language=en&from=${oneOf(sources)}&depth=${depth}`,
      ).catch((error) => {
        if (killed()) return 0;
        throw error;
      });
      if (status === 204) counted += 1;
      else if (!killed()) throw new Error(`Answered with ${status}`);
    }
  };
  await Promise.all(Array.from({ length: 32 }, work));
  return counted;
}

let site = await run();
let acknowledged = 0;
let [cpu, seconds] = [0, 0];
try {
  const filling = new Pool({ connectionString: await runningPostgres(folder) });
  await fill(filling, stories);
  await filling.end();
  for (let part = 1; part <= parts; part++) {
    const [begun, cpuBefore] = [performance.now(), await cpuMs(site.pid)];
    acknowledged += await report(site.address, perPart, () => false);
    cpu += (await cpuMs(site.pid)) - cpuBefore;
    seconds += (performance.now() - begun) / 1000;
    if (part === parts) break;
    // Killed in the middle of further reads, at a random moment between two writes.
    let killed = false;
    const more = report(site.address, Number.POSITIVE_INFINITY, () => killed);
    await sleep(1000 + Math.random() * 1000);
    killed = true;
    process.kill(site.pid, 'SIGKILL');
    acknowledged += await more;
    site = await run();
  }
  await sleep(2000); // the last write
  const pool = new Pool({ connectionString: await runningPostgres(folder) });
  const { rows } = await pool.query<{ days: number; hours: number; table: string }>(`
    SELECT (SELECT sum(reads)::int FROM story_reads) AS days, (SELECT sum(reads)::int FROM hourly_reads) AS hours,
      pg_size_pretty(pg_total_relation_size('story_reads')) AS table`);
  await pool.end();
  const [{ days, hours, table } = { days: 0, hours: 0, table: '' }] = rows;
  const all = parts * perPart;
  process.stdout.write(
    [
      `${all} reads in ${seconds.toFixed(0)} s: ${Math.round(all / seconds)} a second, ${((cpu * 1000) / all).toFixed(0)} µs of the site's CPU time each`,
      `${acknowledged} acknowledged, ${days} stored (${((100 * days) / acknowledged).toFixed(3)} %), by the hour ${hours}; ${parts - 1} times kill -9`,
      `The table of the day: ${table}`,
      '',
    ].join('\n'),
  );
} finally {
  await site.stop();
  await rm(folder, { recursive: true });
}
