import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Pool } from 'pg';
import { fromSomeReader } from './start.ts';

const run = promisify(execFile);

/** The pages that readers request: the front page and the board, all categories and sub-categories, the newest stories. */
export interface Pages {
  paths: string[];
  boards: string[];
  categories: string[];
  /** Newest first, with the slug of their category. */
  stories: { path: string; category: string }[];
  /** Older stories, which nobody has read. */
  unread: string[];
}

export async function choosePages(pool: Pool, count: number): Promise<Pages> {
  const { rows: places } = await pool.query<{ path: string }>(`
    SELECT '/category/' || slug AS path FROM categories UNION ALL
    SELECT '/category/' || categories.slug || '/subcategory/' || sub_categories.slug
    FROM sub_categories JOIN categories ON categories.id = category_id`);
  const { rows: stories } = await pool.query<{ path: string; category: string }>(`
    SELECT '/news/' || stories.id AS path, slug AS category FROM stories JOIN categories ON categories.id = category_id
    ORDER BY stories.created_at DESC`);
  const boards = ['/', '/news'];
  const categories = places.map(({ path }) => path);
  const read = stories.slice(0, count - boards.length - categories.length);
  return {
    paths: [...boards, ...categories, ...read.map(({ path }) => path)],
    boards,
    categories,
    stories: read,
    unread: stories.slice(read.length).map(({ path }) => path),
  };
}

/** An item of a list that is not empty, by chance. */
export const oneOf = <T>(list: readonly T[]) => list[Math.floor(list.length * Math.random())] as T;

/** Writes a file of paths for `load`: 10 % boards, 20 % categories, 70 % stories, the newer the more often. */
export async function writeReadingList(file: string, { paths, boards, categories, stories }: Pages): Promise<void> {
  const next = () => {
    const kind = Math.random();
    if (kind < 0.1) return oneOf(boards);
    if (kind < 0.3) return oneOf(categories);
    return stories[Math.floor(stories.length * Math.random() ** 2)]?.path;
  };
  await writeFile(file, `${Array.from({ length: paths.length * 20 }, next).join('\n')}\n`);
}

/** Requests the paths of a reading list with wrk on the second core: answers per second, milliseconds, errors (no 2xx). */
export async function load(site: string, list: string, seconds: number, connections = 16) {
  const words = ['-t1', `-c${connections}`, `-d${seconds}s`, '-H', 'Accept-Encoding: gzip, deflate, br, zstd'];
  const script = ['-s', join(import.meta.dirname, 'paths.lua'), site, '--', list];
  const { stdout } = await run('taskset', ['-c', '1', 'wrk', ...words, ...script]);
  const result = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  return result as { rate: number; p50: number; p99: number; errors: number };
}

/** A page as a reader gets it. */
export async function read(site: string, path: string) {
  const headers = { ...fromSomeReader(), 'accept-encoding': 'br' };
  const answer = await fetch(site + path, { headers, redirect: 'manual' });
  const bytes = Number(answer.headers.get('content-length'));
  return { status: answer.status, state: answer.headers.get('x-cache') ?? '', bytes, html: await answer.text() };
}

/** Calls `act` for each item, eight at a time. */
export async function each<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const left = items.values(); // shared by the eight
  const work = async () => {
    for (const item of left) await act(item);
  };
  await Promise.all(Array.from({ length: 8 }, work));
}

/** Reads all pages until each is in the cache. Returns the size of their bodies. */
export async function warm(site: string, paths: readonly string[]): Promise<number> {
  const deadline = performance.now() + 60_000;
  let bytes = 0;
  for (let cold = paths; cold.length > 0; ) {
    if (performance.now() > deadline) throw new Error(`Not in the cache: ${cold.length} pages, such as ${cold[0]}`);
    const again: string[] = [];
    await each(cold, async (path) => {
      const page = await read(site, path);
      if (page.status !== 200) throw new Error(`${path}: ${page.status}`);
      if (page.state === 'hit') bytes += page.bytes;
      else again.push(path);
    });
    cold = again;
    await sleep(20);
  }
  return bytes;
}

/** Reads all pages until they are cached, and all those that are older than a minute have their best compression. */
export async function settle(site: string, list: string, paths: readonly string[]): Promise<void> {
  let before = -1;
  for (let turn = 0; turn < 20; turn++) {
    await warm(site, paths);
    await load(site, list, 5);
    const bytes = await warm(site, paths);
    if (bytes === before) return;
    before = bytes;
  }
}
