import { expect, test } from 'vitest';
import { languages, pathIn, siteLanguages } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import { createStory } from '../factories/stories.ts';
import { readHead } from './head.ts';
import { builtSiteForFile, read } from './site.ts';

const site = builtSiteForFile();

const canonicalPath = async (path: string) =>
  (await readHead(site.visitor, path)).canonical.map((href) => new URL(href).pathname);

// Renders 48 pages, a second or two: a page may differ from the others in each language.
test('the HTML declares its language, direction, canonical URL and alternates', async () => {
  const { id } = await createStory(await site.as('editor'));
  const pages = [
    '/news',
    `/news/${id}`,
    '/category/india',
    '/category/india/subcategory/cities',
    '/e-paper',
    '/payment',
  ];
  for (const path of pages)
    for (const language of siteLanguages) {
      const { html, canonical, alternates } = await readHead(site.visitor, pathIn(language, path));
      expect(html).toContain(`<html lang="${language}" dir="${languages[language].direction}"`);
      expect(canonical.map((href) => new URL(href).pathname)).toEqual([pathIn(language, path)]);
      expect(alternates).toEqual([...siteLanguages.map((other) => [other, pathIn(other, path)]), ['x-default', path]]);
    }
});

test('the HTML of the editors’ board has the readers’ board as its canonical URL', async () => {
  expect(await canonicalPath('/hi/admin-news')).toEqual(['/hi/news']);
});

test('the HTML translates titles, menus and categories, while the API returns their original values', async () => {
  await createStory(await site.as('editor'));
  const { html } = await read(site.visitor, '/ta/news');
  expect(html).toContain('<title>செய்திகள் - News Wing</title>');
  expect(html).toContain('விளையாட்டு');
  expect(html).not.toContain('Sports News');
  const { body } = await site.visitor.get('/api/admin', { 'accept-language': 'ta' });
  expect(body[0]).toMatchObject({ news_category: 'Sports News', news_sub_category: 'Cricket' });
});

test('a page sets no cookie, and does not vary by cookie or accepted language', async () => {
  const answer = await site.visitor.get('/');
  expect(answer.headers.get('set-cookie')).toBeNull();
  expect(answer.headers.get('vary') ?? '').not.toMatch(/cookie|accept-language/i);
});

test('a language that the site lacks is 404', async () => {
  for (const path of ['/fr/news', '/xx']) expect((await site.visitor.get(path)).status, path).toBe(404);
  const english = await site.visitor.get('/en/news'); // English URLs have no language prefix
  expect([english.status, english.headers.get('location')]).toEqual([301, '/news']);
});

test('the API answers in the requested language', async () => {
  for (const language of siteLanguages) {
    const { body } = await site.visitor.get('/api/admin/999999', { 'accept-language': language });
    expect(body.error).toBe(translator(language)('news.storyNotFound'));
  }
});

test('the head of a story names its translations', async () => {
  const editor = await site.as('editor');
  const english = await createStory(editor, { news_title: 'Nets at dawn' });
  const hindi = await createStory(editor, { news_title: 'भोर में नेट', language: 'hi', version_of: english.id });
  const { alternates } = await readHead(site.visitor, `/news/${english.id}`);
  expect(alternates).toContainEqual(['hi', `/hi/news/${hindi.id}`]);
});
