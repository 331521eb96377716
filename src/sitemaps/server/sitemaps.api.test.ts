import { sql } from 'drizzle-orm';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { addEdition } from '#test/factories/editions.ts';
import { createStory } from '#test/factories/stories.ts';
import { decide, publish } from '#test/factories/submissions.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile({ SITE_URL: 'https://paper.test' });
let editor: Client;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  isArray: (name) => ['url', 'sitemap'].includes(name),
});

async function sitemap(path: string) {
  const { status, headers, body } = await site.visitor.get(path);
  expect([status, headers.get('content-type')], path).toEqual([200, 'application/xml; charset=utf-8']);
  const text = Buffer.from(body).toString();
  expect(XMLValidator.validate(text)).toBe(true);
  return parser.parse(text);
}
const addresses = (map: { urlset: { url?: { loc: string }[] } }) => map.urlset.url?.map(({ loc }) => loc) ?? [];

beforeAll(async () => {
  editor = await site.as('editor');
});

describe('works', () => {
  test('robots.txt links to the sitemap index and disallows the API', async () => {
    const text = Buffer.from((await site.visitor.get('/robots.txt')).body).toString();
    expect(text).toContain('Sitemap: https://paper.test/sitemap.xml');
    expect(text).toContain('Disallow: /api/\n');
    expect(text).not.toContain('Disallow: /\n');
  });

  test('every sitemap in the index is served, and category pages are listed', async () => {
    await createStory(editor);
    await editor.json('POST', '/api/categories', { name: 'विज्ञान & वार्ता' });
    const index = await sitemap('/sitemap.xml');
    expect(index.sitemapindex['@xmlns']).toBe('http://www.sitemaps.org/schemas/sitemap/0.9');
    const names: string[] = index.sitemapindex.sitemap.map(({ loc }: { loc: string }) => loc);
    expect(names).toEqual(
      ['pages', 'categories', 'authors', 'topics', 'series', 'editions', 'research', 'stories-0', 'news'].map(
        (name) => `https://paper.test/sitemaps/${name}.xml`,
      ),
    );
    for (const name of names) await sitemap(new URL(name).pathname);
    expect(addresses(await sitemap('/sitemaps/categories.xml'))).toContain(
      'https://paper.test/category/sports-news/subcategory/cricket',
    );
  });

  test('sitemaps list the pages of editions and essays until these are unpublished', async () => {
    const edition = await addEdition(editor, ['Night final']);
    const essay = await publish(site);
    expect(addresses(await sitemap('/sitemaps/editions.xml'))).toEqual([`https://paper.test/e-paper/${edition}`]);
    const map = await sitemap('/sitemaps/research.xml');
    expect(addresses(map)).toEqual([`https://paper.test/research/${essay.id}/`]);
    expect(Math.abs(Date.parse(map.urlset.url[0].lastmod) - Date.parse(essay.published_at))).toBeLessThan(1000);
    await decide(editor, essay.id, 'rejected');
    expect(addresses(await sitemap('/sitemaps/research.xml'))).toEqual([]);
    const pages = addresses(await sitemap('/sitemaps/pages.xml'));
    for (const path of ['/college', '/university', '/about', '/privacy', '/research', '/publication'])
      expect(pages).toContain(`https://paper.test${path}`);
  });

  test('story sitemaps have 10,000 ids each; those without public stories are not in the index', async () => {
    const draft = await createStory(editor, { status: 'draft' });
    await site.db.execute(sql`ALTER TABLE stories ALTER COLUMN id RESTART WITH 19999`);
    const [last, first] = [await createStory(editor), await createStory(editor)];
    const index = await sitemap('/sitemap.xml');
    const parts = index.sitemapindex.sitemap
      .map(({ loc }: { loc: string }) => loc)
      .filter((loc: string) => loc.includes('stories'));
    expect(parts.map((loc: string) => loc.split('/').at(-1))).toEqual([
      'stories-0.xml',
      'stories-1.xml',
      'stories-2.xml',
    ]);
    expect(addresses(await sitemap('/sitemaps/stories-1.xml'))).toEqual([`https://paper.test/news/${last.id}`]);
    const map = await sitemap('/sitemaps/stories-2.xml');
    expect(addresses(map)).toEqual([`https://paper.test/news/${first.id}`]);
    expect(map.urlset.url[0].lastmod).toBe(first.updated_at);
    expect(addresses(await sitemap('/sitemaps/stories-0.xml'))).not.toContain(`https://paper.test/news/${draft.id}`);
    await editor.delete(`/api/admin/${last.id}`);
    const after = await sitemap('/sitemap.xml');
    expect(after.sitemapindex.sitemap.map(({ loc }: { loc: string }) => loc)).not.toContain(
      'https://paper.test/sitemaps/stories-1.xml',
    );
  });

  test('the news sitemap lists two days, at most 1,000 stories, with the fields for Google News', async () => {
    const story = await createStory(editor, { news_title: 'Rain & sun', language: 'hi' });
    const old = await createStory(editor);
    await site.change(sql`UPDATE stories SET created_at = now() - interval '49 hours' WHERE id = ${old.id}`);
    const { urlset } = await sitemap('/sitemaps/news.xml');
    expect(urlset['@xmlns:news']).toBe('http://www.google.com/schemas/sitemap-news/0.9');
    expect(urlset.url[0]).toEqual({
      loc: `https://paper.test/news/${story.id}`,
      'news:news': {
        'news:publication': { 'news:name': 'News Wing', 'news:language': 'hi' },
        'news:publication_date': story.created_at,
        'news:title': 'Rain & sun',
      },
    });
    expect(addresses({ urlset })).not.toContain(`https://paper.test/news/${old.id}`);
    await site.change(sql`INSERT INTO stories (title, body, summary, image_width, image_height, author, status, created_at, updated_at, board_at)
      SELECT 'Many', '', '', 400, 300, '', 'published', now(), now(), now() FROM generate_series(1, 1100)`);
    expect(addresses(await sitemap('/sitemaps/news.xml'))).toHaveLength(1000);
  });
});

describe('refuses', () => {
  test('to list drafts', async () => {
    const draft = await createStory(editor, { status: 'draft' });
    for (const path of ['/sitemaps/stories-2.xml', '/sitemaps/news.xml'])
      expect(addresses(await sitemap(path))).not.toContain(`https://paper.test/news/${draft.id}`);
  });
});

describe('rejects', () => {
  test.each(['essays', 'stories-x', 'stories-', 'stories-999999', 'constructor'])(
    'a sitemap named %s',
    async (name) => {
      expect((await site.visitor.get(`/sitemaps/${name}.xml`)).status).toBe(404);
    },
  );
});
