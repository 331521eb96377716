import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openPageCache, type Rendered } from './page-cache.ts';
import { queryRecorder } from './tables.ts';

const tables = new Set(['stories', 'editions', 'sessions', 'settings']);

function open({ maxBytes = 1_000_000, hearing: isConnected = (): boolean => true } = {}) {
  let ms = 0;
  const wait = (more: number) => {
    ms += more;
  };
  const onError = (error: Error) => {
    throw error;
  };
  const cache = openPageCache({ maxBytes, tables, now: () => new Date(ms), isConnected, onError });
  return { cache, wait };
}

/** A rendering that reads a table and contains the number of its run. */
function renderer(table = 'stories', { status = 200, size = 0 } = {}) {
  let count = 0;
  return async (): Promise<Rendered> => {
    count += 1;
    queryRecorder.logQuery(`select "id" from "${table}" where "id" = $1`, []);
    const body = Buffer.from(`Rendered ${count} ${randomBytes(size).toString('hex')}`);
    return { status, headers: [], body };
  };
}

const text = ({ page }: { page: { bodies: { identity: Buffer } } }) => page.bodies.identity.toString().trim();

describe('a cached page', () => {
  test('is rendered once for 50 simultaneous requests', async () => {
    const { cache } = open();
    const render = renderer();
    const found = await Promise.all(Array.from({ length: 50 }, () => cache.get('/news', render)));
    expect(new Set(found.map(text))).toEqual(new Set(['Rendered 1']));
    expect(found.filter(({ state }) => state === 'miss')).toHaveLength(1);
    expect((await cache.get('/news', render)).state).toBe('hit');
  });

  test('is invalidated by a change of a table that it reads, and not by other tables', async () => {
    const { cache } = open();
    const render = renderer();
    await cache.get('/news', render);
    cache.invalidate('editions');
    expect((await cache.get('/news', render)).state).toBe('hit');
    cache.invalidate('stories');
    expect(text(await cache.get('/news', render))).toBe('Rendered 2');
    cache.invalidate('settings');
    expect(text(await cache.get('/news', render))).toBe('Rendered 3');
    cache.invalidate(undefined);
    expect(text(await cache.get('/news', render))).toBe('Rendered 4');
  });

  test('whose rendering began before a change goes to waiting requests, not to later ones', async () => {
    const { cache } = open();
    const render = renderer();
    const gate = Promise.withResolvers<void>();
    const early = cache.get('/news', async () => {
      const page = await render();
      await gate.promise;
      return page;
    });
    cache.invalidate('stories');
    const late = await cache.get('/news', render);
    gate.resolve();
    expect([text(await early), text(late)]).toEqual(['Rendered 1', 'Rendered 2']);
    expect(text(await cache.get('/news', render))).toBe('Rendered 2');
  });

  test('is served stale once after a minute, while it is rendered again', async () => {
    const { cache, wait } = open();
    const render = renderer();
    await cache.get('/news', render);
    wait(60_000);
    const old = await cache.get('/news', render);
    expect([old.state, text(old)]).toEqual(['stale', 'Rendered 1']);
    await expect.poll(async () => text(await cache.get('/news', render))).toBe('Rendered 2');
    wait(120_000);
    expect((await cache.get('/news', render)).state).toBe('miss');
  });

  test('stays within the memory limit; the least recently used is evicted first', async () => {
    const { cache } = open({ maxBytes: 300_000 });
    for (let n = 0; n < 40; n++) {
      await cache.get(`/news/${n}`, renderer('stories', { size: 5_000 }));
      await cache.get('/news/0', renderer());
      expect(cache.bytes()).toBeLessThanOrEqual(300_000);
    }
    expect((await cache.get('/news/0', renderer())).state).toBe('hit');
    expect((await cache.get('/news/39', renderer())).state).toBe('hit');
    expect((await cache.get('/news/1', renderer())).state).toBe('miss');
  });

  test('is not evicted by requests for unknown addresses', async () => {
    const { cache } = open({ maxBytes: 100_000 });
    await cache.get('/news', renderer());
    for (let n = 0; n < 200; n++) await cache.get(`/wrong/${n}`, renderer('stories', { status: 404 }));
    expect((await cache.get('/news', renderer())).state).toBe('hit');
  });
});

describe('the page cache does not store', () => {
  test.each([500, 302])('a response with status %i', async (status) => {
    const { cache } = open();
    await cache.get('/news', renderer('stories', { status }));
    expect((await cache.get('/news', renderer())).state).toBe('miss');
  });

  test('a page of a table without change notifications', async () => {
    const { cache } = open();
    const render = renderer('sessions');
    await cache.get('/news', render);
    expect((await cache.get('/news', render)).state).toBe('miss');
  });

  test('or serve anything while it receives no change notifications', async () => {
    let hears = true;
    const { cache } = open({ hearing: () => hears });
    const render = renderer();
    await cache.get('/news', render);
    hears = false;
    expect(text(await cache.get('/news', render))).toBe('Rendered 2');
    expect(text(await cache.get('/news', render))).toBe('Rendered 3');
  });

  test('an error: the next request renders again', async () => {
    const { cache } = open();
    const fail = async () => Promise.reject(new Error('The database is gone'));
    await expect(cache.get('/news', fail)).rejects.toThrow('gone');
    expect((await cache.get('/news', renderer())).state).toBe('miss');
  });
});
