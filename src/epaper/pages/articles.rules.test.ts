import { expect, test } from 'vitest';
import { findArticles } from './articles.rules.ts';
import type { PlacedWord } from './search.rules.ts';

const page = { widthPt: 600, heightPt: 800 };

/** Words of lines set from this point on, in letters of this size. */
function block(lines: string[], left: number, top: number, size = 10): PlacedWord[] {
  return lines.flatMap((line, row) => {
    let x = left;
    return line.split(' ').map((word): PlacedWord => {
      const [from, to] = [x, x + word.length * size * 0.5];
      x = to + size * 0.3;
      const y = top + row * size * 1.2;
      return [word, from / 600, y / 800, to / 600, (y + size) / 800];
    });
  });
}

const text = (about: string, lines = 6) => Array.from({ length: lines }, (_, n) => `${about} runs in line ${n}`);

test('articles are found by headline, and read column by column', () => {
  const found = findArticles(
    [
      ...block(['Ferry sails late again', 'from Naubat Ghat'], 20, 60, 24),
      ...block(text('left ferry'), 20, 130),
      ...block(text('right ferry'), 170, 130),
      ...block(['Onion mandi'], 380, 60, 20),
      ...block(text('the mandi', 8), 380, 100),
      ...block(['Schools open'], 20, 300, 20),
      ...block(text('a school'), 20, 340),
    ],
    page,
  );
  expect(found.map(({ title }) => title)).toEqual([
    'Ferry sails late again from Naubat Ghat',
    'Onion mandi',
    'Schools open',
  ]);
  const [ferry, mandi, schools] = found;
  expect(ferry?.text).toMatch(/^left ferry runs in line 0 .*left ferry runs in line 5 right ferry runs in line 0/);
  expect(ferry?.text).not.toContain('mandi');
  expect(mandi?.text).toContain('the mandi runs in line 7');
  expect(schools?.text).toBe(text('a school').join(' '));
  expect(mandi?.region).toMatchObject({ left: 0.6333, top: 0.075 });
});

test('a line to the right of a short headline belongs to it', () => {
  const [article] = findArticles(
    [...block(['Ferry late'], 20, 60, 24), ...block(text('left'), 20, 100), ...block(text('right'), 300, 100)],
    page,
  );
  expect(article?.text).toContain('right runs in line 5');
});

test.each([
  ['one size of letters', block(['Ferry sails late', ...text('the ferry')], 20, 60)],
  ['a poster', block(['Great sale of umbrellas', 'only today and tomorrow'], 20, 60, 40)],
  [
    'a nameplate without text below it',
    [...block(text('the ferry', 20), 20, 60), ...block(['News Wing'], 20, 700, 40)],
  ],
  ['nothing', []],
])('a page with %s has no articles', (_, words) => {
  expect(findArticles(words, page)).toEqual([]);
});

test('large text gives no more away than a headline', () => {
  const long = Array.from({ length: 12 }, (_, n) => `a long pulled quotation ${n}`);
  const found = findArticles([...block(long, 20, 60, 18), ...block(text('the ferry', 60), 20, 400, 5)], page);
  for (const { title } of found) expect(title.length).toBeLessThanOrEqual(160);
});

test('a page of more words than a newspaper has none, as it would take too long', () => {
  const words = [...block(['Ferry sails late again'], 20, 60, 24), ...block(text('left ferry'), 20, 130)];
  expect(findArticles(words, page)).toHaveLength(1);
  expect(findArticles([...words, ...Array<PlacedWord>(10_000).fill(['dot', 0.9, 0.9, 0.91, 0.91])], page)).toEqual([]);
});
