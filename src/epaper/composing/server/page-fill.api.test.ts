import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PaperSize } from '#src/epaper/layout/compose.rules.ts';
import type { Period } from '#src/epaper/pages/editions.rules.ts';
import type { PrintableStory } from '#src/news/published/server/print.service.ts';
import { everyBlock } from '#test/factories/every-block.ts';
import { hindi, tamil, urdu } from '#test/factories/newspapers.ts';
import { filledShares, openTestComposer, printable, sampleStories, type TestComposer } from '#test/newspapers.ts';

let composer: TestComposer;
beforeAll(async () => {
  composer = await openTestComposer();
});
afterAll(() => composer[Symbol.asyncDispose]());

const sentence = 'The committee met at the old town hall and heard from nine people before it voted on the plan. ';

interface Set {
  count: number;
  /** Number of paragraphs. */
  lengths: number[];
  categories?: number;
  pictures?: boolean;
  words?: [language: string, title: string, sentence: string];
  /** Blocks among the paragraphs of every second story. */
  blocks?: boolean;
}

// One of each block that is printed.
const withBlocks = (paragraphs: string[]) =>
  everyBlock({ picture: 12, story: 42 })
    .split('\n\n')
    .slice(2)
    .flatMap((block, index) => [block, paragraphs[index % paragraphs.length] ?? ''])
    .join('\n\n');
const blockPicture = { name: 'grey-12', width: 1200, height: 800, alt: '', caption: 'The steps', credit: 'Asha Rao' };
const printed = {
  pictures: new Map([[12, { id: 12, colour: '#888888', variants: [], ...blockPicture }]]),
  stories: new Map([[42, { id: 42, title: 'The dam that holds', language: 'en' }]]),
};

const generated = ({
  count,
  lengths,
  categories = 4,
  pictures = true,
  words,
  blocks = false,
}: Set): PrintableStory[] => {
  const [language, title, text] = words ?? ['en', 'Ward committee sends the plan for the old road back', sentence];
  return Array.from({ length: count }, (_, id) => {
    const length = lengths[id % lengths.length] ?? 1;
    const paragraphs = Array.from({ length }, (_, n) => text.repeat(2 + (n % 3)));
    return printable({
      id: id + 1,
      title: `${title}, ${id}`,
      language,
      body: blocks && id % 2 ? `${paragraphs[0]}\n\n${withBlocks(paragraphs)}` : paragraphs.join('\n\n'),
      category: `Category ${id % categories}`,
      caption: pictures ? 'What the picture shows' : '',
      picture: pictures ? { name: `grey-${id}`, width: 1200, height: 800 } : null,
      printed,
    });
  });
};

async function shares(stories: PrintableStory[], period: Period, paper: PaperSize) {
  const { path } = await composer.compose({ stories, period, paper });
  return (await filledShares(path, paper)).map((share) => Math.round(share * 100));
}

const expectFull = (pages: number[]) => {
  expect(pages.length).toBeGreaterThan(1);
  expect(Math.min(...pages.slice(0, -1)), `${pages}`).toBeGreaterThanOrEqual(85);
  expect(pages.at(-1), `${pages}`).toBeGreaterThanOrEqual(60);
};

// THOROUGH=1 also composes a month and a year, which takes half a minute and more, and what fills pages much like the others.
const { THOROUGH } = process.env;

test.each([
  ['weekly', 'a3', 7] as const,
  ...(THOROUGH
    ? ([
        ['monthly', 'a4', 30],
        ['yearly', 'a3', 365],
      ] as const)
    : []),
])('the pages of the sample are full: %s on %s', async (period, paper, days) => {
  expectFull(await shares(await sampleStories(days), period, paper));
});

const languages: Record<string, [string, string, string]> = {
  Urdu: ['ur', 'پرانے بازار کی سڑک کا فیصلہ ملتوی', `${urdu} `],
  ...(THOROUGH && {
    Tamil: ['ta', 'கடலுக்குப் போகும் நேரம் மாறியது', `${tamil} `] as [string, string, string],
    Hindi: ['hi', 'बाज़ार की सड़क चौड़ी करने का फ़ैसला टला', `${hindi} `] as [string, string, string],
  }),
};

test.each<[string, Set]>([
  ['short leads', { count: 24, lengths: [2, 3, 2, 4] }],
  ['stories without pictures', { count: 30, lengths: [5, 8, 3, 11], pictures: false }],
  ...(THOROUGH ? [['many pictures', { count: 30, lengths: [6, 9, 4, 12, 7] }] as [string, Set]] : []),
  ['blocks in the texts', { count: 24, lengths: [6, 8, 4, 9], blocks: true }],
  ...Object.entries(languages).map(([name, words]): [string, Set] => [
    name,
    { count: 24, lengths: [4, 6, 3, 7], words },
  ]),
])('the pages of a generated newspaper are full: %s', async (_, set) => {
  expectFull(await shares(generated(set), 'weekly', 'a3'));
});

test('the first page of a few stories is full', async () => {
  const [first = 0] = await shares(generated({ count: 6, lengths: [6, 4], categories: 2 }), 'weekly', 'a3');
  expect(first).toBeGreaterThanOrEqual(85);
});
