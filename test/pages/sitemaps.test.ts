import { XMLParser } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { addEdition } from '../factories/editions.ts';
import { createStory } from '../factories/stories.ts';
import { publish } from '../factories/submissions.ts';
import { builtSiteForFile, read } from './site.ts';

const site = builtSiteForFile({ SITE_URL: 'https://paper.test' });
const parser = new XMLParser({ isArray: (name) => ['url', 'sitemap'].includes(name) });

async function addressesIn(path: string): Promise<string[]> {
  const { sitemapindex, urlset } = parser.parse((await read(site.visitor, path)).html);
  return (sitemapindex?.sitemap ?? urlset.url ?? []).map(({ loc }: { loc: string }) => loc);
}

test('every URL in every sitemap is a page with that canonical URL', async () => {
  const editor = await site.as('editor');
  const { id } = await createStory(editor);
  const edition = await addEdition(editor, ['Night final']);
  const essay = await publish(site);
  const listed: string[] = [];
  for (const map of await addressesIn('/sitemap.xml')) listed.push(...(await addressesIn(new URL(map).pathname)));
  const paths = [`/news/${id}`, `/e-paper/${edition}`, `/research/${essay.id}/`, '/college', '/category/sports-news'];
  expect(listed).toEqual(expect.arrayContaining(paths.map((path) => `https://paper.test${path}`)));
  for (const address of new Set(listed)) {
    const { status, html } = await read(site.visitor, address.replace('https://paper.test', ''));
    expect([address, status]).toEqual([address, 200]);
    expect(html).toContain(`<link rel="canonical" href="${address}"/>`);
    expect(html).toContain(`<meta property="og:url" content="${address}"/>`);
    expect(html).not.toContain('content="noindex');
  }
});
