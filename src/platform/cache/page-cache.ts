import { LRUCache } from 'lru-cache';
import { type Bodies, compressBest, compressBodies, hashOf, sizeOf } from './compressed-bodies.ts';
import { haveNotifyTriggers, recordQueries, tablesIn } from './tables.ts';

/** A page as rendered. */
export interface Page {
  status: number;
  headers: [name: string, value: string][];
  bodies: Bodies;
  /** The tables that it was rendered from. */
  tables: ReadonlySet<string>;
}

/** `hit`: cached; `stale`: cached, being rendered again; `miss`: rendered; `shared`: rendered for another request. */
export type CacheResult = { page: Page; state: 'hit' | 'stale' | 'miss' | 'shared' };

export interface PageCache {
  /** The page of a key, from the cache or from `render`, which runs once for all concurrent requests. */
  get(key: string, render: () => Promise<Rendered>, region?: CacheRegion): Promise<CacheResult>;
  /** The page of a key if it is cached and fresh. */
  hit(key: string): Page | undefined;
  /** Removes every page that was rendered from a table, or all pages if `table` is undefined. */
  invalidate(table: string | undefined): void;
  /** Bytes that cached pages take now. */
  bytes(): number;
}

/** Where a page is cached: `lists` holds parts of lists, which are so many that they would evict all other pages. */
export type CacheRegion = 'pages' | 'lists';

export interface Rendered {
  status: number;
  headers: [name: string, value: string][];
  body: Buffer;
}

interface CachedPage extends Page {
  madeAt: number;
  hits: number;
}

export interface PageCacheOptions {
  maxBytes: number;
  tables: ReadonlySet<string>;
  now(): Date;
  /** Whether invalidations arrive; while they do not, nothing is cached. */
  isConnected(): boolean;
  onError(error: Error): void;
}

// Changes invalidate their pages at once; these ages are the fallback.
const freshMs = 60_000;
const staleMs = 60_000;
const missingFreshMs = 10_000; // 404 and 410: nobody needs these fast, and a flood of wrong addresses stays cheap

// Shares of the memory, so that neither evicts pages.
const missingShare = 1 / 16;
const listsShare = 1 / 8;
const bestCompressionHits = 20; // hits after which a page is worth the best compression

/** Opens an LRU cache of pages that are the same for everyone. */
export function openPageCache({ maxBytes, tables, now, isConnected, onError }: PageCacheOptions): PageCache {
  const createCache = (share: number) =>
    new LRUCache<string, CachedPage>({
      maxSize: Math.max(1, Math.floor(maxBytes * share)),
      sizeCalculation: ({ bodies }, key) => sizeOf(bodies) + key.length + 1000,
    });
  const pages = createCache(1 - missingShare - listsShare);
  const lists = createCache(listsShare);
  const missing = createCache(missingShare);
  const caches = [pages, lists, missing];
  const renderings = new Map<string, Promise<CachedPage>>();

  // Changes are numbered: a page whose tables changed after its rendering began is outdated and is not cached.
  let changes = 0;
  const lastChanges = new Map<string, number>();
  let lastChangeOfAll = 0;

  const renderPage = async (key: string, render: () => Promise<Rendered>, region: CacheRegion): Promise<CachedPage> => {
    const target = region === 'lists' ? lists : pages;
    const changesBefore = changes;
    const madeAt = now().getTime();
    const { result, queries } = await recordQueries(render);
    const { status, headers, body } = result;
    const previous = target.peek(key)?.bodies;
    const unchanged = previous && previous.hash === hashOf(body);
    const cached: CachedPage = {
      status,
      headers,
      bodies: unchanged ? previous : await compressBodies(body),
      tables: tablesIn(queries, tables).add('settings'), // every page reads the settings, but from memory
      madeAt,
      hits: 0,
    };
    const upToDate =
      lastChangeOfAll <= changesBefore &&
      [...cached.tables].every((table) => (lastChanges.get(table) ?? 0) <= changesBefore);
    if (upToDate && isConnected() && haveNotifyTriggers(cached.tables)) {
      for (const cache of caches) cache.delete(key);
      if (status === 200) target.set(key, cached);
      else if (status === 404 || status === 410) missing.set(key, cached);
    }
    return cached;
  };

  const renderOnce = (key: string, render: () => Promise<Rendered>, region: CacheRegion): Promise<CachedPage> => {
    const running = renderings.get(key);
    if (running) return running;
    const rendering = renderPage(key, render, region).finally(() => {
      if (renderings.get(key) === rendering) renderings.delete(key);
    });
    renderings.set(key, rendering);
    return rendering;
  };

  let compressionQueue = Promise.resolve();
  const queueBestCompression = (key: string, cached: CachedPage) => {
    compressionQueue = compressionQueue.then(async () => {
      if (pages.peek(key)?.bodies === cached.bodies) await compressBest(cached.bodies).catch(onError);
    });
  };

  const lookUp = (key: string) => (isConnected() ? (pages.get(key) ?? lists.get(key) ?? missing.get(key)) : undefined);
  const ageOf = (cached: CachedPage) => now().getTime() - cached.madeAt;
  const hit = (key: string) => {
    const cached = lookUp(key);
    if (!cached || ageOf(cached) >= (cached.status === 200 ? freshMs : missingFreshMs)) return undefined;
    if (++cached.hits === bestCompressionHits && cached.status === 200) queueBestCompression(key, cached);
    return cached;
  };

  return {
    hit,
    async get(key, render, region = 'pages') {
      const fresh = hit(key);
      if (fresh) return { page: fresh, state: 'hit' };
      const stale = lookUp(key);
      if (stale?.status === 200 && ageOf(stale) < freshMs + staleMs) {
        renderOnce(key, render, region).catch(onError);
        return { page: stale, state: 'stale' };
      }
      const state = renderings.has(key) ? 'shared' : 'miss';
      return { page: await renderOnce(key, render, region), state };
    },
    invalidate(table) {
      changes += 1;
      if (table === undefined) lastChangeOfAll = changes;
      else lastChanges.set(table, changes);
      renderings.clear(); // later requests must not share a rendering that began before the change
      for (const cache of caches)
        for (const [key, page] of cache.entries()) if (table === undefined || page.tables.has(table)) cache.delete(key);
    },
    bytes: () => caches.reduce((sum, { calculatedSize }) => sum + calculatedSize, 0),
  };
}
