import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { dayMs } from '#src/rules/calendar.rules.ts';
import type { Client } from '#test/client.ts';
import { createStory } from '#test/factories/stories.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
let editor: Client;
let other: Client;

beforeAll(async () => {
  editor = await site.as('editor');
  other = await site.as('editor');
  const tomorrow = new Date(Date.now() + dayMs).toISOString();
  const business = { news_category: 'Business', news_sub_category: 'Markets' };
  await createStory(editor, { news_title: 'Onion mandi', author: 'Asha Rao', ...business });
  await createStory(editor, { news_title: 'Nets at dawn', news_description: 'Before the selectors came.' });
  const english = await createStory(editor, { news_title: 'Budget day', ...business, news_sub_category: 'Budget' });
  await createStory(other, { news_title: 'बजट का दिन', language: 'hi', version_of: english.id, ...business });
  await createStory(other, { news_title: 'Ferry accounts', status: 'draft', news_description: 'Secret figures.' });
  await createStory(other, { news_title: 'Chess on Sunday', status: 'scheduled', publish_at: tomorrow });
  const trashed = await createStory(editor, { news_title: 'Zebra crossing', author: 'Ravi 50% Sen' });
  await editor.send('DELETE', `/api/admin/${trashed.id}`);
  await createStory(editor, {
    news_title: 'alpine club',
    news_category: 'Others',
    news_sub_category: 'Others',
    news_submenu: 'Clubs',
  });
});

const list = async (query = '', client = editor) => {
  const { status, body } = await client.get(`/api/stories?${query}`);
  expect([query, status]).toEqual([query, 200]);
  return body;
};
const titles = async (query = '', client = editor) =>
  (await list(query, client)).stories.map(({ title }: { title: string }) => title);

const none = { draft: 0, ready: 0, approved: 0, scheduled: 0, published: 0, unpublished: 0, trashed: 0 };

describe('the list', () => {
  test('has all stories but those in the trash, newest first, with counts by state', async () => {
    const { stories, next, counts } = await list();
    expect(stories.map(({ title }: { title: string }) => title)).toEqual([
      'alpine club',
      'Chess on Sunday',
      'Ferry accounts',
      'बजट का दिन',
      'Budget day',
      'Nets at dawn',
      'Onion mandi',
    ]);
    expect(next).toBeNull();
    expect(counts).toEqual({ ...none, draft: 1, scheduled: 1, published: 5, trashed: 1 });
    expect(stories[1]).toMatchObject({ status: 'scheduled', category: 'Sports News', sub_category: 'Cricket' });
    expect(stories[0]).toMatchObject({ sub_category: 'Others', deleted_at: null, version: 1, language: 'en' });
    expect(JSON.stringify(stories)).not.toContain('Secret figures');
  });

  test.each([
    ['state=draft', ['Ferry accounts']],
    ['state=scheduled', ['Chess on Sunday']],
    ['state=trashed', ['Zebra crossing']],
    ['category=business', ['बजट का दिन', 'Budget day', 'Onion mandi']],
    ['category=Business&sub_category=Markets', ['बजट का दिन', 'Onion mandi']],
    ['category=others&sub_category=Others', ['alpine club']],
    ['author=asha', ['Onion mandi']],
    ['author=50%25&state=trashed', ['Zebra crossing']],
    ['author=%25', []],
    ['author=nobody', []],
    ['language=hi', ['बजट का दिन']],
    ['lacks=hi&category=business', ['Onion mandi']],
    ['lacks=ta&category=business&language=hi', ['बजट का दिन']],
    ['to=2020-01-01', []],
    ['from=2020-01-01&state=draft', ['Ferry accounts']],
    ['q=secret', ['Ferry accounts']],
    ['q=zebra', []],
    ['q=zebra&state=trashed', ['Zebra crossing']],
    ['q=onio', ['Onion mandi']],
    ['q=bajat', ['बजट का दिन']],
    ['q=selectors&state=draft', []],
    ['q=!', []],
  ])('filters by %s', async (query, expected) => {
    expect(await titles(query)).toEqual(expected);
  });

  test('counts the states that match the other filters', async () => {
    expect((await list('author=ravi&state=draft')).counts).toEqual({
      ...none,
      trashed: 1,
    });
    expect((await list('q=nothing+of+the+kind')).counts).toEqual(none);
  });

  test('finds the stories of an account, and one’s own', async () => {
    const { body: accounts } = await editor.get('/api/stories/accounts');
    const { body: me } = await other.get('/api/verify_token');
    expect(accounts).toContainEqual({ id: me.user.id, name: me.user.name });
    const theirs = ['Chess on Sunday', 'Ferry accounts', 'बजट का दिन'];
    expect(await titles(`account=${me.user.id}`)).toEqual(theirs);
    expect(await titles('mine=true', other)).toEqual(theirs);
  });

  test.each([
    [
      'newest',
      ['alpine club', 'Chess on Sunday', 'Ferry accounts', 'बजट का दिन', 'Budget day', 'Nets at dawn', 'Onion mandi'],
    ],
    [
      'title',
      ['alpine club', 'Budget day', 'Chess on Sunday', 'Ferry accounts', 'Nets at dawn', 'Onion mandi', 'बजट का दिन'],
    ],
    [
      'section',
      ['Chess on Sunday', 'Ferry accounts', 'Nets at dawn', 'बजट का दिन', 'Budget day', 'Onion mandi', 'alpine club'],
    ],
  ])('sorts by %s, paged without gaps or duplicates', async (sort, expected) => {
    const found: string[] = [];
    for (let cursor = ''; ; ) {
      const { stories, next, counts } = await list(`sort=${sort}&limit=2${cursor}`);
      expect(counts === null).toBe(cursor !== '');
      found.push(...stories.map(({ title }: { title: string }) => title));
      if (!next) break;
      cursor = `&cursor=${encodeURIComponent(next)}`;
    }
    expect(found).toEqual(expected);
  });

  test('sorts by the last change', async () => {
    const [, story] = (await list('category=business&sort=changed')).stories;
    await editor.form('PUT', `/api/admin/${story.id}`, { news_description: 'Changed.' });
    expect((await titles('sort=changed'))[0]).toBe(story.title);
  });

  test('counts drafts and scheduled stories for the menu', async () => {
    expect((await editor.get('/api/stories/counts')).body).toEqual({ draft: 1, scheduled: 1 });
  });
});

describe('readers', () => {
  const found = async (path: string) => JSON.stringify((await site.visitor.get(path)).body);

  test('never find a draft, a scheduled or a deleted story, nor a word of it', async () => {
    expect(await found('/api/search?q=onion')).toContain('"total":1');
    for (const word of ['ferry', 'secret', 'chess', 'zebra'])
      expect(await found(`/api/search?q=${word}`)).toMatch(/"results":\[\].*"meant":null/);
    for (const start of ['ferr', 'secre', 'ches', 'zebr', 'Ferry acc'])
      expect(await found(`/api/search/suggestions?q=${start}`)).toBe('[]');
    expect(await found('/api/search?q=secrett')).toContain('"meant":null');
  });

  test('find a story once it is public, and no longer when it is a draft again', async () => {
    const story = await createStory(editor, { news_title: 'Quicksilver', status: 'draft' });
    const isFound = async () => (await found('/api/search?q=quicksilver')).includes('"total":1');
    expect(await isFound()).toBe(false);
    await editor.form('PUT', `/api/admin/${story.id}`, { status: 'published' });
    expect(await isFound()).toBe(true);
    await editor.form('PUT', `/api/admin/${story.id}`, { status: 'draft' });
    expect(await isFound()).toBe(false);
    expect(await titles('q=quicksilver')).toEqual(['Quicksilver']);
    await site.db.execute(sql`DELETE FROM stories WHERE id = ${story.id}`);
    expect(await titles('q=quicksilver')).toEqual([]);
  });
});

describe('refuses', () => {
  test.each(['/api/stories', '/api/stories/counts', '/api/stories/accounts'])(
    '%s: visitors and readers',
    async (path) => {
      expect((await site.visitor.get(path)).status).toBe(401);
      expect((await (await site.as('reader')).get(path)).status).toBe(403);
      expect((await (await site.as('admin')).get(path)).status).toBe(200);
    },
  );
});

describe('rejects', () => {
  test.each([
    'state=lost',
    'sort=random',
    'language=Hindi',
    'lacks=h',
    'limit=0',
    'limit=101',
    'account=x',
    'from=yesterday',
    'from=0000-01-01',
    `q=${'x'.repeat(201)}`,
    `author=${'x'.repeat(101)}`,
    `cursor=${'x'.repeat(2501)}`,
  ])('%.20s with 422', async (query) => {
    expect((await editor.get(`/api/stories?${query}`)).status).toBe(422);
  });

  test.each(['category=nowhere', 'category=business&sub_category=nowhere'])('%s with 404', async (query) => {
    expect((await editor.get(`/api/stories?${query}`)).status).toBe(404);
  });

  const cursorOf = (position: unknown) => Buffer.from(JSON.stringify(position)).toString('base64url');
  test.each([
    ['newest', 'x'],
    ['newest', cursorOf({ value: 'yesterday', id: 1 })],
    ['newest', cursorOf({ value: '0000-01-01T00:00:00.000Z', id: 1 })],
    ['title', cursorOf({ value: 'a', id: 'b' })],
    ['title', cursorOf({ value: 'a\u0000', id: 1 })],
    ['section', cursorOf({ value: '1', id: 1 })],
    ['section', cursorOf({ value: '99999999999 2026-11-21T20:00:00.000Z', id: 1 })],
    ['section', cursorOf({ value: '1 2026-11-21T20:00:00.000Z x', id: 1 })],
    ['changed', cursorOf([])],
  ])('a malformed cursor of the order %s with 400', async (sort, cursor) => {
    expect((await editor.get(`/api/stories?sort=${sort}&cursor=${cursor}`)).status).toBe(400);
  });
});
