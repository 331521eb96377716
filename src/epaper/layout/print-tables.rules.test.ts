import { expect, test } from 'vitest';
import { printParagraphs } from '#src/markdown/story-text.rules.ts';
import { partsOf } from './print-tables.rules.ts';

const parts = (text: string) => partsOf(printParagraphs(text));

test('a table is a part for each row, with the columns of the whole table', () => {
  const made = parts('First.\n\n| Ward | Votes |\n|---|--:|\n| Naubat Ghat | 1,204 |\n| | |\n| Chowk | 98 |\n\nLast.');
  expect(made.map(({ kind, cells }) => [kind, cells])).toEqual([
    ['paragraph', undefined],
    ['headings', ['Ward', 'Votes']],
    ['row', ['Naubat Ghat', '1,204']],
    ['row', ['Chowk', '98']],
    ['paragraph', undefined],
  ]);
  const [ward, votes] = made[2]?.columns ?? [];
  expect([ward?.alignment, votes?.alignment]).toEqual(['start', 'right']);
  expect((ward?.share ?? 0) + (votes?.share ?? 0)).toBeCloseTo(1);
  expect(ward?.share).toBeGreaterThan(votes?.share ?? 1);
  expect(made[3]?.columns).toEqual(made[2]?.columns);
  expect(made[2]?.text).toBe('Naubat Ghat, 1,204');
});

test('a table without headings has rows only', () => {
  expect(parts('| | |\n|-|-|\n|a|b|').map(({ kind }) => kind)).toEqual(['row']);
});

test.each([
  ['of six columns', '|A|B|C|D|E|F|\n|-|-|-|-|-|-|\n|1|2|3||5|6|', 'A: 1\nB: 2\nC: 3\nE: 5\nF: 6'],
  [
    'with words too long for its columns',
    '|Constituency|Representative|Turnout|\n|-|-|-|\n|Thiruvananthapuram|Krishnamurthy|70.1|',
    'Constituency: Thiruvananthapuram\nRepresentative: Krishnamurthy\nTurnout: 70.1',
  ],
])('a table %s is a record for each row', (_, text, record) => {
  expect(parts(text)).toEqual([{ kind: 'record', text: record }]);
});

test('a table without rows is its headings', () => {
  expect(parts('|A|B|\n|-|-|')).toEqual([{ kind: 'record', text: 'A\nB' }]);
});
