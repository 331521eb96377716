// What metrics, request ids and log lines cost a request, in microseconds.
//   node bench/metrics.ts
// First each by itself, then requests to a site without and with METRICS_TOKEN, in turns, sent by wrk (Debian's package) from the
// second core. What counts is the CPU time of the process, which other programs on the machine disturb little.
import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { logRequest } from '../src/platform/http/observe-requests.ts';
import { requestIdOf, trustedProxies } from '../src/platform/http/request-id.ts';
import { openLog } from '../src/platform/log/log.ts';
import { scopes } from '../src/platform/log/scope.ts';
import { openMetrics } from '../src/platform/metrics/metrics.ts';
import { ensureBuild } from '../src/site/build.ts';
import { chief, program, start } from './start.ts';
import { timesOf } from './times.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const out = (text: string) => process.stdout.write(`${text}\n`);
const row = (...cells: string[]) => out(`| ${cells.join(' | ')} |`);
const seconds = 4;
const rounds = 3;

/** CPU time of a call, in microseconds, after as many calls to warm up. */
function timeOf(call: () => void, calls = 300_000): number {
  for (let n = 0; n < calls; n += 1) call();
  const before = process.cpuUsage();
  for (let n = 0; n < calls; n += 1) call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

async function parts() {
  const metrics = openMetrics({
    pool: { totalCount: 0, idleCount: 0, waitingCount: 0, options: { max: 20 } as never },
    jobs: [],
    readStored: async () => undefined,
    dataDir: '.',
  });
  const request = { headers: {}, socket: { remoteAddress: '127.0.0.1' } } as IncomingMessage;
  const isTrusted = trustedProxies(false);
  const answered = { method: 'GET', route: '/news/:id', status: 200, cache: 'hit', durationMs: 0.05 };
  const log = openLog('info', createWriteStream('/dev/null'));
  const scope = { fields: { request_id: 'x' }, span: undefined };
  row('one by itself', 'µs');
  row('---', '---');
  row('request id', timeOf(() => void requestIdOf(request, isTrusted)).toFixed(2));
  row('metrics', timeOf(() => metrics.requestAnswered(answered)).toFixed(2));
  row('metrics of a page cache hit', timeOf(() => metrics.hitAnswered('/news/:id', 200, 'hit')).toFixed(2));
  row('scope', timeOf(() => scopes.run(scope, () => undefined)).toFixed(2));
  row(
    'log line, without writing it',
    timeOf(() => logRequest(log, answered, 10_000, { request_id: 'x' }), 30_000).toFixed(2),
  );
  const scrapes = await timesOf(50, async () => void (await metrics.text()));
  row('an answer of /metrics', `${((scrapes[25] ?? 0) * 1000).toFixed(0)} (${(await metrics.text()).length} bytes)`);
}

/** CPU time that a process has taken, in microseconds (proc_pid_stat(5): fields 14 and 15, in ticks of 10 ms). */
async function cpuOf(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

/** CPU time of a request, in microseconds. */
async function costOf(url: string, pid: number): Promise<number> {
  const before = await cpuOf(pid);
  const words = ['-t1', '-c16', `-d${seconds}s`, '-H', 'Accept-Encoding: br', url];
  const { stdout } = await run('taskset', ['-c', '1', 'wrk', ...words]);
  if (/Non-2xx/.test(stdout)) throw new Error(`${url}:\n${stdout}`);
  return ((await cpuOf(pid)) - before) / Number(/(\d+) requests in/.exec(stdout)?.[1]);
}

async function whole() {
  const sites = { without: {}, with: { METRICS_TOKEN: 'a token of twenty characters' } };
  const paths = { 'cached page': '/college', 'the smallest call': '/healthz' };
  const costs: Record<string, Record<string, number[]>> = {};
  for (let round = 0; round < rounds; round += 1)
    for (const [name, env] of Object.entries(sites)) {
      const dataDir = await mkdtemp(join(tmpdir(), 'news-wing-bench-'));
      const site = await start(program, { DATA_DIR: dataDir, ...chief, ...env });
      try {
        for (const [label, path] of Object.entries(paths)) {
          await costOf(site.address + path, site.pid); // to warm up
          const ofPath = costs[label] ?? {};
          costs[label] = ofPath;
          ofPath[name] = [...(ofPath[name] ?? []), await costOf(site.address + path, site.pid)];
        }
      } finally {
        await site.stop();
        await rm(dataDir, { recursive: true });
      }
    }
  row('µs of CPU time of a request, least of all rounds', 'without', 'with metrics');
  row('---', '---', '---');
  const best = (list: number[] = []) => Math.min(...list).toFixed(1);
  for (const [label, of] of Object.entries(costs)) row(label, best(of.without), best(of.with));
}

await ensureBuild(root);
out(`${cpus()[0]?.model}, Node ${process.version}`);
await parts();
out('');
await whole();
