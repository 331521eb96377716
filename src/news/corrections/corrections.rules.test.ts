import { describe, expect, test } from 'vitest';
import { correctedOn, correctionError, correctionsIn, withCorrection } from '#src/news/stories/corrections.rules.ts';

const now = new Date('2026-11-24T20:00:00Z'); // 25 November in India
const correction = { kind: 'correction', date: '2026-11-24', text: 'Not 40, but 14 lakh.' } as const;

describe('corrections in a text', () => {
  test('are read without Markdown syntax, with their kinds and dates', () => {
    const text = `It rains.

:::correction{kind=clarification date=2026-11-20}
An **earlier** version named [another town](/news/1).

It was Suryanagar.
:::

More.

:::correction{date=2026-11-24}
Not 40, but 14 lakh.
:::`;
    const found = correctionsIn(text);
    expect(found).toEqual([
      {
        kind: 'clarification',
        date: '2026-11-20',
        text: 'An earlier version named another town.\nIt was Suryanagar.',
      },
      correction,
    ]);
    expect(correctionsIn(text.replaceAll('\n', '\r\n'))).toEqual(found);
    expect(correctedOn(found.toReversed())).toBe('2026-11-24');
    expect(correctedOn([])).toBe(null);
  });

  test('are added at the end, and the text before stays', () => {
    const text = withCorrection('It rains.\n', correction) ?? '';
    expect(text).toBe('It rains.\n\n:::correction{date=2026-11-24}\nNot 40, but 14 lakh.\n:::');
    const other = { ...correction, kind: 'clarification', text: 'One.\n:::\n::picture{id=1}' } as const;
    const both = correctionsIn(withCorrection(text, other) ?? '');
    expect(both.map(({ kind, text }) => [kind, text])).toEqual([
      ['correction', correction.text],
      ['clarification', 'One. ::: ::picture{id=1}'],
    ]);
    expect(withCorrection('', correction)).toMatch(/^:::correction/);
  });

  test('are not added behind a block without an end', () => {
    expect(withCorrection('Text.\n\n:::facts[Known]\nOne.', correction)).toBe(undefined);
  });
});

describe('validation', () => {
  const block = (attributes: string, words = 'Words.') => `:::correction{${attributes}}\n${words}\n:::`;

  test('accepts today in India, and texts without corrections', () => {
    expect(correctionError(block('date=2026-11-25'), now)).toBe(undefined);
    expect(correctionError(block('kind=clarification date=1900-01-01'), now)).toBe(undefined);
    expect(correctionError('Rain :::correction{}', now)).toBe(undefined);
  });

  test.each([
    ['a day in the future', block('date=2026-11-26'), 'corrections.dateInFuture'],
    ['a day before 1900', block('date=1899-12-31'), 'corrections.dateTooEarly'],
    ['an unknown kind', block('kind=apology date=2026-11-20'), 'corrections.unreadable'],
    ['no date', ':::correction\nWords.\n:::', 'corrections.unreadable'],
    ['a day that does not exist', block('date=2026-02-31'), 'corrections.unreadable'],
    ['no text', block('date=2026-11-20', ' '), 'corrections.textRequired'],
    ['a long text', block('date=2026-11-20', 'word '.repeat(500)), 'corrections.tooLong'],
  ])('rejects %s', (_, text, key) => {
    expect(correctionError(`Story.\n\n${text}`, now)?.key).toBe(key);
  });
});
