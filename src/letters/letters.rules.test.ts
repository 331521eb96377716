import { expect, test } from 'vitest';
import { dayMs, startOfDayInIndia } from '#src/rules/calendar.rules.ts';
import { checkLetter, checkTexts, countWords, isOpen, lettersMarkdown, mayMove, tidyTexts } from './letters.rules.ts';

const form = { name: 'Ila Bose', place: 'Raipur', email: 'ila@readers.test', text: 'Run the ferry.', consent: true };

test('a complete letter is valid, also one of exactly 300 words', () => {
  expect(checkLetter(form)).toEqual({});
  expect(checkLetter({ ...form, text: 'शब्द '.repeat(300) })).toEqual({});
});

test.each([
  ['name', '', 'errors.required'],
  ['name', 'call 98765 43210', 'errors.noAddresses'],
  ['place', ' ', 'errors.required'],
  ['place', 'www.evil.test', 'errors.noAddresses'],
  ['email', 'Ila <ila@readers.test>', 'accounts.emailInvalid'],
  ['text', ' \n ', 'errors.required'],
  ['text', 'Write to me@evil.test', 'letters.noLinks'],
  ['consent', false, 'letters.consentRequired'],
])('%s as "%s" is an error', (field, value, key) => {
  expect(checkLetter({ ...form, [field]: value })).toEqual({ [field]: { key } });
});

test('a text that is too long names both numbers', () => {
  expect(checkTexts({ ...form, text: 'word '.repeat(301) }).text).toEqual({
    key: 'letters.tooManyWords',
    params: { max: 300, words: 301 },
  });
  expect(countWords(' one\ntwo  three ')).toBe(3);
});

test('texts are trimmed, with single empty lines between paragraphs', () => {
  const typed = { name: ' Ila ', place: ' Raipur', text: '\nOne.  \r\n\r\n \r\n\r\nTwo.\nThree. ' };
  expect(tidyTexts(typed)).toEqual({ name: 'Ila', place: 'Raipur', text: 'One.\n\nTwo.\nThree.' });
});

test('a story takes letters until the end of a day in India, and none when they are turned off', () => {
  const published = new Date(startOfDayInIndia('2026-11-01').getTime() + 23 * 3_600_000);
  const endOf = (day: string) => new Date(startOfDayInIndia(day).getTime() + dayMs - 1);
  expect(isOpen(published, 30, endOf('2026-12-01'))).toBe(true);
  expect(isOpen(published, 30, startOfDayInIndia('2026-12-02'))).toBe(false);
  expect(isOpen(published, 0, published)).toBe(false);
});

test('editors decide on letters that wait or are decided, never on those without confirmation', () => {
  expect(mayMove('waiting', 'published')).toBe(true);
  expect(mayMove('published', 'declined')).toBe(true);
  expect(mayMove('declined', 'published')).toBe(true);
  expect(mayMove('declined', 'declined')).toBe(false);
  expect(mayMove('unconfirmed', 'published')).toBe(false);
});

test('letters for print are grouped by story, and what they contain is no Markdown', () => {
  const letter = { name: 'Ila', place: 'Raipur', story: 'Ferry [1]' };
  expect(
    lettersMarkdown([
      { ...letter, text: '- One\n> Two\n3) Three <b>' },
      { ...letter, story: 'Bus', text: 'Late.' },
      { ...letter, name: '', place: '', text: '=====' },
    ]),
  ).toBe(
    [
      '## Ferry \\[1\\]\n\n\\- One\n\\> Two\n3\\) Three \\<b\\>\n\n**Ila, Raipur**\n\n\\=====\n',
      '## Bus\n\nLate.\n\n**Ila, Raipur**\n',
    ].join('\n'),
  );
});
