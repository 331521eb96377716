import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainText, storyHtml, summaryOf } from './story-text.rules.ts';

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

test('no text produces an element outside the subset', () => {
  const allowed = /^\/?(p|br|h[2-6]|strong|em|blockquote|ul|ol|li|a|hr)\b/;
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom('<', '>', '"', '*', '[', ']', '(', ')', '!', '#', '-', '\n', ' ', 'a', ':', '/', '&'),
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
