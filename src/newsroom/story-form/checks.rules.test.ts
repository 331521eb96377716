import { expect, test } from 'vitest';
import { type CheckedStory, linksIn, localFindings } from './checks.rules.ts';

const story: CheckedStory = {
  news_title: 'The ferry sails again after the flood',
  news_description: 'It left at **noon**, see [the timetable](/news/1).\n\nMore.',
  image_caption: 'The ferry',
  hasPicture: true,
};
const keysOf = (changes: Partial<CheckedStory>) => localFindings({ ...story, ...changes }).map(({ key }) => key);

test('a usual story has no findings', () => {
  expect(localFindings(story)).toEqual([]);
});

test.each<[string, Partial<CheckedStory>, string[]]>([
  ['a very short headline', { news_title: 'Rain' }, ['checks.titleShort']],
  ['a headline too long for cards', { news_title: 'x'.repeat(81) }, ['checks.titleTooLongForCards']],
  ['a headline too long for search results', { news_title: 'x'.repeat(111) }, ['checks.titleTooLongForSearch']],
  ['letters with vowel signs count once', { news_title: 'हिन्दी'.repeat(27) }, []],
  ['no picture', { hasPicture: false, image_caption: '' }, ['checks.noPicture']],
  ['no caption', { image_caption: ' ' }, ['checks.noCaption']],
  ['no text', { news_description: ' ' }, ['checks.noText']],
  ['a table only', { news_description: '| a |\n| --- |\n| b |' }, ['checks.noSummary']],
  ['a container without an end', { news_description: 'Text.\n\n:::facts[Known]\nOne.' }, ['checks.noEnding']],
  ['a line that is no block', { news_description: 'Text.\n\n::picture[x]{id=}' }, ['checks.notABlock']],
  ['a lone ending', { news_description: 'Text.\n\n:::' }, ['checks.notABlock']],
  ['stars without a partner', { news_description: 'It left **at noon.' }, ['checks.stars']],
  ['an open link', { news_description: 'See [the list](https://a.example' }, ['checks.brokenLink']],
  ['a link without an address', { news_description: 'See [the list]().' }, ['checks.emptyLink']],
  ['a link without words', { news_description: 'See [](/news/1).' }, ['checks.emptyLink']],
  ['a link that runs a script', { news_description: 'See [this](javascript:alert(1)).' }, ['checks.brokenLink']],
])('%s', (_, changes, keys) => {
  expect(keysOf(changes)).toEqual(keys);
});

test('blocks that are in order are not reported', () => {
  const text = `Text.

::picture[A boat]{id=1}

:::gallery[Boats]
::picture{id=1}
::picture{id=2}
:::

:::facts[Known]
One.

::story{id=4}
:::`;
  expect(keysOf({ news_description: text })).toEqual([]);
});

test('escaped signs are no findings, and a long list is cut', () => {
  expect(keysOf({ news_description: String.raw`Five \*\* and \[x\](y)` })).toEqual([]);
  expect(keysOf({ news_description: '::x\n\n'.repeat(50) })).toHaveLength(5);
});

test('links are listed once, those of the site and of others', () => {
  const text = '[a](/news/1) [b](https://a.example/x) [c](/news/1) [d](mailto:a@b.example) [e](#top)';
  expect(linksIn(text)).toEqual(['/news/1', 'https://a.example/x']);
});
