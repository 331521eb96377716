// 10,000 readers arrive within a second at a story that has just been published, each on a connection of his own.
//   node bench/arrivals.ts                        10,000 readers, three times for each encoding
//   node bench/arrivals.ts --readers 2000 --rounds 1
// The site with its PostgreSQL runs on the first core, the readers on the second. It needs some 2 open files for a reader.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { ensureBuild } from '../src/site/build.ts';
import { Client } from '../test/client.ts';
import { createStory } from '../test/factories/stories.ts';
import { fill } from './fill.ts';
import { openFillPool } from './fill-pool.ts';
import { chief, fromSomeReader, program, start } from './start.ts';
import { within } from './times.ts';

const { values } = parseArgs({
  options: { readers: { type: 'string', default: '10000' }, rounds: { type: 'string', default: '3' } },
});
const [readers, rounds] = [Number(values.readers), Number(values.rounds)];
const out = (...cells: (string | number)[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
const ms = (time: number) => `${time < 10 ? time.toFixed(2) : Math.round(time)} ms`;

/** CPU time of a process in ms, and the most memory that it has taken, in MB. */
async function usage(pid: number): Promise<{ cpuMs: number; mostMb: number }> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const mostMb = Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024);
  return { cpuMs: (Number(fields[11]) + Number(fields[12])) * 10, mostMb }; // in hundredths of a second
}

/** Reads a page on a new connection until it is closed. Returns whether the answer was 200. */
function read(site: URL, path: string, encodings: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({ host: site.hostname, port: Number(site.port), noDelay: true });
  let isGood: boolean | undefined;
  socket.on('data', (bytes) => {
    isGood ??= bytes.subarray(9, 12).toString() === '200';
  });
  socket.on('error', () => resolve(false)).on('close', () => resolve(isGood ?? false));
  const { 'x-forwarded-for': address } = fromSomeReader();
  socket.write(
    `GET ${path} HTTP/1.1\r\nhost: ${site.host}\r\nx-forwarded-for: ${address}\r\naccept-encoding: ${encodings}\r\nconnection: close\r\n\r\n`,
  );
  return promise;
}

/** Lets the readers arrive, evenly within a second. Returns how long each waited, the shortest first, and answers per second. */
async function arrive(
  site: URL,
  path: string,
  encodings: string,
): Promise<{ times: number[]; failed: number; rate: number }> {
  const times: number[] = [];
  let failed = 0;
  const one = async (due: number) => {
    if (!(await read(site, path, encodings))) failed += 1;
    times.push(performance.now() - due);
  };
  const begun = performance.now();
  const all: Promise<void>[] = [];
  while (all.length < readers) {
    const now = performance.now() - begun;
    for (
      let due = all.length / (readers / 1000);
      due <= now && all.length < readers;
      due = all.length / (readers / 1000)
    )
      all.push(one(begun + due));
    await sleep(1);
  }
  await Promise.all(all);
  const rate = Math.round(readers / ((performance.now() - begun) / 1000));
  return { times: times.sort((a, b) => a - b), failed, rate };
}

await ensureBuild(join(import.meta.dirname, '..'));
await promisify(execFile)('taskset', ['-acp', '1', String(process.pid)]);
const dataDir = await mkdtemp(join(tmpdir(), 'news-wing-bench-'));
const site = await start(program, { DATA_DIR: dataDir, ...chief });
try {
  const pool = await openFillPool(dataDir);
  await fill(pool, 1000);
  await pool.end();
  const address = new URL(site.address);
  const editor = await new Client(site.address).login('/api/admin_login', chief.ADMIN_EMAIL, chief.ADMIN_PASSWORD);
  const news_description = 'Onion mandi opens at dawn, and the boats are counted at the landing.\n\n'.repeat(60);
  const publish = async () => `/news/${(await createStory(editor, { news_description })).id}`;
  await arrive(address, await publish(), 'gzip'); // for the engine to make the code fast

  process.stdout.write(`${readers} readers in a second; ${cpus()[0]?.model}, Node ${process.version}\n\n`);
  out(
    'Accept-Encoding',
    'not 200',
    'answers a second',
    'median',
    '99 %',
    'slowest',
    'CPU for a reader',
    'memory at the most',
  );
  out(...Array<string>(8).fill('---'));
  for (const encodings of ['gzip, deflate, br, zstd', 'gzip, deflate, br', 'gzip'])
    for (let round = 0; round < rounds; round++) {
      const path = await publish();
      const before = await usage(site.pid);
      const { times, failed, rate } = await arrive(address, path, encodings);
      const after = await usage(site.pid);
      const waits = [within(times, 0.5), within(times, 0.99), within(times, 1)];
      out(encodings, failed, rate, ...waits, ms((after.cpuMs - before.cpuMs) / readers), `${after.mostMb} MB`);
      await sleep(500);
    }
} finally {
  await site.stop();
  await rm(dataDir, { recursive: true });
}
