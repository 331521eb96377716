import fc from 'fast-check';
import { expect, test } from 'vitest';
import { webAddress } from '#test/properties.ts';
import { correctionKinds, type Directive, directiveLine, pictureSizes, readDirective } from './directives.rules.ts';
import { directivesIn, plainText, referencesIn, storyHtml } from './story-text.rules.ts';

const text = `Lead.

::picture[The ferry at \\[Naubat\\] Ghat]{id=12 size=wide}

:::gallery[The evening]
::picture{id=13}

::picture[Two]{id=14}
:::

:::facts[What is known]
- One
- Two

::picture{id=15}
:::

::embed[The film]{url="https://www.youtube.com/watch?v=a&b=\\"c\\""}
::video{id=7}
::story{id=42}

:::correction{kind=clarification date=2026-11-24}
It was **Tuesday**.
:::`;

test('reads leaves and containers', () => {
  expect(directivesIn(text)).toEqual([
    { name: 'picture', label: 'The ferry at [Naubat] Ghat', id: 12, size: 'wide' },
    {
      name: 'gallery',
      label: 'The evening',
      pictures: [
        { name: 'picture', label: '', id: 13, size: 'column' },
        { name: 'picture', label: 'Two', id: 14, size: 'column' },
      ],
    },
    { name: 'facts', label: 'What is known' },
    { name: 'picture', label: '', id: 15, size: 'column' },
    { name: 'embed', label: 'The film', url: 'https://www.youtube.com/watch?v=a&b="c"' },
    { name: 'video', label: '', id: 7 },
    { name: 'story', label: '', id: 42 },
    { name: 'correction', label: '', kind: 'clarification', date: '2026-11-24' },
  ]);
  expect(referencesIn(text)).toEqual({ pictures: [12, 13, 14, 15], files: [7], stories: [42] });
});

test.each([
  '::picture{id=0}',
  '::picture{id=x}',
  '::picture{id=1 size=huge}',
  '::picture{id=1',
  '::unknown{id=1}',
  ':::picture{id=1}',
  '::gallery',
  '::embed{url="http://paper.example/"}',
  '::embed{url="javascript:alert(1)"}',
  ':::facts\nNever closed',
  ':::gallery\nA text\n:::',
  ':::gallery\n:::',
  ':::correction\nNo date\n:::',
  ':::correction{date=2026-13-41}\nNo date\n:::',
  '- ::picture{id=1}',
  '> ::picture{id=1}',
  'A line\n::picture{id=1}',
])('%s stays text', (typed) => {
  expect(directivesIn(typed)).toEqual([]);
  expect(plainText(typed)).toContain(':');
});

test('a container does not hold another one', () => {
  expect(directivesIn(':::facts[One]\n:::facts[Two]\nText\n:::').map(({ label }) => label)).toEqual(['One']);
});

test('many openings without an end take linear time, and stay text', () => {
  expect(directivesIn(':::facts\n\n'.repeat(20_000))).toEqual([]);
  expect(storyHtml(`${':::facts\n\n'.repeat(20_000)}:::`).html).toContain('<p>:::facts</p>');
});

const label = fc.string({ unit: 'grapheme', maxLength: 40 }).map((it) => it.replaceAll(/\s+/gu, ' ').trim());
const id = fc.integer({ min: 1, max: 999_999_999 });
const directive: fc.Arbitrary<Directive> = fc.oneof(
  fc.record({ name: fc.constant('picture' as const), label, id, size: fc.constantFrom(...pictureSizes) }),
  fc.record({ name: fc.constantFrom('video' as const, 'audio' as const), label, id }),
  fc.record({ name: fc.constant('story' as const), label, id }),
  fc.record({ name: fc.constant('embed' as const), label, url: webAddress }),
  fc.record({ name: fc.constant('facts' as const), label }),
  fc.record({
    name: fc.constant('correction' as const),
    label,
    kind: fc.constantFrom(...correctionKinds),
    date: fc
      .date({ min: new Date('1900-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
      .map((it) => it.toISOString().slice(0, 10)),
  }),
);

test('every directive is read as it was written', () => {
  fc.assert(
    fc.property(directive, (it) => {
      expect(readDirective(directiveLine(it))).toEqual(it);
    }),
  );
});
