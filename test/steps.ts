// Runs commands in parallel, prints the output of each in one piece, and measures their time.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const root = join(import.meta.dirname, '..');
export const bin = (name: string) => join(root, 'node_modules/.bin', name);
export const vitest = (...projects: string[]) => [
  bin('vitest'),
  'run',
  ...projects.flatMap((project) => ['--project', project]),
];

export interface Step {
  name: string;
  commands: string[][];
  /** Runs before the commands, in this process. */
  before?: () => Promise<unknown>;
}

export const lint: Step = { name: 'Format and lint', commands: [[bin('biome'), 'check', '.']] };
// One checker: each of several computes the types of libraries for itself, which takes the two cores longer than one.
export const types: Step = {
  name: 'Types',
  commands: [
    [bin('react-router'), 'typegen'],
    [bin('tsc'), '--checkers', '1'],
  ],
};

type Time = readonly [name: string, seconds: number];
const begun = performance.now();
/** What `times-reporter.ts` has measured of this run. */
const fileTimes = join(root, '.cache/test-times.jsonl');
mkdirSync(dirname(fileTimes), { recursive: true });
process.env.NODE_COMPILE_CACHE ??= join(root, '.cache/compiled'); // of the tools, as in vitest.config.ts
writeFileSync(fileTimes, '');
const times: Time[] = [];
const secondsSince = (started: number) => (performance.now() - started) / 1000;
const running = new Set<ChildProcess>();

/** Runs a command. With `shown` its output is printed at once, otherwise when it has ended. */
async function run([program = '', ...words]: string[], shown: boolean) {
  const child = spawn(program, words, {
    cwd: root,
    stdio: ['ignore', shown ? 'inherit' : 'pipe', shown ? 'inherit' : 'pipe'],
    env: { ...process.env, TEST_TIMES: fileTimes },
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text));
  const [code] = await once(child, 'close');
  running.delete(child);
  return { code, output };
}

async function runStep({ name, commands, before }: Step, shown: boolean) {
  const started = performance.now();
  if (shown) console.log(`\n— ${name}`);
  await before?.();
  let printed = '';
  for (const command of commands) {
    const { code, output } = await run(command, shown);
    printed += output;
    if (code === 0) continue;
    throw new Error(`${printed}\n${name}: failed`);
  }
  times.push([name, secondsSince(started)]);
  if (!shown) console.log(`\n— ${name}\n${printed.trimEnd()}`);
}

/** Runs steps in parallel and stops all of them if one fails. */
export async function group(...steps: Step[]) {
  const [only] = steps;
  try {
    if (only && steps.length === 1) await runStep(only, true);
    else await Promise.all(steps.map((step) => runStep(step, false)));
  } catch (error) {
    console.error(`\n${(error as Error).message}`);
    for (const child of running) child.kill();
    printTimes(shownFiles);
    process.exit(1);
  }
}

/** How many files a whole run names. */
export const shownFiles = 40;

/** The slowest files, and the sum of each kind of test. */
function tablesOf(tests: [kind: string, file: string, ms: number][], files: number): Time[][] {
  const sums = (nameOf: (test: [string, string, number]) => string) => {
    const sum = new Map<string, number>();
    for (const test of tests) sum.set(nameOf(test), (sum.get(nameOf(test)) ?? 0) + test[2] / 1000);
    return [...sum].sort(([, a], [, b]) => b - a);
  };
  return [sums(([, file]) => file).slice(0, files), sums(([kind]) => `All tests of ${kind}`)];
}

/** Prints the duration of the slowest files, of each kind of test, of each step, and of everything. */
export function printTimes(files = 0): void {
  const lines = readFileSync(fileTimes, 'utf8').split('\n').filter(Boolean);
  const tables: Time[][] = [
    ...tablesOf(
      lines.map((line) => JSON.parse(line)),
      files,
    ),
    [...times, ['Everything', secondsSince(begun)]],
  ];
  for (const table of tables) {
    console.log();
    for (const [name, seconds] of table) console.log(`${name.padEnd(60)}${seconds.toFixed(1).padStart(8)} s`);
  }
}
