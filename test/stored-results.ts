import { createHash, randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { TaskOptions, WorkerPool } from '#src/platform/workers/pool.ts';
import type { ProgressOf, TaskName, Tasks } from '#src/platform/workers/tasks.ts';

// Pictures, PDFs and typesetting take half of the processor's time of all tests, and most of it for the same few files.

/** What a task has done: the reports with the files that were there by then, the files of its end, and its answer. */
interface Result {
  reports: { value: unknown; files: string[] }[];
  files: string[];
  output: unknown;
}

const folder = join(import.meta.dirname, '../.cache/results');
/** The task changes its input file. */
const inPlace: TaskName = 'removeMetadata';
/** Where tasks write to. */
const targets = ['outDir', 'out'];

/**
 * A pool that stores what its tasks make under `.cache/results`, by the hash of their input and of the programs and libraries
 * that make it, and takes it from there the next time. Files are in the result only if the task writes them to `outDir`
 * before it reports them, or to `out`.
 */
export const storeResults = (pool: WorkerPool): WorkerPool => ({
  close: pool.close,
  run: async (task, input, options) => {
    if (task === inPlace) return pool.run(task, input, options);
    const place = join(folder, await keyOf(task, input));
    const stored = await readFile(join(place, 'result')).then(deserialize, () => undefined);
    return stored ? repeat(place, stored as Result, input, options) : record(place, pool, task, input, options);
  },
});

async function repeat<N extends TaskName>(
  place: string,
  { reports, files, output }: Result,
  input: Tasks[N]['input'],
  { onProgress, kill, signal }: TaskOptions<N>,
): Promise<Tasks[N]['output']> {
  signal?.throwIfAborted();
  for (const report of reports) {
    kill?.throwIfAborted();
    await copyOut(place, report.files, input);
    await onProgress?.(report.value as ProgressOf<N>); // stored for the same task
  }
  kill?.throwIfAborted();
  await copyOut(place, files, input);
  return output as Tasks[N]['output']; // likewise
}

async function record<N extends TaskName>(
  place: string,
  pool: WorkerPool,
  task: N,
  input: Tasks[N]['input'],
  options: TaskOptions<N>,
): Promise<Tasks[N]['output']> {
  const unfinished = `${place}-${randomUUID()}`;
  await mkdir(unfinished, { recursive: true });
  try {
    const seen = new Set<string>();
    const take = () => copyIn(unfinished, input, seen);
    const reports: Result['reports'] = [];
    const onProgress = async (value: ProgressOf<N>) => {
      reports.push({ value, files: await take() });
      await options.onProgress?.(value);
    };
    const output = await pool.run(task, input, { ...options, onProgress });
    const result: Result = { reports, files: await take(), output };
    await writeFile(join(unfinished, 'result'), serialize(result));
    await rename(unfinished, place).catch(() => undefined); // another process was faster
    return output;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** The files that a task may have written by now: by the name under which they are stored, and their path. */
async function written(input: object): Promise<[name: string, path: string][]> {
  const { outDir, out, draw } = input as { outDir?: string; out?: string; draw?: { out: string } };
  const inFolder = outDir ? await readdir(outDir) : [];
  return [
    ...inFolder.map((name): [string, string] => [`in-${name}`, join(outDir ?? '', name)]),
    ...(out ? [['out', out] as [string, string]] : []),
    ...(draw ? [['drawn', draw.out] as [string, string]] : []),
  ];
}

async function copyIn(place: string, input: object, seen: Set<string>): Promise<string[]> {
  const copied: string[] = [];
  for (const [name, path] of await written(input)) {
    if (
      seen.has(name) ||
      !(await stat(path).then(
        (file) => file.isFile(),
        () => false,
      ))
    )
      continue;
    await cp(path, join(place, name));
    seen.add(name);
    copied.push(name);
  }
  return copied;
}

async function copyOut(place: string, files: string[], input: object): Promise<void> {
  const { outDir = '', out = '', draw } = input as { outDir?: string; out?: string; draw?: { out: string } };
  const pathOf = (name: string) =>
    name === 'out' ? out : name === 'drawn' ? (draw?.out ?? '') : join(outDir, name.slice('in-'.length));
  for (const name of files) await cp(join(place, name), pathOf(name));
}

let programs: Promise<string> | undefined;

/** A hash of everything but the input that a result depends on. */
async function hashPrograms(): Promise<string> {
  const root = join(import.meta.dirname, '..');
  const workers = join(root, 'src/platform/workers');
  const files = (await readdir(workers, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name)).sort();
  const paths = [...files.map((name) => join(workers, name)), join(root, 'package-lock.json')];
  const texts = await Promise.all(paths.map((path) => readFile(path)));
  return hash(process.version, ...texts);
}

const hash = (...parts: (string | Uint8Array)[]) => {
  const sum = createHash('sha256');
  for (const part of parts) sum.update(part).update('\0');
  return sum.digest('hex');
};

async function keyOf(task: TaskName, input: unknown): Promise<string> {
  programs ??= hashPrograms();
  return hash(await programs, task, JSON.stringify(await plain(input)));
}

/** The input with hashes of files and bytes instead of them, and without the places to write to. */
async function plain(value: unknown, name = ''): Promise<unknown> {
  if (targets.includes(name)) return '';
  if (value instanceof Uint8Array) return hash(value);
  if (typeof value === 'string') return isAbsolute(value) ? readFile(value).then(hash, () => value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return Promise.all(value.map((item) => plain(item)));
  const entries = Object.entries(value).map(async ([key, item]) => [key, await plain(item, key)] as const);
  return Object.fromEntries(await Promise.all(entries));
}
