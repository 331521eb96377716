// Lists too long for memory are files with a JSON value on each line.
import type { z } from 'zod';
import { Damaged } from './parts.ts';

export async function* toLines(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const value of values) yield `${JSON.stringify(value)}\n`;
}

export async function* fromLines<T>(source: AsyncIterable<Uint8Array>): AsyncGenerator<T> {
  for await (const line of readLines(source)) yield JSON.parse(line) as T;
}

/** The same for a file of a backup. Throws Damaged for a line that no backup has; `name` is the file's. */
export async function* parseLines<T>(
  source: AsyncIterable<Uint8Array>,
  schema: z.ZodType<T>,
  name: string,
): AsyncGenerator<T> {
  for await (const line of readLines(source)) {
    const value = schema.safeParse(parseJson(line));
    if (!value.success)
      throw new Damaged(`${name} has a line that no backup has: ${JSON.stringify(line.slice(0, 200))}.`);
    yield value.data;
  }
}

/** Throws Damaged if there are more or fewer values than the manifest states. */
export async function* counted<T>(values: AsyncIterable<T>, count: number, name: string): AsyncGenerator<T> {
  let found = 0;
  for await (const value of values) {
    found += 1;
    if (found > count) throw new Damaged(`${name} has more lines than the manifest says: ${count}.`);
    yield value;
  }
  if (found < count) throw new Damaged(`${name} has ${found} lines instead of ${count}.`);
}

/** Undefined for a text that is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// A few bytes can be decompressed to a line that fills the memory.
const maxLine = 10_000_000;

export async function* readLines(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of source) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > maxLine) throw new Damaged('A list of the backup has a line that is too long.');
    yield* lines;
  }
  if (rest) yield rest;
}

/** The values of `from` whose key is not among those of `without`. Both are in the order of their keys. */
export async function* subtract<T>(
  from: AsyncIterable<T>,
  without: AsyncIterable<string>,
  keyOf: (value: T) => string,
): AsyncGenerator<T> {
  const others = without[Symbol.asyncIterator]();
  let other = await others.next();
  for await (const value of from) {
    const key = keyOf(value);
    while (!other.done && other.value < key) other = await others.next();
    if (other.done || other.value !== key) yield value;
  }
  await others.return?.();
}

/** Both in the order of their keys. */
export async function* mergeByKey<T extends { key: string }>(
  many: AsyncIterable<T>,
  few: readonly T[],
): AsyncGenerator<T> {
  const sorted = few.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  let next = 0;
  for await (const value of many) {
    for (let other = sorted[next]; other && other.key < value.key; other = sorted[next]) {
      yield other;
      next += 1;
    }
    yield value;
  }
  yield* sorted.slice(next);
}
