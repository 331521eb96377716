import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { SampleEdition } from '#src/epaper/composing/server/sample-editions.service.ts';
import { proposedWeights } from '#src/epaper/layout/compose.rules.ts';
import { pageSizes } from '#src/epaper/layout/layout-page.rules.ts';
import { coverWidth } from '#src/epaper/pages/editions.contract.ts';
import { openWorkerPool } from '#src/platform/workers/pool.ts';
import { openTestComposer, sampleStories } from '#test/newspapers.ts';

const folder = join(import.meta.dirname, 'edition');
const stories = await sampleStories(2);
const nameOf = new Map(stories.map(({ id, picture }) => [id, picture?.name ?? '']));

// `npm run sample`. Not with every run of the tests: it takes half a minute.
if (process.env.NEW_SAMPLE_EDITION === 'yes')
  test('the edition is made', { timeout: 600_000 }, async () => {
    // Briefs are cut, and end in an address: that of the site that will show the edition is not known here.
    const choices = proposedWeights(
      stories.map(({ id, category, body }) => ({ id, category: category ?? '', picture: true, length: body.length })),
      'weekly',
    ).map((choice) => ({ ...choice, weight: choice.weight === 'brief' ? ('second' as const) : choice.weight }));
    await using composer = await openTestComposer({ pictureWidth: 560 });
    // No date: it is published on the day of a site's first start.
    const made = await composer.compose({ stories, choices, edition: 'Sample edition', date: '' });
    const out = await mkdtemp(join(tmpdir(), 'sample-edition-'));
    onTestFinished(() => rm(out, { recursive: true }));
    const workers = openWorkerPool(join(import.meta.dirname, '../..'));
    const cover = { path: made.path, outDir: out, widths: [coverWidth], from: 1, to: 1 };
    await workers.run('renderPdf', cover, { priority: 'preparation', share: 'sample' });
    await workers.close();
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'edition.pdf'), await readFile(made.path));
    await writeFile(join(folder, 'cover.webp'), await readFile(join(out, `1-${coverWidth}.webp`)));
    const { width, height } = pageSizes.a3.paper;
    const printed = made.printed.map(({ storyId, ...story }) => ({
      picture: nameOf.get(storyId ?? 0) ?? '',
      ...story,
    }));
    const edition: SampleEdition = { pages: made.pages, widthPt: width, heightPt: height, printed };
    await writeFile(join(folder, 'printed.json'), `${JSON.stringify(edition, null, 2)}\n`);
  });

test('the edition has the stories of the last two days, as they are: `npm run sample` prints it anew', async () => {
  const { printed } = JSON.parse(await readFile(join(folder, 'printed.json'), 'utf8')) as SampleEdition;
  const printedText = (picture: string) =>
    printed
      .filter((story) => story.picture === picture)
      .map(({ text }) => text)
      .join('\n\n');
  // Without what is written in Markdown: the numbers of lists, and marks.
  const plain = (text: string) => text.replace(/^\d+\. /gm, '').replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
  expect(new Set(printed.map(({ picture }) => picture))).toEqual(new Set(nameOf.values()));
  for (const { title, author, body, picture } of stories) {
    const text = printedText(picture?.name ?? '');
    expect(plain(text), title).toBe(plain([title, author, body].join('\n')));
  }
});

test('the edition is small enough for a repository', async () => {
  expect((await stat(join(folder, 'edition.pdf'))).size).toBeLessThan(2_500_000);
});
