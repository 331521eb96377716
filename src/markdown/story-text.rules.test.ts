import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainText, printParagraphs, shorten, storyHtml, summaryOf } from './story-text.rules.ts';

test('plain text becomes paragraphs, and the first one the standfirst', () => {
  expect(storyHtml('One\ntwo\n\nThree')).toEqual({ standfirst: 'One<br>\ntwo', html: '<p>Three</p>\n' });
});

test('a single paragraph is the body, not the standfirst', () => {
  expect(storyHtml('Only this')).toEqual({ standfirst: null, html: '<p>Only this</p>\n' });
  expect(storyHtml('')).toEqual({ standfirst: null, html: '' });
});

test('supports headings below the headline, emphasis, quotations, lists and links', () => {
  const { html } = storyHtml('lead\n\n# Head\n\n**b** *i*\n\n> q\n\n- a\n- b\n\n1. x\n\n[l](/news/1)');
  for (const part of [
    '<h2>Head</h2>',
    '<strong>b</strong>',
    '<em>i</em>',
    '<blockquote>',
    '<ul>',
    '<ol>',
    '<a href="/news/1">l</a>',
  ])
    expect(html).toContain(part);
});

test.each([
  '<script>alert(1)</script>',
  '[x](javascript:alert(1))',
  '![x](/a.png)',
  '<img src=x onerror=alert(1)>',
  '[x](data:text/html,hi)',
])('%s produces no script, image or unsafe link', (text) => {
  const { html } = storyHtml(text);
  expect(html).not.toMatch(/<(script|img)\b|href="(javascript|data):/);
});

test.each([
  'https://example.org/a?b=c#d',
  'HTTP://example.org/',
  'mailto:asha@example.org?subject=Ferry',
  'tel:+919876543210',
  '/news/42',
  '/news/42:times',
  '#corrections',
  '?page=2',
])('a story may link to %s', (address) => {
  expect(storyHtml(`[x](${address})`).html).toBe(`<p><a href="${address}">x</a></p>\n`);
});

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java&#115;cript:alert(1)',
  'data:text/html,hi',
  'data:image/png;base64,AA',
  'vbscript:x',
  'intent://scan/#Intent;scheme=zxing;end',
  'blob:https://example.org/9115d58c',
  'view-source:https://example.org/',
  'filesystem:https://example.org/temporary/a.html',
  'file:///etc/passwd',
  'ftp://example.org/',
  'sms:+919876543210',
  'ms-word:ofe|u|https://example.org/a.docx',
  'about:blank',
  'chrome://settings',
  'web+x:y',
  'x:y',
  '//example.org/',
])('a story may not link to %s', (address) => {
  expect(storyHtml(`[x](${address})`).html).not.toContain('href');
  expect(storyHtml(`[x](<${address}>)`).html).not.toContain('href');
});

test('no text produces an element outside the subset', () => {
  const allowed = /^\/?(p|br|h[2-6]|strong|em|blockquote|ul|ol|li|a|hr|section|table|thead|tbody|tr|th|td)\b/;
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom(...'<>"*[]()!#-\n a:/&|', '|a|a|\n|-|-:|\n'),
      }),
      (text) => {
        const { standfirst, html } = storyHtml(text);
        for (const [, tag = ''] of `${standfirst ?? ''}${html}`.matchAll(/<([^>]*)/g)) expect(tag).toMatch(allowed);
      },
    ),
  );
});

test('the plain text contains no Markdown syntax or URLs', () => {
  expect(plainText('A **bold** [link](/x)\nword\n\n- item')).toBe('A bold link word\nitem');
});

test('a summary is the first paragraph, truncated between words', () => {
  expect(summaryOf('Short.\n\nNot this.')).toBe('Short.');
  expect(summaryOf('one two three four', 9)).toBe('one two…');
  expect(summaryOf('अक्षर शब्द वाक्य', 11)).toBe('अक्षर शब्द…');
  expect(summaryOf('unbreakable', 5)).toBe('unbre…');
  expect(summaryOf('It sails. Twice a day.', 12)).toBe('It sails.');
  expect(summaryOf('नाव चली। फिर लौटी।', 11)).toBe('नाव चली।');
});

// Each with a first sentence and the beginning of a second one.
test.for([
  [
    'en',
    'The ferry sails again.',
    'The boatmen, who had waited for nine days, want a second jetty before the rains begin.',
  ],
  ['hi', 'घाट की नाव फिर चली।', 'नाविक, जो नौ दिन से रुके थे, बरसात से पहले दूसरा घाट चाहते हैं और सड़क भी।'],
  ['mr', 'घाटावरची नाव पुन्हा सुटली.', 'नऊ दिवस थांबलेले नावाडी, पावसाआधी दुसरा धक्का मागतात, असे ते म्हणाले.'],
  ['bn', 'ঘাটের নৌকা আবার চলল।', 'নয় দিন অপেক্ষার পর মাঝিরা, বর্ষার আগে আর একটি জেটি চান, এমনই বললেন।'],
  ['te', 'రేవు పడవ మళ్ళీ కదిలింది.', 'తొమ్మిది రోజులు ఆగిన పడవవాళ్ళు, వానలకు ముందు మరో రేవు కావాలని, కోరుతున్నారు.'],
  ['ta', 'படகு மீண்டும் ஓடியது.', 'ஒன்பது நாட்கள் காத்திருந்த படகோட்டிகள், மழைக்கு முன் இன்னொரு துறை, கேட்கிறார்கள்.'],
  ['gu', 'ઘાટની હોડી ફરી ચાલી.', 'નવ દિવસ રોકાયેલા નાવિકો, ચોમાસા પહેલાં બીજો ઘાટ માગે છે, અને રસ્તો પણ.'],
  ['ur', 'گھاٹ کی کشتی پھر چلی۔', 'نو دن سے رکے ملاح، بارش سے پہلے دوسرا گھاٹ چاہتے ہیں، اور سڑک بھی۔'],
] as const)('a text in %s is shortened to a sentence, a phrase or a word', ([, first, second]) => {
  const text = `${first} ${second}`;
  // Half of it is kept: a sentence.
  expect(shorten(text, first.length + 8)).toBe(first);
  const graphemes = new Set(Array.from(new Intl.Segmenter().segment(text), ({ index }) => index));
  for (let max = 2 * first.length + 1; max < text.length; max++) {
    const short = shorten(text, max);
    expect(short).toMatch(/[^\s,،]…$/);
    expect(short.length).toBeLessThanOrEqual(max + 1);
    const kept = short.slice(0, -1);
    expect(text.startsWith(kept)).toBe(true);
    // At the end of a word or of a phrase.
    expect(text.slice(kept.length)).toMatch(/^[,،]?\s/);
    expect(graphemes.has(kept.length)).toBe(true);
  }
  // Cut at the end of a phrase rather than at a later word.
  const comma = first.length + 1 + second.search(/[,،]/);
  expect(shorten(text, comma + 4).length).toBeLessThanOrEqual(comma + 1);
});

test('an abbreviation ends no sentence, and a word too long is cut before a whole letter', () => {
  expect(shorten('The ferry of Dr. Rao sails twice a day', 17)).toBe('The ferry of Dr.…');
  expect(shorten('किनारा', 3)).toBe('कि…');
});

test('a story for print keeps the numbers of its lists', () => {
  const text = '3. Third\n4. Fourth\n\n   More of it\n5. Fifth\n   - a bullet\n\nAfter it';
  expect(printParagraphs(text).map(({ kind, number, text }) => [kind, number, text])).toEqual([
    ['item', 3, 'Third'],
    ['item', 4, 'Fourth'],
    ['paragraph', undefined, 'More of it'],
    ['item', 5, 'Fifth'],
    ['item', undefined, 'a bullet'],
    ['paragraph', undefined, 'After it'],
  ]);
});
