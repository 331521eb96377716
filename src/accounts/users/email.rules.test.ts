import fc from 'fast-check';
import addressparser from 'nodemailer/lib/addressparser';
import { expect, test } from 'vitest';
import { anyText, runs } from '#test/properties.ts';
import { isEmail, isSameEmail, parseEmail } from './email.rules.ts';

test.each([
  ['asha.rao@example.org', 'asha.rao@example.org'],
  [' Asha.Rao@Example.org ', 'Asha.Rao@Example.org'],
  ['asha+paper@example.co.in', 'asha+paper@example.co.in'],
  ["o'brien@mail.example.org", "o'brien@mail.example.org"],
  ['asha-rao_1@example.org', 'asha-rao_1@example.org'],
  ['asha-@example.org', 'asha-@example.org'],
  ['_asha@example.org', '_asha@example.org'],
  ['r&d@example.org', 'r&d@example.org'],
  ['asha@xn--p1b6ci4b4b3a.xn--h2brj9c', 'asha@xn--p1b6ci4b4b3a.xn--h2brj9c'],
  ['asha@उदाहरण.भारत', 'asha@xn--p1b6ci4b4b3a.xn--h2brj9c'],
  ['उपयोगकर्ता@उदाहरण.भारत', 'उपयोगकर्ता@xn--p1b6ci4b4b3a.xn--h2brj9c'],
  [`${'a'.repeat(64)}@example.org`, `${'a'.repeat(64)}@example.org`],
])('%s is stored as %s', (typed, stored) => {
  expect(parseEmail(typed)).toBe(stored);
});

test.each([
  '',
  'asha',
  'asha@home',
  'asha at home',
  '@example.org',
  'Foo<b@v.test>',
  '<b@v.test>',
  'x,y@v.test',
  'x;y@v.test',
  'a@b.test,c@d.test',
  'a@b.test c@d.test',
  'b@v.test (comment)',
  '"a b"@v.test',
  '"ab"@v.test',
  'group:a@b.test;',
  'a b@v.test',
  'a@v@w.test',
  'asha@v.test\nBcc: x@y.test',
  'asha\u200b@v.test',
  'asha\u202e@v.test',
  'asha@v\u00ad.test',
  'ㅤ@v.test', // the Hangul filler, an invisible letter
  'asha\u0007@v.test',
  'asha@[192.0.2.1]',
  'asha@192.0.2.1',
  'asha@v..test',
  'asha@-v.test',
  'asha@v.test.',
  'asha@v.test/x',
  'asha@v%2etest',
  'asha@v:25.test',
  '-oXtmp@example.org', // an option of a program such as sendmail
  '-asha@v.test',
  '--asha@v.test',
  '|id@v.test', // a pipe to a program, for mail servers that expand aliases
  '/tmp/x@v.test', // a file, likewise
  '!asha@v.test', // a route through other machines (UUCP), as the next ones
  'home!asha@v.test',
  'asha%home@v.test',
  '.asha@v.test',
  'asha.@v.test',
  'asha..rao@v.test',
  '$(id)@v.test',
  '`id`@v.test',
  '{a,b}@v.test',
  '=?utf-8?q?asha?=@v.test', // an encoded word of a header
  '=asha@v.test',
  '~asha@v.test',
  '*@v.test',
  'asha?@v.test',
  '\u0301asha@v.test', // begins with a combining mark
  `${'a'.repeat(65)}@v.test`,
  `a@${'b'.repeat(64)}.test`,
  `a@${'b.'.repeat(130)}test`,
])('%j is not an e-mail address', (typed) => {
  expect(isEmail(typed)).toBe(false);
});

test('validating an address of a megabyte is not quadratic, which would take minutes', () => {
  for (const typed of [`a@${'.'.repeat(1_000_000)}@`, `${'a.'.repeat(500_000)}@v.test`, ' '.repeat(1_000_000)])
    expect(isEmail(typed)).toBe(false);
});

test('different forms of the same mailbox are equal', () => {
  expect(isSameEmail('Asha@Example.org', ' asha@example.ORG')).toBe(true);
  expect(isSameEmail('asha@उदाहरण.भारत', 'asha@xn--p1b6ci4b4b3a.xn--h2brj9c')).toBe(true);
  expect(isSameEmail('asha@example.org', 'asha.rao@example.org')).toBe(false);
});

test('the mail library parses every accepted address as exactly one address', () => {
  const parts = fc.constantFrom(
    'a',
    'Rao',
    '.',
    '@',
    '+',
    ',',
    ';',
    ':',
    '"',
    '<',
    '>',
    '(',
    ')',
    ' ',
    '\\',
    '\n',
    'é',
    'test',
  );
  const typed = fc.oneof(
    fc.array(parts, { maxLength: 12 }).map((list) => list.join('')),
    fc
      .tuple(anyText(10), fc.string({ unit: 'grapheme', maxLength: 10 }))
      .map(([local, domain]) => `${local}@${domain}.test`),
    fc.emailAddress(),
  );
  fc.assert(
    fc.property(typed, (text) => {
      const address = parseEmail(text);
      if (address !== undefined) expect(addressparser(address)).toEqual([{ address, name: '' }]);
    }),
    { numRuns: runs(5000) },
  );
});
