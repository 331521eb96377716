import { describe, expect, test } from 'vitest';
import {
  list,
  listPage,
  type OpenedCache,
  openTestCache,
  renderer,
  story,
  storyPage,
  text,
} from '#test/factories/page-caches.ts';
import { atEdge, ofRow, queryCounter } from './recorded-queries.ts';

describe('a cached page', () => {
  test('is rendered once for 50 simultaneous requests', async () => {
    const opened = openTestCache();
    const { cache } = opened;
    const render = listPage(opened);
    const found = await Promise.all(Array.from({ length: 50 }, () => cache.get('/news', render)));
    expect(new Set(found.map(text))).toEqual(new Set(['Rendered 1']));
    expect(found.filter(({ state }) => state === 'miss')).toHaveLength(1);
    expect((await cache.get('/news', render)).state).toBe('hit');
  });

  test('is rendered again when the result of its query has changed', async () => {
    const opened = openTestCache();
    const { cache, change } = opened;
    const render = listPage(opened);
    await cache.get('/news', render);
    change(list, [], { table: 'editions' });
    expect((await cache.get('/news', render)).state).toBe('hit');
    change(list, [], { table: 'stories', id: '7', columns: ['title'] });
    expect(cache.hit('/news')).toBeUndefined();
    expect(text(await cache.get('/news', render))).toBe('Rendered 2');
    cache.invalidate(undefined);
    expect(text(await cache.get('/news', render))).toBe('Rendered 3');
  });

  test('stays when its query returns the same rows, which is asked once for all pages', async () => {
    const opened = openTestCache();
    const { cache, state } = opened;
    const pages = Array.from({ length: 20 }, (_, n) => [`/page/${n}`, listPage(opened)] as const);
    for (const [key, render] of pages) await cache.get(key, render);
    const before = state.queries;
    cache.invalidate([{ table: 'stories', id: '7' }]);
    for (const [key, render] of pages) expect((await cache.get(key, render)).state).toBe('hit');
    expect(state.queries).toBe(before + 1);
  });

  test('is not even checked for changes of columns or rows that its queries do not read', async () => {
    const opened = openTestCache();
    const { cache } = opened;
    await cache.get('/news', listPage(opened));
    await cache.get('/news/7', storyPage(opened, 7));
    cache.invalidate([{ table: 'stories', id: '8', columns: ['body', 'updated_at'] }]);
    expect(cache.hit('/news')).toBeDefined();
    expect(cache.hit('/news/7')).toBeDefined();
    cache.invalidate([{ table: 'stories', id: '7', columns: ['body'] }]);
    expect(cache.hit('/news')).toBeDefined();
    expect(cache.hit('/news/7')).toBeUndefined();
  });

  test('is checked for a change of any column when its query reads all of them', async () => {
    const opened = openTestCache();
    const { cache, ask } = opened;
    await cache.get(
      '/all',
      renderer(() => ask('select "stories".* from "stories"')),
    );
    await cache.get(
      '/count',
      renderer(() => ask('select count(*) from "stories" where "status" = $1', 'published')),
    );
    cache.invalidate([{ table: 'stories', id: '8', columns: ['body'] }]);
    expect([cache.hit('/all') === undefined, cache.hit('/count') === undefined]).toEqual([true, false]);
  });

  test('is not checked for a change of a picture that is also published as one of its story', async () => {
    const opened = openTestCache();
    const { cache, ask } = opened;
    const joined = 'select "title", "variants" from "stories" left join "pictures" on true where "id" = $1';
    const pictures = 'select "variants" from "pictures"';
    await cache.get(
      '/news/7',
      renderer(() => ofRow('stories', 7, () => ask(joined, 7))),
    );
    await cache.get(
      '/pictures',
      renderer(() => ask(pictures)),
    );
    cache.invalidate([{ table: 'pictures', id: '3', columns: ['variants'] }]);
    expect(cache.hit('/news/7')).toBeDefined();
    expect(cache.hit('/pictures')).toBeUndefined();
    cache.invalidate([{ table: 'stories', id: '7', columns: ['variants'] }]);
    expect(cache.hit('/news/7')).toBeUndefined();
  });

  test('whose rendering began before a change goes to waiting requests, not to later ones', async () => {
    const opened = openTestCache();
    const { cache, change } = opened;
    const render = listPage(opened);
    const gate = Promise.withResolvers<void>();
    const early = cache.get('/news', async () => {
      const page = await render();
      await gate.promise;
      return page;
    });
    await expect.poll(() => opened.state.queries).toBe(1);
    change(list, [], { table: 'stories' });
    const late = await cache.get('/news', render);
    gate.resolve();
    expect([text(await early), text(late)]).toEqual(['Rendered 1', 'Rendered 2']);
    expect(text(await cache.get('/news', render))).not.toBe('Rendered 1');
  });

  test('whose edge has changed is sent for two seconds at most, while it is rendered again', async () => {
    const opened = openTestCache();
    const { cache, state, ask, change } = opened;
    const blocked = Promise.withResolvers<void>();
    const render = renderer(async () => {
      await ofRow('stories', 7, () => ask(story, 7));
      await atEdge(() => ask(list));
      if (state.queries > 2) await blocked.promise;
    });
    await cache.get('/news/7', render);
    change(list, [], { table: 'stories', id: '8' });
    expect((await cache.get('/news/7', render)).state).toBe('stale');
    state.ms = 1999;
    expect((await cache.get('/news/7', render)).state).toBe('stale');
    state.ms = 2000;
    const late = cache.get('/news/7', render);
    blocked.resolve();
    expect(text(await late)).toBe('Rendered 2');
    expect((await cache.get('/news/7', render)).state).toBe('hit');
    change(story, [7], { table: 'stories', id: '7' });
    expect(text(await cache.get('/news/7', render))).toBe('Rendered 3');
  });

  test('is rendered again after ten minutes, and sent once more meanwhile', async () => {
    const opened = openTestCache();
    const { cache, state } = opened;
    const render = listPage(opened);
    await cache.get('/news', render);
    state.ms = 599_999;
    expect((await cache.get('/news', render)).state).toBe('hit');
    state.ms = 600_000;
    expect((await cache.get('/news', render)).state).toBe('stale');
    await expect.poll(async () => text(await cache.get('/news', render))).toBe('Rendered 2');
    state.ms = 1_800_000;
    expect((await cache.get('/news', render)).state).toBe('miss');
  });

  test('stays within the memory limit; the least recently used is evicted first', async () => {
    const opened = openTestCache({ maxBytes: 300_000 });
    const { cache } = opened;
    for (let n = 0; n < 40; n++) {
      await cache.get(`/news/${n}`, listPage(opened, { size: 5_000 }));
      await cache.get('/news/0', listPage(opened));
      expect(cache.bytes()).toBeLessThanOrEqual(300_000);
    }
    expect((await cache.get('/news/0', listPage(opened))).state).toBe('hit');
    expect((await cache.get('/news/39', listPage(opened))).state).toBe('hit');
    expect((await cache.get('/news/1', listPage(opened))).state).toBe('miss');
  });

  test('is not evicted by requests for unknown addresses', async () => {
    const opened = openTestCache({ maxBytes: 100_000 });
    const { cache } = opened;
    await cache.get('/news', listPage(opened));
    for (let n = 0; n < 200; n++) await cache.get(`/wrong/${n}`, listPage(opened, { status: 404 }));
    expect((await cache.get('/news', listPage(opened))).state).toBe('hit');
  });
});

describe('a rendering', () => {
  const bothPage = (opened: OpenedCache, id: number, rows: unknown[] = []) =>
    renderer(async () => {
      await ofRow('stories', id, () => opened.ask(story, id));
      rows.push(...(await opened.ask(list)));
    });

  test('does not send queries again whose results two other pages show', async () => {
    const opened = openTestCache();
    const { cache, state, change } = opened;
    const rows: unknown[] = [];
    change(list, [], { table: 'stories' });
    for (const id of [1, 2]) await cache.get(`/news/${id}`, bothPage(opened, id, rows));
    const before = state.queries;
    await cache.get('/news/3', bothPage(opened, 3, rows));
    expect(state.queries).toBe(before + 1); // its own story
    expect(new Set(rows).size).toBe(1);
    // After a change it is sent once for all pages.
    change(list, [], { table: 'stories', id: '9' });
    const pages = [1, 2, 3].map((id) => cache.get(`/news/${id}`, bothPage(opened, id, rows)));
    for (const page of await Promise.all(pages)) expect(page.state).toBe('miss');
    expect(state.queries).toBe(before + 2 + 3); // the list, and each its own story
    expect(new Set(rows).size).toBe(2);
  });

  test('sends all its queries while changes do not arrive', async () => {
    const opened = openTestCache();
    const { cache, state } = opened;
    for (const id of [1, 2]) await cache.get(`/news/${id}`, bothPage(opened, id));
    state.connected = false;
    const before = state.queries;
    await cache.get('/news/3', bothPage(opened, 3));
    expect(state.queries).toBe(before + 2);
  });

  test('cannot change rows that others get too', async () => {
    const opened = openTestCache();
    const { cache, ask } = opened;
    const spoil = renderer(async () => Object.assign((await ask(list)) as object, { spoiled: true }));
    for (const key of ['/1', '/2']) await cache.get(key, listPage(opened));
    await expect(cache.get('/3', spoil)).rejects.toThrow(TypeError);
  });
});

describe('the page cache does not store', () => {
  test.each([500, 302])('a response with status %i', async (status) => {
    const opened = openTestCache();
    await opened.cache.get('/news', listPage(opened, { status }));
    expect((await opened.cache.get('/news', listPage(opened))).state).toBe('miss');
  });

  test.each([
    ['of a table whose changes are not published', 'select "id" from "sessions"'],
    ['that writes', 'insert into "stories" default values'],
  ])('a page %s', async (_, query) => {
    const opened = openTestCache();
    const render = renderer(() => opened.ask(query));
    await opened.cache.get('/news', render);
    expect((await opened.cache.get('/news', render)).state).toBe('miss');
  });

  test('a page with a query that ran in a transaction', async () => {
    const opened = openTestCache();
    const render = renderer(async () => queryCounter.logQuery(list, []));
    await opened.cache.get('/news', render);
    expect((await opened.cache.get('/news', render)).state).toBe('miss');
  });

  test('or serve anything while a change of all pages is being processed', async () => {
    const opened = openTestCache();
    const { cache, state } = opened;
    const render = listPage(opened);
    await cache.get('/news', render);
    state.connected = false;
    expect(text(await cache.get('/news', render))).toBe('Rendered 2');
    expect(text(await cache.get('/news', render))).toBe('Rendered 3');
  });

  test('an error: the next request renders again', async () => {
    const opened = openTestCache();
    const fail = async () => Promise.reject(new Error('Something broke'));
    await expect(opened.cache.get('/news', fail)).rejects.toThrow('broke');
    expect((await opened.cache.get('/news', listPage(opened))).state).toBe('miss');
  });
});
