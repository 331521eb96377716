import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { siteForFile } from '#test/site-for-file.ts';
import { fold, isIndic, phoneticKey, respell, transliterate } from '../folding.rules.ts';

const site = siteForFile();

// Characters that occur in stories, with the difficult ones: marks, joiners, digits, punctuation, other planes.
const ranges: [number, number][] = [
  [0x20, 0x7e],
  [0xa0, 0x24f],
  [0x300, 0x36f],
  [0x600, 0x6ff],
  [0x900, 0xd7f],
  [0x2000, 0x206f],
  [0xfb00, 0xfb06],
  [0x1f600, 0x1f610],
];
const sign = fc.oneof(
  ...ranges.map(([min, max]) => fc.integer({ min, max }).map((code) => String.fromCodePoint(code))),
);
const word = fc.array(sign, { maxLength: 12 }).map((signs) => signs.join(''));
const texts = () =>
  fc.sample(
    fc.array(word, { maxLength: 6 }).map((words) => words.join(' ')),
    { numRuns: 2000, seed: 7 },
  );

const inSql = async (call: ReturnType<typeof sql>) => (await site.db.execute(call)).rows.map(({ value }) => value);

test('the database folds text as the rule does', async () => {
  const given = texts();
  const folded = await inSql(
    sql`SELECT search_fold(given) AS value FROM unnest(${sql.param(given)}::text[]) WITH ORDINALITY AS t(given, n) ORDER BY n`,
  );
  expect(folded).toEqual(given.map(fold));
});

test('the database computes phonetic keys as the rule does', async () => {
  const given = texts()
    .flatMap((text) => fold(text).split(' '))
    .filter(isIndic);
  expect(given.length).toBeGreaterThan(1000);
  const keys = await inSql(
    sql`SELECT jsonb_build_array(search_roman(given), search_sound(given)) AS value
      FROM unnest(${sql.param(given)}::text[]) WITH ORDINALITY AS t(given, n) ORDER BY n`,
  );
  expect(keys).toEqual(given.map((one) => [transliterate(one), phoneticKey(one)]));
});

test('the database respells Latin words as the rule does', async () => {
  const letter = fc.constantFrom(...'aaeeiioouucchhssppwzqxfkgjtdbrmn');
  const latin = fc.array(letter, { minLength: 1, maxLength: 14 }).map((letters) => letters.join(''));
  const given = [...fc.sample(latin, { numRuns: 3000, seed: 7 }), 'café', 'a1b2c3', 'ไทย'];
  const spelt = await inSql(
    sql`SELECT jsonb_build_array(search_respelt(given), search_sound(given)) AS value
      FROM unnest(${sql.param(given)}::text[]) WITH ORDINALITY AS t(given, n) ORDER BY n`,
  );
  expect(spelt).toEqual(given.map((one) => [respell(one), phoneticKey(one)]));
});
