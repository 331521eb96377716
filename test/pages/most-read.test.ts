import { expect, test } from 'vitest';
import { rankReads } from '#src/readership/server/readership.jobs.ts';
import { createStory } from '../factories/stories.ts';
import { read, twoNodesForFile } from './site.ts';

const { site, readers } = twoNodesForFile();
const heading = '>Most read<';

test('cached pages show the most read stories once they are ranked, and stay cached otherwise', async () => {
  const editor = await site.as('editor');
  const stories = [];
  for (let n = 0; n < 3; n++) stories.push(await createStory(editor, { status: 'published' }));
  const paths = ['/news', '/category/sports-news'];
  const pages = () => Promise.all(readers.flatMap((reader) => paths.map((path) => read(reader, path))));
  const cached = async () => {
    await expect.poll(async () => (await pages()).map(({ state }) => state)).toEqual(Array(4).fill('hit'));
    return pages();
  };
  for (const { html } of await cached()) expect(html).not.toContain(heading);

  for (const [index, { id }] of stories.entries())
    for (let n = 0; n <= index; n++)
      expect((await site.visitor.send('POST', `/api/reads?story=${id}&language=en`)).status).toBe(204);
  await editor.get('/api/readership'); // stores what this node has counted
  for (const { state } of await pages()) expect(state).toBe('hit');

  await site.services.jobs.send(rankReads, {});
  for (const reader of readers)
    for (const path of paths) {
      await expect.poll(async () => (await read(reader, path)).html).toContain(heading);
      const [, list = ''] = (await read(reader, path)).html.split(heading);
      const titles = stories.map(({ news_title }) => list.indexOf(news_title));
      expect(titles.toSorted((a, b) => b - a)).toEqual(titles); // the last one was read most
    }
  const shown = await cached();
  await rankReads.run(site.services as never, {});
  expect((await pages()).map(({ state }) => state)).toEqual(shown.map(() => 'hit'));
});
