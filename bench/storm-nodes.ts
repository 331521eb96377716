import { setTimeout as sleep } from 'node:timers/promises';
import { Client as Connection } from 'pg';
import type { Client } from '../test/client.ts';
import { createStory } from '../test/factories/stories.ts';
import { each, load, type Pages, read, warm } from './readers.ts';

const staleMs = 2000; // the longest time for which a page may be sent with an outdated list beside its story
const limitMs = 30_000; // until a page counts as never fresh
const sections = ['Sports News/Cricket', 'Business/Markets', 'India/States', 'Health/Science', 'Education/Exams'];
const slugOf = (category: string) => category.toLowerCase().replaceAll(' ', '-');

/** Milliseconds from the answer to the editor, and from his request, until a page is fresh; the shortest first. */
interface Times {
  afterAnswer: number[];
  afterRequest: number[];
}

/**
 * Publishes stories and corrects their headlines while readers read from both nodes. Measures when the story, the board
 * and its category show it on both, and two seconds later counts the pages that do not, with all stories beside which
 * it is listed.
 */
export async function measureFreshness(nodes: string[], editor: Client, pages: Pages, list: string, seconds: number) {
  const times = new Map<string, Times>();
  const stale: string[] = [];
  let checked = 0;
  let over = false;
  const reading = Promise.all(nodes.map((node) => load(node, list, seconds, 8))).finally(() => {
    over = true;
  });

  const change = async (kind: string, category: string, title: string, act: () => Promise<{ id: number }>) => {
    const begun = performance.now();
    const acted = act().then(({ id }) => ({ path: `/news/${id}`, answered: performance.now() }));
    const parts = { story: acted.then(({ path }) => path), board: '/news', category: `/category/${category}` };
    await Promise.all(
      Object.entries(parts).map(async ([part, path]) => {
        const seen = await Promise.all(nodes.map(async (node) => waitUntil(node, await path, includes(title))));
        const { answered } = await acted;
        const { afterAnswer, afterRequest } = times.get(`${kind}: ${part}`) ?? { afterAnswer: [], afterRequest: [] };
        const last = Math.max(...seen);
        afterAnswer.push(Math.max(0, last - answered));
        afterRequest.push(last - begun);
        times.set(`${kind}: ${part}`, { afterAnswer, afterRequest });
      }),
    );
    const { path, answered } = await acted;
    await sleep(Math.max(0, answered + staleMs - performance.now()));
    const listing = pages.stories.filter((story) => story.category === category).map((story) => story.path);
    const showing = [path, '/news', `/category/${category}`, ...listing];
    for (const node of nodes)
      await each(showing, async (path) => {
        checked += 1;
        if (!includes(title)(await read(node, path))) stale.push(`${kind}: ${path}`);
      });
    return Number(path.split('/').at(-1));
  };

  for (let turn = 0; !over; turn++) {
    const [news_category = '', news_sub_category = ''] = sections[turn % sections.length]?.split('/') ?? [];
    const category = slugOf(news_category);
    const fields = { news_title: `Ferry ${turn} has landed`, news_category, news_sub_category };
    const id = await change('published', category, fields.news_title, () => createStory(editor, fields));
    const news_title = `Boat ${turn} has landed, not a ferry`;
    await change('headline corrected', category, news_title, async () => {
      const { status, body } = await editor.form('PUT', `/api/admin/${id}`, { news_title });
      if (status !== 200) throw new Error(JSON.stringify(body));
      return body;
    });
  }
  await reading;
  for (const { afterAnswer, afterRequest } of times.values())
    for (const list of [afterAnswer, afterRequest]) list.sort((a, b) => a - b);
  return { times, stale, checked };
}

type Page = Awaited<ReturnType<typeof read>>;
const includes = (text: string) => (page: Page) => page.status === 200 && page.html.includes(text);

/** Reads a page until it is as expected. Returns the time of that answer. */
async function waitUntil(node: string, path: string, isExpected: (page: Page) => boolean): Promise<number> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const page = await read(node, path);
    const now = performance.now();
    if (isExpected(page)) return now;
    if (now > deadline)
      throw new Error(`${node}${path} is not fresh after ${limitMs} ms: ${page.status} ${page.state}`);
    await sleep(2);
  }
}

/**
 * Lets the database refuse connections while readers read. At its return a headline is changed in SQL before the nodes
 * listen again. Then reads all pages until each is fresh, and once more from the cache for comparison.
 */
export async function measureOutage(nodes: string[], url: string, pages: Pages, seconds: number) {
  for (const node of nodes) await warm(node, pages.paths);
  const database = url.split('/').at(-1) ?? '';
  const server = new Connection({ connectionString: url.replace(/[^/]+$/, 'postgres') });
  await server.connect();
  const allow = (connections: boolean) => server.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS ${connections}`);
  // Milliseconds of each answer by its status and state, for each kind of page.
  const answers = new Map<string, Map<string, number[]>>();
  try {
    await allow(false);
    await server.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [database]);
    const end = performance.now() + seconds * 1000;
    const readUntilEnd = async (name: string, node: string, paths: Iterable<string>) => {
      for (const path of paths) {
        if (performance.now() > end) return;
        const begun = performance.now();
        const { status, state } = await read(node, path);
        const counts = answers.get(name) ?? new Map<string, number[]>();
        answers.set(name, counts);
        const kind = `${status} ${state}`;
        counts.set(kind, [...(counts.get(kind) ?? []), performance.now() - begun]);
        await sleep(5);
      }
    };
    await Promise.all(
      nodes.flatMap((node) => [
        readUntilEnd('cached pages', node, endlessly(pages.paths)),
        readUntilEnd('cached pages', node, endlessly(pages.paths.toReversed())),
        readUntilEnd('uncached pages', node, endlessly(pages.unread)),
      ]),
    );
  } finally {
    await allow(true);
    await server.end();
  }
  for (const list of [...answers.values()].flatMap((counts) => [...counts.values()])) list.sort((a, b) => a - b);

  const back = performance.now();
  const { title, path, category } = await changeHeadline(url);
  const listing = pages.stories.filter((story) => story.category === category).map((story) => story.path);
  const showing = new Set([path, '/news', `/category/${category}`, ...listing]);
  const isFresh = (page: Page) => page.status === 200 && ['hit', 'miss', 'shared'].includes(page.state);
  const fresh: number[] = [];
  const outdated: string[] = [];
  await Promise.all(
    nodes.map((node) =>
      each([...new Set([...showing, ...pages.paths])], async (path) => {
        const expected = (page: Page) => isFresh(page) && (!showing.has(path) || page.html.includes(title));
        await waitUntil(node, path, expected).then(
          (when) => fresh.push(when - back),
          () => outdated.push(path),
        );
      }),
    ),
  );
  const again = performance.now();
  await Promise.all(nodes.map((node) => each(pages.paths, async (path) => void (await read(node, path)))));
  const cachedMs = performance.now() - again;
  return { answers, fresh: fresh.sort((a, b) => a - b), outdated, cachedMs };
}

/** Changes the headline of the story that is first on the board. */
async function changeHeadline(url: string) {
  const connection = new Connection({ connectionString: url });
  await connection.connect();
  const title = 'The ferry runs again';
  const { rows } = await connection.query<{ id: number; category: string }>(
    `UPDATE stories SET title = $1 FROM categories WHERE categories.id = category_id AND stories.id = (
      SELECT id FROM stories WHERE status = 'published' ORDER BY board_at DESC LIMIT 1) RETURNING stories.id, slug AS category`,
    [title],
  );
  await connection.end();
  if (!rows[0]) throw new Error('There is no story.');
  return { title, path: `/news/${rows[0].id}`, category: rows[0].category };
}

function* endlessly(paths: readonly string[]) {
  for (;;) yield* paths;
}
