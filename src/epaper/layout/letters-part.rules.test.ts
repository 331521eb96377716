import { expect, test } from 'vitest';
import { translator } from '#src/messages/server-catalogue.ts';
import { pageSizes } from './layout-page.rules.ts';
import { lettersArea, lettersPart } from './letters-part.rules.ts';

const t = translator('en');
const letter = { name: 'Ila Bose', place: 'Raipur', text: 'One.\nTwo.\n\nThree.', language: 'en', story: 'Ferry' };

test('letters about a story follow one heading, each with its writer and in its direction', () => {
  const urdu = { ...letter, name: 'زینب', place: 'لکھنؤ', text: 'پل بہت پرانا ہے۔', language: 'ur', story: 'Bridge' };
  const part = lettersPart([letter, { ...letter, name: 'Ravi' }, urdu], t);
  expect(part?.title).toBe('Letters to the editor');
  expect(part?.letters).toMatchObject([
    { about: 'On “Ferry”', paragraphs: [['One.', 'Two.'], ['Three.']], writer: 'Ila Bose, Raipur', direction: 'ltr' },
    { about: null, writer: 'Ravi, Raipur' },
    { about: 'On “Bridge”', writer: 'زینب، لکھنؤ', script: 'Arabic', direction: 'rtl' },
  ]);
  expect(lettersPart([{ ...letter, name: '', place: '' }], t)?.letters[0]?.writer).toBe(''); // an account deleted
  expect(lettersPart([], t)).toBeNull();
});

test('longer letters take more of the page', () => {
  const areaOf = (text: string) => lettersArea(lettersPart([{ ...letter, text }], t) as never, pageSizes.a3);
  expect(areaOf('word '.repeat(300))).toBeGreaterThan(2 * areaOf('word'));
});
