import type { Pool } from 'pg';
import { Client, taken } from '../test/client.ts';
import { createStory } from '../test/factories/stories.ts';
import { rareWord } from './archive-fill.ts';
import { chief, fromSomeReader } from './start.ts';

/** What readers, programs and editors request, by name. */
export async function openRequests(site: string, pool: Pool): Promise<Record<string, () => Promise<void>>> {
  const editor = await new Client(site).login('/api/admin_login', chief.ADMIN_EMAIL, chief.ADMIN_PASSWORD);
  // Words are as frequent among the first stories as among all, which are copies of them.
  const { rows: words } = await pool.query<{ word: string }>(`
    SELECT word FROM ts_stat('SELECT vector FROM search_documents WHERE kind = ''story'' AND ref <= 10000')
    WHERE word ~ '^[a-z]{5}$' ORDER BY ndoc DESC`);
  const word = (share: number) => words[Math.floor((words.length - 1) * share)]?.word ?? '';
  const some = (from: number, to: number) => word(from + Math.random() * (to - from));
  const { rows: ages } = await pool.query<{ id: number; at: Date; slug: string }>(`
    SELECT stories.id, created_at AS at, slug FROM stories JOIN categories ON categories.id = category_id
    WHERE status = 'published' AND deleted_at IS NULL AND stories.id > (SELECT max(id) * 0.2 FROM stories)
    ORDER BY stories.id LIMIT 5000`);
  const old = () => ages[Math.floor(Math.random() * ages.length)] as (typeof ages)[number]; // there are 5,000
  const after = () => `${old().at.getTime()}-${old().id}`;
  const cursor = (value: string) => Buffer.from(JSON.stringify({ value, id: old().id })).toString('base64url');
  const part = () => `/sitemaps/stories-${Math.floor(old().id / 10_000)}.xml`;

  const reads = (path: () => string) => async () => {
    const asked = path();
    const answer = await fetch(site + asked, { headers: { ...fromSomeReader(), 'accept-encoding': 'gzip' } });
    await answer.bytes();
    if (answer.status !== 200) throw new Error(`${asked}: ${answer.status}`);
  };
  const edits = (path: () => string) => async () => void taken(await editor.get(path()));
  const lists = (query: () => string) => edits(() => `/api/stories?${query()}`);
  const search = (query: () => string) => reads(() => `/api/search?q=${query()}`);
  return {
    'page: /': reads(() => '/'),
    'page: /news': reads(() => '/news'),
    'page: /latest': reads(() => '/latest'),
    'page: /gu/news, without a story in Gujarati': reads(() => '/gu/news'),
    'page: /gu/latest': reads(() => '/gu/latest'),
    'page: a category': reads(() => '/category/business'),
    'page: a category, far back': reads(() => `/category/business?after=${after()}`),
    'page: a category in Gujarati': reads(() => '/gu/category/business'),
    'page: a new story': reads(() => `/news/${1 + Math.floor(Math.random() * 5)}`),
    'page: an old story': reads(() => `/news/${old().id}`),
    'feed.xml': reads(() => '/feed.xml'),
    'feed.xml of a category': reads(() => '/category/business/feed.xml'),
    'sitemap.xml': reads(() => '/sitemap.xml'),
    'sitemap of 10,000 old stories': reads(part),
    'sitemap of news': reads(() => '/sitemaps/news.xml'),
    'API: list of 20': reads(() => '/api/admin?limit=20'),
    'API: list of 500': reads(() => '/api/admin'),
    'API: list of 20, far back': reads(() => `/api/admin?limit=20&cursor=${after()}`),
    'API: a category': reads(() => '/api/posts_by_category?category=business&limit=20'),
    'search: a common word': search(() => some(0, 0.01)),
    'search: a word in between': search(() => some(0.05, 0.4)),
    'search: a rare word': search(() => some(0.8, 1)),
    'search: a word of five stories': search(() => rareWord),
    'search: two words': search(() => `${some(0, 0.2)}+${some(0, 0.2)}`),
    'search: a phrase': search(() => `%22${some(0, 0.1)}+${some(0, 0.1)}%22`),
    'search: in a category': search(() => `${some(0, 0.1)}&category=business`),
    'search: in a month far back': search(() => `${some(0, 0.1)}&${monthOf(old().at)}`),
    'search: nothing found': search(() => 'qwxzqwxz'),
    'search: suggestions': reads(() => `/api/search/suggestions?q=${some(0, 1).slice(0, 3)}`),
    'newsroom: first page and counts': lists(() => ''),
    'newsroom: in order of change': lists(() => 'sort=changed'),
    'newsroom: in order of title': lists(() => 'sort=title'),
    'newsroom: in order of section': lists(() => 'sort=section'),
    'newsroom: drafts': lists(() => 'state=draft'),
    'newsroom: a section': lists(() => 'category=business'),
    'newsroom: a byline': lists(() => 'author=writer+77'),
    'newsroom: mine': lists(() => 'mine=true'),
    'newsroom: a month far back': lists(() => monthOf(old().at)),
    'newsroom: without a Hindi version': lists(() => 'lacks=hi'),
    'newsroom: a common word': lists(() => `q=${some(0, 0.01)}`),
    'newsroom: a rare word': lists(() => `q=${some(0.8, 1)}`),
    'newsroom: a word of five stories': lists(() => `q=${rareWord}`),
    'newsroom: two words': lists(() => `q=${some(0, 0.2)}+${some(0, 0.2)}`),
    'newsroom: far back': lists(() => `cursor=${cursor(old().at.toISOString())}`),
    'newsroom: counts of drafts': edits(() => '/api/stories/counts'),
    'newsroom: accounts for the filter': edits(() => '/api/stories/accounts'),
    'newsroom: usage of the sections': edits(() => '/api/categories/usage'),
    'newsroom: unpublished stories': edits(() => '/api/drafts'),
    'newsroom: trash': edits(() => '/api/trash'),
    'newsroom: similar titles': async () =>
      void taken(await editor.json('POST', '/api/checks/duplicates', { title: 'Tomorrow it rains', language: 'en' })),
    'newsroom: what waits': edits(() => '/api/desk/waiting'),
    'newsroom: calendar of this month': edits(() => `/api/plan?${monthOf(new Date())}`),
    'newsroom: calendar of a month far back': edits(() => `/api/plan?${monthOf(old().at)}`),
    'newsroom: a story is published': async () => void (await createStory(editor)),
  };
}

const monthOf = (at: Date) => {
  const month = at.toISOString().slice(0, 7);
  return `from=${month}-01&to=${month}-28`;
};
