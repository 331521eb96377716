import { describe, expect, test } from 'vitest';
import {
  changeChoice,
  groupIntoSections,
  moveChoice,
  moveChoiceBy,
  proposedWeights,
  pullQuoteIndex,
  pullQuoteOf,
  storiesForPages,
  truncateParts,
  warningsOf,
} from '#src/epaper/layout/compose.rules.ts';
import { periodRange, rangeInstants } from '#src/epaper/pages/date-range.rules.ts';

const choices = [1, 2, 3].map((id) => ({ id, weight: 'second' as const }));
const ids = (list: { id: number }[]) => list.map(({ id }) => id);

describe('the days of a period', () => {
  test('are Monday to Sunday, a month, or a year', () => {
    expect(periodRange('weekly', '2026-11-21')).toEqual({ from: '2026-11-16', to: '2026-11-22' });
    expect(periodRange('weekly', '2026-11-22')).toEqual({ from: '2026-11-16', to: '2026-11-22' });
    expect(periodRange('weekly', '2026-01-01')).toEqual({ from: '2025-12-29', to: '2026-01-04' });
    expect(periodRange('monthly', '2024-02-10')).toEqual({ from: '2024-02-01', to: '2024-02-29' });
    expect(periodRange('yearly', '2026-11-21')).toEqual({ from: '2026-01-01', to: '2026-12-31' });
  });

  test('begin and end at midnight in India', () => {
    const { from, before } = rangeInstants({ from: '2026-11-16', to: '2026-11-22' });
    expect(from.toISOString()).toBe('2026-11-15T18:30:00.000Z');
    expect(before.toISOString()).toBe('2026-11-22T18:30:00.000Z');
  });
});

describe('the proposed weights', () => {
  const story = (id: number, changes = {}) => ({ id, category: 'India', picture: true, length: 2000, ...changes });

  test('make the first long story with a picture the lead', () => {
    const proposed = proposedWeights([story(1, { picture: false }), story(2, { length: 200 }), story(3)], 'weekly');
    expect(proposed[0]).toEqual({ id: 3, weight: 'lead' });
    expect(ids(proposed)).toEqual([3, 1, 2]);
  });

  test('make every fourth story of a category a brief, in a yearly edition all but the first', () => {
    const stories = [1, 2, 3, 4, 5, 6].map((id) => story(id));
    const weightsOf = (period: 'weekly' | 'yearly') => proposedWeights(stories, period).map(({ weight }) => weight);
    expect(weightsOf('weekly')).toEqual(['lead', 'second', 'second', 'second', 'brief', 'second']);
    expect(weightsOf('yearly')).toEqual(['lead', 'second', 'brief', 'brief', 'brief', 'brief']);
    expect(proposedWeights([], 'weekly')).toEqual([]);
  });
});

describe('the order of stories', () => {
  test('changes step by step, up to the first and last place', () => {
    expect(ids(moveChoiceBy(choices, 2, -1))).toEqual([2, 1, 3]);
    expect(ids(moveChoiceBy(choices, 2, 1))).toEqual([1, 3, 2]);
    expect(moveChoiceBy(choices, 1, -1)).toBe(choices);
    expect(moveChoiceBy(choices, 9, 1)).toBe(choices);
  });

  test('changes by dropping a story before or after another', () => {
    expect(ids(moveChoice(choices, 1, { id: 3, after: true }))).toEqual([2, 3, 1]);
    expect(ids(moveChoice(choices, 3, { id: 1, after: false }))).toEqual([3, 1, 2]);
    expect(moveChoice(choices, 1, { id: 9, after: true })).toBe(choices);
  });

  test('includes only as many stories as the pages need', () => {
    const many = Array.from({ length: 100 }, () => ({ weight: 'second' as const, category: 'A', length: 6000 }));
    expect(storiesForPages(many, 1, 'a3')).toHaveLength(6);
    expect(storiesForPages(many, 1, 'a4')).toHaveLength(3);
    expect(storiesForPages(many, 50, 'a3')).toHaveLength(100);
  });
});

describe('the lead of a page', () => {
  const planned = [
    { id: 1, weight: 'lead' as const, page: 1, top: true },
    { id: 2, weight: 'second' as const, page: 3, top: true },
    { id: 3, weight: 'second' as const, page: 1 },
  ];
  const leads = (choices: typeof planned | ReturnType<typeof changeChoice>) =>
    choices.flatMap(({ id, top, page }) => (top ? [`${id} on ${page}`] : []));

  test('is replaced by a story that is made the lead', () => {
    expect(leads(changeChoice(planned, 3, { top: true }))).toEqual(['2 on 3', '3 on 1']);
  });

  test('stays when the page of another lead is typed', () => {
    const typed = changeChoice(changeChoice(planned, 2, { page: 1 }), 2, { page: 12 });
    expect(leads(typed)).toEqual(['1 on 1', '2 on 12']);
  });
});

describe('the sections', () => {
  const stories = (letters: string, length: number) =>
    letters.split('').map((category, id) => ({ id, category, length, weight: 'second' as const }));
  const listed = (letters: string, length: number) =>
    groupIntoSections(stories(letters, length), 'a3').map(({ name, own, stories }) => [name, own, ids(stories)]);

  test('follow the four stories of the front page, by category', () => {
    expect(listed('ABACBAB', 2000)).toEqual([
      ['', false, [0, 1, 2, 3]],
      ['B', false, [4, 6]],
      ['A', false, [5]],
    ]);
  });

  test('start a page if they can fill one; a small one fills the page before it', () => {
    expect(listed('AAAABBBCDBD', 4000)).toEqual([
      ['', false, [0, 1, 2, 3]],
      ['C', false, [7]],
      ['B', true, [4, 5, 6, 9]],
      ['D', false, [8, 10]],
    ]);
  });
});

describe('before a story is printed', () => {
  test('the editor is warned of long texts, small pictures and missing glyphs', () => {
    expect(warningsOf({ text: 'Short', pictureWidth: 1600 }, 'lead')).toEqual([]);
    expect(warningsOf({ text: 'x'.repeat(9001), pictureWidth: 600 }, 'lead')).toEqual(['too_long', 'small_picture']);
    expect(warningsOf({ text: 'x'.repeat(9001), pictureWidth: 600 }, 'brief')).toEqual([]);
    expect(warningsOf({ text: 'বাংলা اردو', pictureWidth: null }, 'second')).toEqual([]);
    expect(warningsOf({ text: '日本', pictureWidth: null }, 'second')).toEqual(['missing_glyph']);
  });

  test('it is cut after a paragraph, a brief after the first one', () => {
    const parts = ['a', 'b', 'c', 'd'].map((letter) => ({ text: letter.repeat(3000) }));
    expect(truncateParts(parts, 'second')).toMatchObject({ parts: parts.slice(0, 2), more: true });
    expect(truncateParts(parts, 'brief')).toEqual({ parts: parts.slice(0, 1), more: true });
    expect(truncateParts(parts.slice(0, 2), 'lead')).toEqual({ parts: parts.slice(0, 2), more: false });
  });

  test('a quotation from its middle becomes the pull quote', () => {
    const said = {
      kind: 'paragraph',
      text: 'She smiled. “I had no column for it, and I nearly crossed the whole line out,” she said.',
    };
    const other = { kind: 'paragraph', text: 'Plain.' };
    expect(pullQuoteOf([other, other, said, other, other])).toBe(
      'I had no column for it, and I nearly crossed the whole line out.',
    );
    expect(pullQuoteOf([said, other, other])).toBeUndefined();
    for (const kind of ['box', 'row', 'picture', 'heading'])
      expect(pullQuoteOf([other, other, { ...said, kind }, other, other]), kind).toBeUndefined();
  });

  test('the pull quote is placed near the middle, between two paragraphs', () => {
    const kinds = (letters: string) => letters.split('').map((kind) => ({ kind: kind === 'p' ? 'paragraph' : 'item' }));
    expect(pullQuoteIndex(kinds('pppppp'))).toBe(3);
    expect(pullQuoteIndex(kinds('ppiiip'))).toBe(1);
  });
});
