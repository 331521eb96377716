import { describe, expect, test } from 'vitest';
import { list, listPage, openTestCache, tables, text } from '#test/factories/page-caches.ts';

describe('while the database is away', () => {
  test('cached pages are sent as offline, for as long as the setting says, and checked afterwards', async () => {
    const opened = openTestCache();
    const { cache, state, change } = opened;
    const render = listPage(opened);
    await cache.get('/news', render);
    state.away = true;
    expect(cache.hit('/news')).toBeUndefined();
    const found = await cache.get('/news', render);
    expect([found.state, text(found)]).toEqual(['offline', 'Rendered 1']);
    state.ms = 3_600_000;
    await expect(cache.get('/news', render)).rejects.toThrow('terminated');
    state.away = false;
    cache.invalidate([...tables].map((table) => ({ table })));
    expect((await cache.get('/news', render)).state).toBe('miss'); // it is too old by now
    const after = await cache.get('/news', render);
    expect(after.state).toBe('hit');
    change(list, [], { table: 'stories' });
    expect(text(await cache.get('/news', render))).not.toBe(text(after));
  });

  test('a page whose query cannot be sent again is sent as offline', async () => {
    const opened = openTestCache();
    const { cache, state } = opened;
    await cache.get('/news', listPage(opened));
    cache.invalidate([{ table: 'stories' }]);
    state.away = true;
    expect((await cache.get('/news', listPage(opened))).state).toBe('offline');
  });

  test('a page of yesterday is sent, which is rendered again otherwise', async () => {
    const opened = openTestCache();
    const { cache, state } = opened;
    state.ms = 18.5 * 3_600_000 - 1; // just before midnight in India
    await cache.get('/news', listPage(opened));
    state.ms += 1;
    state.away = true;
    expect((await cache.get('/news', listPage(opened))).state).toBe('offline');
    state.away = false;
    expect(cache.hit('/news')).toBeUndefined();
    expect((await cache.get('/news', listPage(opened))).state).toBe('miss');
  });
});
