import { expect, test } from 'vitest';
import { translator } from '#src/messages/server-catalogue.ts';
import type { Context } from '#src/platform/context.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { getSearchPage } from './search-page.service.ts';

const site = siteForFile();
const search = (query: string) => {
  const reader = { language: 'hi', text: translator('hi'), address: '192.0.2.7', actor: { role: 'visitor' } } as const;
  return getSearchPage({ ...site.services, ...reader } as Context, new URLSearchParams(query));
};

test('names the categories in the language of the page', async () => {
  expect((await search('')).categories[0]).toEqual({ name: 'खेल समाचार', slug: 'sports-news' });
});

test('links the sections whose names match, in the language of the page or as stored', async () => {
  const cricket = { name: 'खेल समाचार – क्रिकेट', category: 'sports-news', sub: 'cricket' };
  expect((await search('q=cricket')).sections).toEqual([cricket]);
  expect((await search('q=क्रिकेट')).sections).toEqual([cricket]);
  expect((await search('q=cricket&page=2')).sections).toEqual([]);
  expect((await search('q=quokka')).sections).toEqual([]);
});
