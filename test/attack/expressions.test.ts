// Runs with the unit tests: every regular expression must match in linear time, whatever the input (ReDoS).
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { check } from 'recheck';
import { parseSync, Visitor } from 'vite';
import { expect, test, vi } from 'vitest';

interface Expression {
  file: string;
  source: string;
  flags: string;
}

// Decides by the number of characters read, not by the clock as well: on a busy machine every expression is slow.
// `timeout` finds one that is not checked at all.
const limits = { attackTimeout: null, incubationTimeout: null, timeout: 60_000 };

const root = join(import.meta.dirname, '../..');

/** The regular expressions of a file: its literals, and those constructed while it is loaded. */
async function expressionsIn(file: string): Promise<Expression[]> {
  const found: Expression[] = [];
  let puts = 0;
  const { program } = parseSync(file, await readFile(join(root, file), 'utf8'));
  new Visitor({
    Literal(node) {
      if ('regex' in node && node.regex) found.push({ file, source: node.regex.pattern, flags: node.regex.flags });
    },
    NewExpression({ callee }) {
      if (callee.type === 'Identifier' && callee.name === 'RegExp') puts += 1;
    },
  }).visit(program);
  if (!puts) return found;
  const made = await expressionsMadeBy(file);
  expect(made.length, `${file} puts expressions together when it is loaded, not later`).toBeGreaterThanOrEqual(puts);
  return [...found, ...made];
}

async function expressionsMadeBy(file: string): Promise<Expression[]> {
  const made: Expression[] = [];
  const { RegExp: own } = globalThis;
  globalThis.RegExp = new Proxy(own, {
    construct(target, [source, flags = '']: [string | RegExp, string?]) {
      if (typeof source === 'string') made.push({ file, source, flags });
      return new target(source, flags);
    },
  });
  vi.resetModules(); // a cached module would construct none
  try {
    await import(join(root, file));
  } finally {
    globalThis.RegExp = own;
  }
  return made;
}

test('every regular expression matches in linear time', async () => {
  const expressions: Expression[] = [];
  for await (const file of glob('src/**/*.{ts,tsx}', { cwd: root }))
    if (!file.includes('.test.')) expressions.push(...(await expressionsIn(file)));
  expect(expressions.length).toBeGreaterThan(100);
  const slow: string[] = [];
  for (const { file, source, flags } of expressions) {
    const { status } = await check(source, flags, limits);
    if (status !== 'safe') slow.push(`${file}: /${source}/${flags} is ${status}`);
  }
  expect(slow).toEqual([]);
}, 300_000);
