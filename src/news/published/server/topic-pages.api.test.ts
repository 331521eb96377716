import { beforeAll, expect, test } from 'vitest';
import { translator } from '#src/messages/server-catalogue.ts';
import type { Context } from '#src/platform/context.ts';
import type { Client } from '#test/client.ts';
import { createStory } from '#test/factories/stories.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { getStoryPage } from './reading.service.ts';
import { getSeriesPage } from './topic-pages.service.ts';

const site = siteForFile();
let editor: Client;
beforeAll(async () => {
  editor = await site.as('editor');
});

const reader = () => ({ ...site.services, language: 'en', text: translator('en') }) as unknown as Context;
const pageOf = (id: number) => getStoryPage(reader(), id);
const sitemap = async (name: string) => Buffer.from((await site.visitor.get(`/sitemaps/${name}.xml`)).body).toString();
const createSeries = async (title: string) =>
  (await editor.json('POST', '/api/series', { title, language: 'en' })).body;

test('a topic without a public story has no page and no feed', async () => {
  const { id } = await createStory(editor, { topics: 'Secret plan', status: 'draft' });
  const status = async () => (await site.visitor.get('/topic/secret-plan/feed.xml')).status;
  expect(await status()).toBe(404);
  await editor.form('PUT', `/api/admin/${id}`, { status: 'published' });
  expect(await status()).toBe(200);
  await editor.delete(`/api/admin/${id}`);
  expect(await status()).toBe(404);
});

test('a topic is in the sitemap with three public stories; the versions of one in other languages are one', async () => {
  const topics = 'Counted';
  const { id } = await createStory(editor, { topics });
  for (const language of ['hi', 'mr', 'bn']) await createStory(editor, { topics, language, version_of: id });
  await createStory(editor, { topics, status: 'draft' });
  await createStory(editor, { topics });
  expect(await sitemap('topics')).not.toContain('/topic/counted<');
  await createStory(editor, { topics });
  expect(await sitemap('topics')).toContain('/topic/counted<');
});

test('related stories are four without the parts of the series, however new these are', async () => {
  const { slug } = await createSeries('The long river');
  const topics = 'Long river';
  const others = [];
  for (let n = 0; n < 4; n += 1) others.push((await createStory(editor, { topics })).id);
  const parts = [];
  for (let n = 0; n < 6; n += 1) parts.push((await createStory(editor, { topics, series: slug })).id);
  const { related, relatedBy } = await pageOf(parts[0]);
  expect(relatedBy).toBe('topic');
  expect(related.map(({ id }) => id)).toEqual(others.toReversed());
});

test('a part is shown with those beside it, the previous and the next one; the series lists all', async () => {
  const { slug } = await createSeries('Thirty parts');
  expect(await sitemap('series')).not.toContain('/series/thirty-parts<');
  const ids: number[] = [];
  for (let n = 0; n < 30; n += 1) ids.push((await createStory(editor, { series: slug })).id);
  expect(await sitemap('series')).toContain('/series/thirty-parts<');
  expect((await getSeriesPage(reader(), slug)).parts.map(({ id }) => id)).toEqual(ids);
  const { series } = await pageOf(ids[14] ?? 0);
  expect(series).toMatchObject({ count: 30, previous: { id: ids[13] }, next: { id: ids[15] } });
  expect(series?.parts.map(({ id }) => id)).toEqual(ids.slice(4, 25));
  const first = (await pageOf(ids[0] ?? 0)).series;
  expect([first?.previous, first?.parts.length]).toEqual([null, 11]);
});
