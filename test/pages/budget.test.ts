import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { createStory } from '../factories/stories.ts';
import { builtSiteForFile, read } from './site.ts';

// What a page for readers may cost on the wire with brotli, in bytes; React and React Router alone are 94,000.
const mostScript = 110 * 1024;
const mostStyle = 15 * 1024;
const mostPage = 30 * 1024;

const site = builtSiteForFile();
const brotli = promisify(zlib.brotliCompress);
const client = join(import.meta.dirname, '../../build/client');
let story: { id: number };

beforeAll(async () => {
  const editor = await site.as('editor');
  for (let n = 0; n < 12; n += 1) story = await createStory(editor, { news_title: `Ferry number ${n} sails late` });
});

async function weigh(files: Iterable<string>) {
  const sizes = [...files].map(async (file) => (await brotli(await readFile(join(client, file)))).length);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

test.each([
  '/',
  '/news',
  '/news/:id',
  '/category/sports-news',
  '/e-paper',
  '/research',
  '/search?q=ferry',
  '/college',
  '/about',
])('%s stays within its budget', async (path) => {
  const { html, status } = await read(site.visitor, path.replace(':id', String(story.id)));
  expect(status).toBe(200);
  // What is preloaded or imported; the framework's list of routes names more.
  const wanted = [...html.matchAll(/(?:href=|from |import |import\()"(\/assets\/[^"#]+)#?"/g)].map(
    ([, file = '']) => file,
  );
  const named = (ending: string) => new Set(wanted.filter((file) => file.endsWith(ending)));
  const [scripts, styles] = [named('.js'), named('.css')];
  expect(scripts.size).toBeGreaterThan(3);
  expect(styles.size).toBe(1);
  expect(await weigh(scripts)).toBeLessThan(mostScript);
  expect(await weigh(styles)).toBeLessThan(mostStyle);
  expect((await brotli(html)).length).toBeLessThan(mostPage);
  // Readers get nothing of the newsroom's tools.
  expect([...scripts].filter((file) => /editor|arranged|composer|create-story/.test(file))).toEqual([]);
});
