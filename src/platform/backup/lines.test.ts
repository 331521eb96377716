import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { fromLines, mergeByKey, readLines, subtract, toLines } from './lines.ts';

const all = <T>(values: AsyncIterable<T>) => Array.fromAsync(values);
const stream = <T>(...values: T[]) => Readable.from(values) as AsyncIterable<T>;

test('lines are read from pieces that end anywhere, within a character too', async () => {
  const bytes = Buffer.from('one\nदो\n\nthree');
  const pieces = [...bytes].map((byte) => Uint8Array.of(byte));
  expect(await all(readLines(stream(...pieces)))).toEqual(['one', 'दो', '', 'three']);
});

test('values come back from their lines', async () => {
  const values = [{ key: 'a\nb' }, { key: 'c' }];
  const bytes = (await all(toLines(stream(...values)))).map((line) => Buffer.from(line));
  expect(await all(fromLines(stream(...bytes)))).toEqual(values);
});

test('subtract leaves the keys that are not in the other list', async () => {
  const left = subtract(stream('a', 'b', 'd', 'e'), stream('b', 'c', 'e', 'f'), (key) => key);
  expect(await all(left)).toEqual(['a', 'd']);
  expect(await all(subtract(stream('a'), stream(), (key) => key))).toEqual(['a']);
});

test('mergeByKey returns both lists in one order', async () => {
  const value = (key: string) => ({ key });
  const merged = mergeByKey(stream(value('b'), value('c')), [value('d'), value('a')]);
  expect(await all(merged)).toEqual(['a', 'b', 'c', 'd'].map(value));
});
