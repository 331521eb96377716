import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { dayNumber } from '#src/rules/calendar.rules.ts';
import { isDatabaseAway } from '../database/database-away.ts';
import type { Change } from './change-triggers.ts';
import { type Bodies, compressAsBefore, compressBest, createBodies, sizeOf } from './compressed-bodies.ts';
import type { Dependency, QueryResults } from './query-results.ts';
import { recordQueries } from './recorded-queries.ts';

/** A page as rendered. */
export interface Page {
  status: number;
  headers: [name: string, value: string][];
  bodies: Bodies;
}

/**
 * `hit`: cached and current; `stale`: cached, and only its edge has changed; `offline`: cached, and the database cannot
 * be reached; `miss`: rendered; `shared`: rendered for another request.
 */
export type CacheState = 'hit' | 'stale' | 'offline' | 'miss' | 'shared';

export type CacheResult = { page: Page; state: CacheState };

export interface PageCache {
  /** The page of a key, from the cache or from `render`, which runs once for all concurrent requests. */
  get(key: string, render: () => Promise<Rendered>, region?: CacheRegion): Promise<CacheResult>;
  /** The page of a key if it can be sent at once: cached and current, or `stale` while it is being rendered again. */
  hit(key: string): CacheResult | undefined;
  /** Applies committed changes; undefined drops all pages. */
  invalidate(changes: readonly Change[] | undefined): void;
  /** Bytes that cached pages take now. */
  bytes(): number;
}

/** Where a page is cached: `lists` holds parts of lists, which would evict all other pages. */
export type CacheRegion = 'pages' | 'lists';

export interface Rendered {
  status: number;
  headers: [name: string, value: string][];
  body: Buffer;
}

interface CachedPage extends Page {
  dependencies: readonly Dependency[];
  renderedAt: number;
  /** Pages show the date. One of an earlier day is sent only while the database cannot be reached. */
  day: number;
  /** When the change came that made its edge outdated. */
  staleSince: number | undefined;
  hits: number;
}

export interface PageCacheOptions {
  maxBytes: number;
  results: QueryResults;
  now(): Date;
  /** Whether changes arrive and have been processed; while not, nothing is cached. */
  isConnected(): boolean;
  /** Whether the database cannot be reached: cached pages are sent as `offline`. */
  isAway(): boolean;
  /** For how long cached pages are sent while the database cannot be reached. */
  offlineMs(): number;
  onError(error: Error): void;
}

// Changes outdate their pages at once. What changes with time alone is rendered again after this.
const longestMs = 600_000;
const longestMissingMs = 10_000; // 404 and 410: these need not be fast, and a flood of wrong addresses stays cheap
const longestStaleMs = 2000; // with an outdated edge
const refreshMs = 1500; // it is rendered again in this time, if there are not too many

// Shares of the memory, so that neither evicts pages.
const missingShare = 1 / 16;
const listsShare = 1 / 8;
const unavailable = 503;
// A page gets the best compression after this number of hits, if it has not changed for this time.
const bestCompressionHits = 20;
const bestCompressionMs = 60_000;

/** Opens an LRU cache of pages that are the same for everyone. */
export function openPageCache(options: PageCacheOptions): PageCache {
  const { maxBytes, results, isConnected, isAway, offlineMs, onError } = options;
  const now = () => options.now().getTime();
  const today = () => dayNumber(options.now());
  const memory = openMemory(maxBytes, results);
  const renderings = openRenderings(memory, options);
  const ageOf = ({ renderedAt }: CachedPage) => now() - renderedAt;
  const isOld = (cached: CachedPage) => ageOf(cached) >= (cached.status === 200 ? longestMs : longestMissingMs);
  const refreshes = openRefreshes(options, async (key, render) => {
    await renderings.whenIdle();
    if (hit(key)?.state !== 'hit') await render(); // a reader may have been first
  });
  const countHit = openBestCompression(memory, ageOf, onError);

  const hit = (key: string): CacheResult | undefined => {
    const cached = isConnected() ? memory.find(key) : undefined;
    if (!cached || isOld(cached) || cached.day !== today()) return undefined;
    const { is } = results.currencyOf(cached.dependencies);
    if (is === 'current') return { page: countHit(key, cached), state: 'hit' };
    return is === 'edge' && refreshes.has(key) && isShortlyStale(cached) ? { page: cached, state: 'stale' } : undefined;
  };
  const isShortlyStale = ({ staleSince }: CachedPage) =>
    staleSince !== undefined && now() - staleSince < longestStaleMs;

  let awaySince: number | undefined;
  const offline = (cached: CachedPage): CacheResult | undefined => {
    awaySince ??= now();
    return now() - awaySince < offlineMs() ? { page: cached, state: 'offline' } : undefined;
  };
  /** A page that may be sent although it is not known to be current. */
  const findUsable = async (key: string): Promise<CacheResult | undefined> => {
    const cached = memory.find(key);
    if (!cached) return undefined;
    if (isAway()) return offline(cached);
    if (!isConnected() || cached.day !== today()) return undefined;
    try {
      if (results.currencyOf(cached.dependencies).is === 'unknown') await results.check(cached.dependencies);
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      onError(error as Error);
      return offline(cached);
    }
    awaySince = undefined;
    const currency = results.currencyOf(cached.dependencies);
    if (currency.is === 'current') {
      if (!isOld(cached)) return { page: countHit(key, cached), state: 'hit' };
      return cached.status === 200 && ageOf(cached) < 2 * longestMs ? { page: cached, state: 'stale' } : undefined;
    }
    if (currency.is !== 'edge' || cached.status !== 200) return undefined;
    cached.staleSince ??= currency.since;
    return isShortlyStale(cached) ? { page: cached, state: 'stale' } : undefined;
  };

  return {
    hit,
    async get(key, render, region = 'pages') {
      const usable = await findUsable(key);
      if (usable?.state === 'stale') refreshes.add(key, () => renderings.renderOnce(key, render, region).page);
      if (usable) return usable;
      const before = memory.find(key);
      const { page, state } = renderings.renderOnce(key, render, region);
      const rendered = await page;
      return (rendered.status === unavailable && before && offline(before)) || { page: rendered, state };
    },
    invalidate(changes) {
      awaySince = undefined; // changes arrive
      results.apply(changes);
      if (!changes) memory.clear();
    },
    bytes: memory.bytes,
  };
}

type Memory = ReturnType<typeof openMemory>;

/** The cached pages, in an LRU cache for each region and one for pages that do not exist. */
function openMemory(maxBytes: number, { release }: QueryResults) {
  const createCache = (share: number) =>
    new LRUCache<string, CachedPage>({
      maxSize: Math.max(1, Math.floor(maxBytes * share)),
      sizeCalculation: ({ bodies, dependencies }, key) =>
        sizeOf(bodies) + key.length + 1000 + 100 * dependencies.length,
      dispose: ({ dependencies }) => release(dependencies),
    });
  const pages = createCache(1 - missingShare - listsShare);
  const [lists, missing] = [createCache(listsShare), createCache(missingShare)];
  const caches = { pages, lists, missing };
  const all = Object.values(caches);
  let cleared = 0;
  return {
    find: (key: string) => pages.get(key) ?? lists.get(key) ?? missing.get(key),
    bodiesOf: (key: string, place: keyof typeof caches) => caches[place].peek(key)?.bodies,
    put(key: string, cached: CachedPage, place: keyof typeof caches) {
      for (const cache of all) cache.delete(key);
      caches[place].set(key, cached);
      if (caches[place].peek(key) !== cached) release(cached.dependencies); // it is larger than the cache
    },
    clear() {
      cleared += 1;
      for (const cache of all) cache.clear();
    },
    timesCleared: () => cleared,
    bytes: () => all.reduce((sum, { calculatedSize }) => sum + calculatedSize, 0),
  };
}

/** Renders pages and caches them, each once for all concurrent requests. */
function openRenderings(memory: Memory, { results, isConnected, now }: PageCacheOptions) {
  const renderings = new Map<string, { page: Promise<CachedPage>; since: number; day: number }>();
  const renderPage = async (key: string, render: () => Promise<Rendered>, region: CacheRegion): Promise<CachedPage> => {
    const since = results.lastChange();
    const clearedBefore = memory.timesCleared();
    const [renderedAt, day] = [now().getTime(), dayNumber(now())];
    const { result, recording } = await recordQueries(render, async (query) =>
      isConnected() ? results.find(query) : undefined,
    );
    const { status, headers, body } = result;
    const previous = memory.bodiesOf(key, region);
    const created = createBodies(body);
    const bodies = previous?.hash === created.hash ? previous : created;
    if (previous && bodies === created) compressAsBefore(created, previous);
    const times = { renderedAt, day, staleSince: undefined };
    const cached: CachedPage = { status, headers, bodies, dependencies: [], ...times, hits: 0 };
    const place = status === 200 ? region : status === 404 || status === 410 ? 'missing' : undefined;
    if (!place || !isConnected() || memory.timesCleared() > clearedBefore) return cached;
    const dependencies = results.track(recording, since);
    if (!dependencies) return cached;
    cached.dependencies = dependencies;
    memory.put(key, cached, place);
    return cached;
  };

  return {
    // A request shares a rendering only if nothing has changed since that began, and it shows today's date.
    renderOnce(key: string, render: () => Promise<Rendered>, region: CacheRegion) {
      const running = renderings.get(key);
      const [since, day] = [results.lastChange(), dayNumber(now())];
      if (running?.since === since && running.day === day) return { page: running.page, state: 'shared' as const };
      const page = renderPage(key, render, region).finally(() => {
        if (renderings.get(key)?.page === page) renderings.delete(key);
      });
      renderings.set(key, { page, since, day });
      return { page, state: 'miss' as const };
    },
    whenIdle: () => Promise.allSettled([...renderings.values()].map(({ page }) => page)),
  };
}

/**
 * Pages with an outdated edge are rendered again one after the other, after those that readers wait for, and spread over
 * the time that they have: the next change may come meanwhile.
 */
function openRefreshes(
  { now, onError }: PageCacheOptions,
  refresh: (key: string, render: () => Promise<unknown>) => Promise<void>,
) {
  const waiting = new Map<string, { render: () => Promise<unknown>; due: number }>();
  let isRunning = false;
  const run = async () => {
    isRunning = true;
    for (const [key, { render, due }] of waiting) {
      await sleep(Math.max(0, (due - now().getTime()) / waiting.size), undefined, { ref: false });
      await refresh(key, render).catch(onError);
      waiting.delete(key);
    }
    isRunning = false;
  };
  return {
    has: (key: string) => waiting.has(key),
    add(key: string, render: () => Promise<unknown>) {
      if (!waiting.has(key)) waiting.set(key, { render, due: now().getTime() + refreshMs });
      if (!isRunning) void run();
    },
  };
}

/** Counts the hits of pages, and compresses those best that are worth it, one after the other. */
function openBestCompression(memory: Memory, ageOf: (page: CachedPage) => number, onError: (error: Error) => void) {
  let queue = Promise.resolve();
  const begun = new WeakSet<Bodies>(); // never removed: what fails once would fail again
  return (key: string, cached: CachedPage): CachedPage => {
    const { status, bodies } = cached;
    if (status !== 200 || bodies.hasBestCompression || begun.has(bodies)) return cached;
    cached.hits += 1;
    if (cached.hits < bestCompressionHits || ageOf(cached) < bestCompressionMs) return cached;
    begun.add(bodies);
    queue = queue.then(async () => {
      if (memory.bodiesOf(key, 'pages') === bodies) await compressBest(bodies).catch(onError);
    });
    return cached;
  };
}
