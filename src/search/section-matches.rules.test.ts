import { expect, test } from 'vitest';
import { matchSections } from './section-matches.rules.ts';

const sections = [
  { names: ['Sports News', 'खेल समाचार'] },
  { names: ['Cricket', 'क्रिकेट'] },
  { names: ['Current News'] },
  { names: ['News'] },
  { names: ['Banking & Finance'] },
];
const found = (query: string) => matchSections(query, sections).map(({ names }) => names[0]);

test.each([
  ['cricket', ['Cricket']],
  ['CRICKET ', ['Cricket']],
  ['cric', ['Cricket']],
  ['क्रिकेट', ['Cricket']],
  ['खेल', ['Sports News']],
  ['sports news', ['Sports News']],
  ['news', ['News', 'Sports News', 'Current News']],
  ['finance banking', ['Banking & Finance']],
  ['cricket score', []],
  ['cr', []],
  ['ket', []],
  ['', []],
  ['& !', []],
])('%j finds %j', (query, expected) => expect(found(query)).toEqual(expected));
