import { describe, expect, test } from 'vitest';
import { translator } from '#src/messages/server-catalogue.ts';
import { boxArea, boxInColumns, correctionDays, correctionsBox } from './corrections-box.rules.ts';
import { pageSizes } from './layout-page.rules.ts';

const texts = { t: translator('en'), locale: 'en-IN', siteUrl: 'https://paper.test' };
const correction = (storyId: number, text = 'Not 40, but 14 lakh.') =>
  ({ kind: 'correction', date: '2026-11-24', text, storyId, title: `Canal budget ${storyId}` }) as const;
const many = (count: number, text?: string) => Array.from({ length: count }, (_, id) => correction(id + 1, text));

describe('the box of corrections', () => {
  test('has the headline, the kind and the date; there is none without corrections', () => {
    expect(correctionsBox([], texts)).toBe(null);
    expect(correctionsBox([correction(42)], texts)).toEqual({
      title: 'Corrections',
      items: [
        {
          story: 'Canal budget 42',
          heading: 'Correction, 24 November 2026:',
          text: 'Not 40, but 14 lakh.',
          rest: null,
        },
      ],
      more: null,
    });
  });

  test('cuts a long one at a sentence, and says where the rest is', () => {
    const box = correctionsBox([correction(42, `${'It was fourteen lakh. '.repeat(30)}\nEnd.`)], texts);
    expect(box?.items[0]?.text).toMatch(/^It was .* fourteen lakh\.$/);
    expect(box?.items[0]?.text.length).toBeLessThan(281);
    expect(box?.items[0]?.rest).toMatchObject({ shown: 'paper.test/news/42', url: 'https://paper.test/news/42' });
  });

  test('has eight at most, and then the address of all', () => {
    expect(correctionsBox(many(8), texts)).toMatchObject({ more: null });
    const box = correctionsBox(many(9), texts);
    expect(box?.items).toHaveLength(8);
    expect(box?.more?.url).toBe('https://paper.test/corrections');
  });

  test('is in columns, in order, and leaves room for stories', () => {
    const box = correctionsBox(many(8, 'It was fourteen lakh. '.repeat(20)), texts);
    for (const sheet of Object.values(pageSizes)) {
      const columns = box ? boxInColumns(box, sheet) : [];
      expect(columns).toHaveLength(sheet.columns / 2);
      expect(columns.flat()).toEqual(box?.items);
      expect(Math.max(...columns.map(({ length }) => length))).toBeLessThan(5);
      expect(box && boxArea(box, sheet)).toBeLessThan(sheet.columns * sheet.height * 0.55);
    }
  });
});

test('the corrections are those since the edition before was made', () => {
  const days = { from: '2026-11-16', to: '2026-11-22' };
  expect(correctionDays(days, undefined)).toEqual({ after: '2026-11-15', until: '2026-11-22' });
  const made = (madeOn: string) => correctionDays(days, { lastDay: '2026-11-15', madeOn }).after;
  expect(made('2026-11-16')).toBe('2026-11-15');
  expect(made('2026-11-15')).toBe('2026-11-14');
  expect(made('2026-11-12')).toBe('2026-11-11');
});
