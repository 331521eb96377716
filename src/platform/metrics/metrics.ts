import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { Pool } from 'pg';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { PageCache } from '../cache/page-cache.ts';
import type { Replica } from '../cache/replica.ts';
import { orNone } from '../files/folder-files.ts';
import type { AnsweredRequest } from '../http/answered-request.ts';
import { openHitCounts } from './hit-counts.ts';
import { processMetrics } from './process-metrics.ts';
import type { StoredFacts } from './stored-metrics.ts';

/** This node's metrics for Prometheus. */
export interface Metrics {
  /** `staysOpen`: its duration says nothing about the server. */
  requestAnswered(request: AnsweredRequest, staysOpen?: boolean): void;
  /** Counts an answer to GET that was sent from memory at once. */
  hitAnswered(route: string, status: number, state: string): void;
  pageRendered(seconds: number): void;
  jobRan(job: string, result: JobResult, seconds: number): void;
  watchPageCache(cache: Pick<PageCache, 'bytes'>, maxBytes: number): void;
  watchReplica(replica: Pick<Replica, 'observe'>): void;
  /** All metrics in Prometheus' text format, and their names with the names of their labels. */
  text(): Promise<string>;
  labelsByName(): Map<string, readonly string[]>;
}

export type JobResult = 'completed' | 'failed' | 'interrupted';

export interface MetricsOptions {
  pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount' | 'options'>;
  /** The names of all jobs. */
  jobs: readonly string[];
  /** Reads what is in the database; undefined when that does not answer. Called for each metric, so it is cached. */
  readStored(): Promise<StoredFacts | undefined>;
  dataDir: string;
}

export const metricsContentType: string = Registry.PROMETHEUS_CONTENT_TYPE;

// A rendering takes about 10 ms, a call a few; a minute is the longest that a proxy waits.
const requestSeconds = [0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 60];
const jobSeconds = [0.1, 1, 10, 60, 600];

// The name of the job. `job` is a label that Prometheus itself adds to every metric.
const queue = 'queue';

/** One number, or one for each combination of labels; none while it is not known. */
type Value = number | [labels: Record<string, string>, value: number][] | undefined;

export function openMetrics({ pool, jobs, readStored, dataDir }: MetricsOptions): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const { requests, durations, cacheAnswers, renderings, jobRuns } = openCounters(registers);
  // Under load, prom-client takes 1.5 µs for a request, a twentieth of what a page cache hit takes.
  const hits = openHitCounts();
  const addHits = () => {
    for (const { route, status, state, count } of hits.take()) {
      requests.inc({ method: 'GET', route, status }, count);
      cacheAnswers.inc({ state }, count);
    }
  };

  const gauge = gaugesOf(registers);
  addPoolGauges(gauge, pool);
  addStoredGauges(gauge, { jobs, readStored });
  addDiskGauges(gauge, dataDir);

  return {
    requestAnswered({ method, route, status, cache, durationMs }, staysOpen = false) {
      requests.inc({ method, route, status });
      if (!staysOpen) durations.observe({ method, route }, durationMs / 1000);
      if (cache !== undefined) cacheAnswers.inc({ state: cache });
    },
    hitAnswered: hits.add,
    pageRendered: (seconds) => renderings.observe(seconds),
    jobRan: (job, result, seconds) => jobRuns.observe({ [queue]: job, result }, seconds),
    watchPageCache(cache, maxBytes) {
      gauge('page_cache_bytes', 'Memory that cached pages take', () => cache.bytes());
      gauge('page_cache_max_bytes', 'Most memory that cached pages may take', () => maxBytes);
    },
    watchReplica(replica) {
      const queries = new Counter({
        name: 'newswing_database_replica_queries_total',
        help: 'Queries of public pages, by whether the replica has answered them or is behind or away',
        labelNames: ['answer'],
        registers,
      });
      replica.observe((answer) => queries.inc({ answer }));
    },
    async text() {
      addHits();
      return `${await registry.metrics()}\n${await processMetrics().metrics()}`;
    },
    labelsByName: () =>
      new Map(
        [registry, processMetrics()]
          .flatMap((one) => one.getMetricsAsArray())
          .map((metric) => [metric.name, (metric as { labelNames?: string[] }).labelNames ?? []]),
      ),
  };
}

const openCounters = (registers: Registry[]) => ({
  requests: new Counter({
    name: 'newswing_http_requests_total',
    help: 'Answered requests; status 499: the client disconnected first',
    labelNames: ['method', 'route', 'status'],
    registers,
  }),
  durations: new Histogram({
    name: 'newswing_http_request_duration_seconds',
    help: 'Time from the request to the end of the answer, without event streams and page cache hits sent at once',
    labelNames: ['method', 'route'],
    buckets: requestSeconds,
    registers,
  }),
  cacheAnswers: new Counter({
    name: 'newswing_page_cache_answers_total',
    help: 'Answers by the state of the page cache, as in X-Cache',
    labelNames: ['state'],
    registers,
  }),
  renderings: new Histogram({
    name: 'newswing_page_render_duration_seconds',
    help: 'Time to render a page, with its queries, without the wait for its turn',
    buckets: requestSeconds,
    registers,
  }),
  jobRuns: new Histogram({
    name: 'newswing_job_duration_seconds',
    help: 'Time of a run of a job on this node',
    labelNames: [queue, 'result'],
    buckets: jobSeconds,
    registers,
  }),
});

const gaugesOf =
  (registers: Registry[]) =>
  (name: string, help: string, read: () => Value | Promise<Value>, labelNames: string[] = []): Gauge =>
    new Gauge({
      name: `newswing_${name}`,
      help,
      labelNames,
      registers,
      async collect() {
        const value = await read();
        this.reset();
        if (labelNames.length === 0) this.remove(); // `reset` has set it to 0
        if (typeof value === 'number') this.set(value);
        else for (const [labels, one] of value ?? []) this.set(labels, one);
      },
    });

type AddGauge = ReturnType<typeof gaugesOf>;

function addPoolGauges(gauge: AddGauge, pool: MetricsOptions['pool']): void {
  const connections = (): Value => [
    [{ state: 'used' }, pool.totalCount - pool.idleCount],
    [{ state: 'idle' }, pool.idleCount],
  ];
  gauge('database_pool_connections', 'Connections of the pool', connections, ['state']);
  gauge('database_pool_max_connections', 'Most connections that the pool opens', () => pool.options.max);
  gauge('database_pool_waiting', 'Queries and transactions that wait for a connection', () => pool.waitingCount);
}

// Absent, not zero, while the database does not answer.
function addStoredGauges(gauge: AddGauge, { jobs, readStored }: Pick<MetricsOptions, 'jobs' | 'readStored'>): void {
  const stored = (name: string, help: string, read: (facts: StoredFacts) => Value, labelNames?: string[]) =>
    gauge(name, help, () => readStored().then((facts) => facts && read(facts)), labelNames);
  const ofJobs = (name: string, help: string, read: (counts: StoredFacts['jobs'][number]) => number) =>
    stored(
      `jobs_${name}`,
      help,
      (facts) => {
        const counts = new Map(facts.jobs.map((one) => [one.job, one]));
        return jobs.map((job): [Record<string, string>, number] => {
          const known = counts.get(job);
          return [{ [queue]: job }, known ? read(known) : 0];
        });
      },
      [queue],
    );
  gauge('database_up', 'Whether the database has answered', async () => ((await readStored()) ? 1 : 0));
  stored('database_size_bytes', 'Size of the database', ({ databaseBytes }) => databaseBytes);
  ofJobs('waiting', 'Jobs that are due and have not begun', ({ waiting }) => waiting);
  ofJobs('oldest_waiting_seconds', 'How long the oldest of these has been due', ({ oldestSeconds }) => oldestSeconds);
  ofJobs('failed', 'Jobs that have failed permanently, until they are tried again or deleted', ({ failed }) => failed);
  stored('mail_waiting', 'Mail in the outbox', ({ mailWaiting }) => mailWaiting);
  stored('mail_oldest_waiting_seconds', 'Age of the oldest of it', ({ mailOldestSeconds }) => mailOldestSeconds);
  stored('mail_failed', 'Mail given up after all attempts', ({ mailFailed }) => mailFailed);
  const backup = 'When the last backup was made, in Unix time';
  stored('last_backup_timestamp_seconds', backup, ({ lastBackup }) => lastBackup && lastBackup.getTime() / 1000);
}

// Absent when there is no folder: a web node whose files are in a bucket makes it with the first upload.
function addDiskGauges(gauge: AddGauge, dataDir: string): void {
  const disk = (name: string, help: string, read: (disk: StatsFs) => number) =>
    gauge(`data_directory_${name}`, help, () => orNone(statfs(dataDir)).then((found) => found && read(found)));
  disk('free_bytes', 'Free space of the disk of DATA_DIR', ({ bavail, bsize }) => bavail * bsize);
  disk('size_bytes', 'Size of the disk of DATA_DIR', ({ blocks, bsize }) => blocks * bsize);
}
