// Runs commands in parallel, prints the output of each in one piece, and measures their time.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

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
  env?: Record<string, string>;
  /** Runs before the commands, in this process. */
  before?: () => Promise<unknown>;
}

export const lint: Step = { name: 'Format and lint', commands: [[bin('biome'), 'check', '.']] };
export const types: Step = { name: 'Types', commands: [[bin('react-router'), 'typegen'], [bin('tsc')]] };

const begun = performance.now();
const times: [name: string, seconds: number][] = [];
const secondsSince = (started: number) => (performance.now() - started) / 1000;
const running = new Set<ChildProcess>();

/** Runs a command. With `shown` its output is printed as it comes, otherwise when it has ended. */
async function run([program = '', ...words]: string[], env: Record<string, string>, shown: boolean) {
  const child = spawn(program, words, {
    cwd: root,
    stdio: ['ignore', shown ? 'inherit' : 'pipe', shown ? 'inherit' : 'pipe'],
    env: { ...process.env, ...env },
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text));
  const [code] = await once(child, 'close');
  running.delete(child);
  return { code, output };
}

async function runStep({ name, commands, env = {}, before }: Step, shown: boolean) {
  const started = performance.now();
  if (shown) console.log(`\n— ${name}`);
  await before?.();
  let printed = '';
  for (const command of commands) {
    const { code, output } = await run(command, env, shown);
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
    process.exit(1);
  }
}

/** Prints the duration of each step and the total. */
export function printTimes(): void {
  console.log();
  for (const [name, seconds] of [...times, ['Everything', secondsSince(begun)] as const])
    console.log(`${name.padEnd(40)}${seconds.toFixed(1).padStart(8)} s`);
}
