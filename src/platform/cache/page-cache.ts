import { LRUCache } from 'lru-cache';
import { type Bodies, hashOf, makeBodies, shrink, sizeOf } from './bodies.ts';
import { areHeard, recordQueries, tablesIn } from './tables.ts';

/** A page as rendered. */
export interface Page {
  status: number;
  headers: [name: string, value: string][];
  bodies: Bodies;
  /** What it was made of. */
  tables: ReadonlySet<string>;
}

/** `hit` was kept, `stale` is kept and being rendered again, `miss` was rendered now, `shared` too, for another reader. */
export type Found = { page: Page; state: 'hit' | 'stale' | 'miss' | 'shared' };

export interface PageCache {
  /** The page of a key, kept or rendered by `render`, which runs once for all who wait for it. */
  get(key: string, render: () => Promise<Rendered>, shelf?: Shelf): Promise<Found>;
  /** The page of a key if it is kept and fresh. */
  hit(key: string): Page | undefined;
  /** Forgets every page that was made of a table, or all. */
  drop(table: string | undefined): void;
  /** Bytes that pages take now. */
  bytes(): number;
}

/** Where a page is kept: `lists` holds parts of lists, of which there are so many that they would push all others out. */
export type Shelf = 'pages' | 'lists';

export interface Rendered {
  status: number;
  headers: [name: string, value: string][];
  body: Buffer;
}

interface Kept extends Page {
  madeAt: number;
  hits: number;
}

export interface PageCacheOptions {
  maxBytes: number;
  tables: ReadonlySet<string>;
  now(): Date;
  /** Whether drops arrive; while they do not, nothing is kept. */
  hearing(): boolean;
  onError(error: Error): void;
}

// A change is heard of and drops its pages; these are the net below that.
const freshMs = 60_000;
const staleMs = 60_000;
const missingFreshMs = 10_000; // a page that is not there: nobody needs it fast, a flood of wrong addresses is cheap

// Of the memory, so that neither can push pages out.
const missingShare = 1 / 16;
const listsShare = 1 / 8;
const popular = 20; // hits after which a page is worth the best compression

/** Opens a cache of pages that are the same for everyone; the least recently read go first when it is full. */
export function openPageCache({ maxBytes, tables, now, hearing, onError }: PageCacheOptions): PageCache {
  const bounded = (share: number) =>
    new LRUCache<string, Kept>({
      maxSize: Math.max(1, Math.floor(maxBytes * share)),
      sizeCalculation: ({ bodies }, key) => sizeOf(bodies) + key.length + 1000,
    });
  const pages = bounded(1 - missingShare - listsShare);
  const lists = bounded(listsShare);
  const missing = bounded(missingShare);
  const shelves = [pages, lists, missing];
  const underWay = new Map<string, Promise<Kept>>();

  // Each change has a number: a page that was begun before a change of what it is made of is too old to keep.
  let changes = 0;
  const changed = new Map<string, number>();
  let allChanged = 0;

  const make = async (key: string, render: () => Promise<Rendered>, shelf: Shelf): Promise<Kept> => {
    const good = shelf === 'lists' ? lists : pages;
    const begun = changes;
    const madeAt = now().getTime();
    const { result, queries } = await recordQueries(render);
    const { status, headers, body } = result;
    const before = good.peek(key)?.bodies;
    const same = before && before.hash === hashOf(body);
    const kept: Kept = {
      status,
      headers,
      bodies: same ? before : await makeBodies(body),
      tables: tablesIn(queries, tables).add('settings'), // which every page reads, though by no query
      madeAt,
      hits: 0,
    };
    const upToDate = allChanged <= begun && [...kept.tables].every((table) => (changed.get(table) ?? 0) <= begun);
    if (upToDate && hearing() && areHeard(kept.tables)) {
      for (const one of shelves) one.delete(key);
      if (status === 200) good.set(key, kept);
      else if (status === 404 || status === 410) missing.set(key, kept);
    }
    return kept;
  };

  const rendered = (key: string, render: () => Promise<Rendered>, shelf: Shelf): Promise<Kept> => {
    const running = underWay.get(key);
    if (running) return running;
    const made = make(key, render, shelf).finally(() => {
      if (underWay.get(key) === made) underWay.delete(key);
    });
    underWay.set(key, made);
    return made;
  };

  let shrinking = Promise.resolve();
  const improve = (key: string, kept: Kept) => {
    shrinking = shrinking.then(async () => {
      if (pages.peek(key)?.bodies === kept.bodies) await shrink(kept.bodies).catch(onError);
    });
  };

  const find = (key: string) => (hearing() ? (pages.get(key) ?? lists.get(key) ?? missing.get(key)) : undefined);
  const ageOf = (kept: Kept) => now().getTime() - kept.madeAt;
  const hit = (key: string) => {
    const kept = find(key);
    if (!kept || ageOf(kept) >= (kept.status === 200 ? freshMs : missingFreshMs)) return undefined;
    if (++kept.hits === popular && kept.status === 200) improve(key, kept);
    return kept;
  };

  return {
    hit,
    async get(key, render, shelf = 'pages') {
      const fresh = hit(key);
      if (fresh) return { page: fresh, state: 'hit' };
      const old = find(key);
      if (old?.status === 200 && ageOf(old) < freshMs + staleMs) {
        rendered(key, render, shelf).catch(onError);
        return { page: old, state: 'stale' };
      }
      const state = underWay.has(key) ? 'shared' : 'miss';
      return { page: await rendered(key, render, shelf), state };
    },
    drop(table) {
      changes += 1;
      if (table === undefined) allChanged = changes;
      else changed.set(table, changes);
      underWay.clear(); // whoever asks from now on must not get what was begun before
      for (const kept of shelves)
        for (const [key, page] of kept.entries()) if (table === undefined || page.tables.has(table)) kept.delete(key);
    },
    bytes: () => shelves.reduce((sum, { calculatedSize }) => sum + calculatedSize, 0),
  };
}
