import { expect, test } from 'vitest';
import type { Client } from '../client.ts';
import { createStory, storyFields } from '../factories/stories.ts';
import { read, twoNodesForFile } from './site.ts';

const { site, readers } = twoNodesForFile();

test('readers get the old or the new page, complete and in their language, while stories change', async () => {
  const admin = await site.as('admin');
  const { id } = await createStory(admin, storyFields({ news_title: 'Tide 0' }));
  const last = 25;
  let at = 0;
  let done = false;
  const edit = async () => {
    for (let next = 1; next <= last; next++) {
      const { status } = await admin.form('PUT', `/api/admin/${id}`, { news_title: `Tide ${next}` });
      expect(status).toBe(200);
      at = next;
    }
    done = true;
  };
  const pages = ['/news', `/news/${id}`, '/category/sports-news', '/hi/news.data'];
  const look = async (reader: Client, path: string) => {
    let count = 0;
    while (!done) {
      const since = at;
      const { status, html } = await read(reader, path);
      const numbers = [...html.matchAll(/Tide (\d+)/g)].map(([, number]) => Number(number));
      const shown = new Set(numbers);
      expect([path, status, shown.size]).toEqual([path, 200, 1]);
      // The reader sees the last version saved before the request, or a newer one.
      expect(numbers[0]).toBeGreaterThanOrEqual(since);
      if (path.startsWith('/hi')) expect(html).toMatch(/\p{Script=Devanagari}/u);
      else expect(html).toMatch(/^<!DOCTYPE html><html lang="en"[\s\S]*<\/html>$/);
      count += 1;
    }
    return count;
  };
  const counts = readers.flatMap((reader) => pages.map((path) => look(reader, path)));
  await edit();
  for (const count of await Promise.all(counts)) expect(count).toBeGreaterThan(0);
  for (const reader of readers)
    for (const path of pages) expect((await read(reader, path)).html).toContain(`Tide ${last}`);
});
