import { expect, test } from 'vitest';
import { wordDiff } from './word-diff.ts';

const shown = (before: string, after: string) =>
  wordDiff(before, after)
    .map(({ in: where, text }) => ({ both: text, before: `[-${text}]`, after: `[+${text}]`, gap: '…' })[where])
    .join('');

test.each([
  ['The ferry is late.', 'The ferry is early.', 'The ferry is [-late][+early].'],
  ['The old ferry', 'The brand new ferry', 'The [-old ][+brand new ]ferry'],
  ['First words.', 'My text.', '[-First words][+My text].'],
  ['One.\n\nTwo.', 'One.\n\nTwo.\n\nThree.', 'One.\n\nTwo.[+\n\nThree.]'],
  ['नगर निगम की क्षमता', 'नगर परिषद की क्षमता', 'नगर [-निगम][+परिषद] की क्षमता'],
  ['', 'New', '[+New]'],
  ['Same', 'Same', 'Same'],
])('%s → %s', (before, after, expected) => expect(shown(before, after)).toBe(expected));

test('long unchanged passages are cut at words, so that the one difference is in sight', () => {
  const passage = 'Many words that nobody has changed. '.repeat(400);
  const parts = wordDiff(`${passage}late ${passage}`, `${passage}early ${passage}`);
  expect(parts.map(({ in: where }) => where)).toEqual(['gap', 'both', 'before', 'after', 'both', 'gap']);
  expect(parts[1]?.text).toMatch(/^\s?\S.*changed\. $/);
  expect(parts.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(400);
});

test('two different texts of the greatest length are not compared by words, which would take minutes', () => {
  const text = (seed: number) => Array.from({ length: 25_000 }, (_, n) => `w${(n * seed) % 7919}`).join(' ');
  expect(wordDiff(text(31), text(37)).map(({ in: where }) => where)).toEqual(['before', 'after']);
});
