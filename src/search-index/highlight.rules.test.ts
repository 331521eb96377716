import { describe, expect, test } from 'vitest';
import { excerptOf, markedText, type Segment } from './highlight.rules.ts';

const shown = (parts: Segment[]) => parts.map(({ text, marked }) => (marked ? `[${text}]` : text)).join('');

describe('highlights and excerpts', () => {
  test('words are marked in their original spelling, by stem and by sound', () => {
    expect(shown(markedText('Studies of a Study', ['study', 'studi']))).toBe('[Studies] of a [Study]');
    expect(shown(markedText('ज़मीन और जमीनों', ['जमीन']))).toBe('[ज़मीन] और [जमीनों]');
    expect(shown(markedText('आम चुनाव में', ['chunav', 'zqcunv']))).toBe('आम [चुनाव] में');
    expect(shown(markedText('An organisation', ['organ']))).toBe('An organisation');
    expect(shown(markedText('An organisation', ['organ', 'organ*']))).toBe('An [organisation]');
  });

  test('HTML stays text', () => {
    expect(markedText('<script>rain</script>', ['rain'])).toEqual([
      { text: '<script>', marked: false },
      { text: 'rain', marked: true },
      { text: '</script>', marked: false },
    ]);
  });

  test('an excerpt is the part with most of the words, cut between words', () => {
    const filler = 'nothing to see in these many words '.repeat(30);
    const excerpt = shown(excerptOf(`Rain. ${filler} The river and the rain came. ${filler}`, ['rain', 'river']));
    expect(excerpt).toContain('The [river] and the [rain] came.');
    expect(excerpt).toMatch(/^… \w+ .* \w+ …$/);
    expect(excerpt.length).toBeLessThan(320);
  });

  test('an excerpt is the beginning if no word occurs, and all of a short text', () => {
    expect(shown(excerptOf('A short text.', ['rain']))).toBe('A short text.');
    expect(shown(excerptOf('', ['rain']))).toBe('');
    expect(shown(excerptOf('word '.repeat(500), ['rain']))).toMatch(/^word .* word …$/);
    expect(shown(excerptOf('x'.repeat(5000), ['rain'])).length).toBeLessThan(460);
  });
});
