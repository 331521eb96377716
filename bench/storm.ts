// What readers and an editor wait for while he writes: throughput, freshness on two nodes, and an outage of the database.
//   node bench/storm.ts                  500 cached pages, 10 s for each scenario, an outage of 5 s
//   node bench/storm.ts --pages 2000 --seconds 30 --outage 60
// The nodes with their PostgreSQL run on the first core, wrk (Debian's package) and the editor on the second.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { runningPostgres } from '../src/platform/postgres/server.ts';
import { ensureBuild } from '../src/site/build.ts';
import { Client } from '../test/client.ts';
import { createLiveStory, postEntry } from '../test/factories/live.ts';
import { pictureFile } from '../test/factories/pictures.ts';
import { createStory } from '../test/factories/stories.ts';
import { fill } from './fill.ts';
import { openFillPool } from './fill-pool.ts';
import { choosePages, load, type Pages, settle, warm, writeReadingList } from './readers.ts';
import { chief, program, start } from './start.ts';
import { measureFreshness, measureOutage } from './storm-nodes.ts';
import { within } from './times.ts';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '10' },
    outage: { type: 'string', default: '5' },
  },
});
const [pageCount, seconds, outageSeconds] = [Number(values.pages), Number(values.seconds), Number(values.outage)];
const out = (text: string) => process.stdout.write(`${text}\n`);
const table = (...head: string[]) => out(`\n| ${head.join(' | ')} |\n|${' --- |'.repeat(head.length)}`);
const row = (...cells: (string | number)[]) => out(`| ${cells.join(' | ')} |`);
const ms = (time: number) => `${time < 10 ? time.toFixed(1) : Math.round(time)} ms`;

/** Writes once a second while readers read. Returns how long each write took, the shortest first. */
async function write(act: (turn: number) => Promise<unknown>, isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  let next = performance.now();
  for (let turn = 0; !isOver(); turn++) {
    const begun = performance.now();
    await act(turn);
    times.push(performance.now() - begun);
    next = Math.max(next + 1000, performance.now());
    while (!isOver() && performance.now() < next) await sleep(10);
  }
  return times.sort((a, b) => a - b);
}

/** What the editor does in each scenario, each time with another text. */
async function scenarios(editor: Client, { stories }: Pages) {
  const change = async (path: string, fields: Record<string, string>) => {
    const { status, body } = await editor.form('PUT', path.replace('/news/', '/api/admin/'), fields);
    if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`);
  };
  const { id: draft } = await createStory(editor, { status: 'draft' });
  const [first, second] = stories.map(({ path }) => path);
  if (!first || !second) throw new Error('There are too few stories.');
  // The correction is in the last paragraph, so the summary on the boards stays the same.
  const paragraphs = 'Onion mandi opens at dawn, and the boats are counted at the landing. '
    .repeat(4)
    .concat('\n\n')
    .repeat(12);
  await change(first, { news_description: paragraphs });
  const image = await pictureFile(800, 600, 'jpeg');
  const live = await createLiveStory(editor);
  return {
    'a draft is saved': (turn) => change(`/news/${draft}`, { news_description: `${paragraphs}Draft ${turn}.` }),
    'the text of a story is corrected': (turn) => change(first, { news_description: `${paragraphs}Boat ${turn}.` }),
    'its headline is corrected': (turn) => change(first, { news_title: `The ferry runs late for boat ${turn}` }),
    'a story is published': (turn) => createStory(editor, { news_title: `Boat ${turn} has landed` }),
    'a story with a picture is published': (turn) =>
      createStory(editor, { news_title: `Boat ${turn} has been photographed`, image }),
    'a live story gets an entry': (turn) => postEntry(editor, live, { text: `Boat ${turn} has left the landing.` }),
  } satisfies Record<string, (turn: number) => Promise<unknown>> as Record<string, (turn: number) => Promise<unknown>>;
}

async function measureScenarios(site: string, editor: Client, pages: Pages, list: string) {
  table('once a second', 'answers a second', 'of quiet', '50 %', '99 %', 'errors', 'writes', 'median', '95 %');
  let quiet = 0;
  const measure = async (name: string, act?: (turn: number) => Promise<unknown>) => {
    await settle(site, list, pages.paths);
    let over = false;
    const reading = load(site, list, seconds).finally(() => {
      over = true;
    });
    const [readers, times] = await Promise.all([reading, act ? write(act, () => over) : []]);
    quiet ||= readers.rate;
    const written = times.length ? [times.length, within(times, 0.5), within(times, 0.95)] : ['', '', ''];
    const share = (readers.rate / quiet).toFixed(2);
    const rate = Math.round(readers.rate).toLocaleString('en');
    row(name, rate, share, ms(readers.p50), ms(readers.p99), readers.errors, ...written);
  };
  const acts = await scenarios(editor, pages);
  await warm(site, pages.paths);
  await sleep(61_000); // pages get their best compression after a minute
  await measure('nothing');
  for (const [name, act] of Object.entries(acts)) await measure(name, act);
  await measure('nothing, again');
}

await ensureBuild(join(import.meta.dirname, '..'));
await promisify(execFile)('taskset', ['-acp', '1', String(process.pid)]);
const folder = await mkdtemp(join(tmpdir(), 'news-wing-bench-'));
const list = join(folder, 'paths.txt');
const env = {
  // 2,000 pages do not fit into 64 MB.
  PAGE_CACHE_MB: String(Math.max(64, Math.ceil(pageCount / 8))),
  AUTH_SECRET: 'a'.repeat(64),
  SEAL_KEY: 'b'.repeat(64),
};
const newsroom = await start(program, { ...env, ...chief, DATA_DIR: join(folder, 'first') });
const stops = [newsroom.stop];
try {
  const database = (await runningPostgres(join(folder, 'first'))) ?? '';
  const pool = await openFillPool(join(folder, 'first'));
  await fill(pool, pageCount + 5000);
  const pages = await choosePages(pool, pageCount);
  await pool.end();
  await writeReadingList(list, pages);
  const editor = await new Client(newsroom.address).login('/api/admin_login', chief.ADMIN_EMAIL, chief.ADMIN_PASSWORD);

  out(`### ${pageCount.toLocaleString('en')} cached pages while an editor writes\n`);
  out(`${cpus()[0]?.model}, Node ${process.version}; 16 connections, ${seconds} s each`);
  await measureScenarios(newsroom.address, editor, pages, list);

  const other = await start(program, { ...env, DATA_DIR: join(folder, 'second'), DATABASE_URL: database });
  stops.unshift(other.stop);
  const nodes = [newsroom.address, other.address];
  for (const node of nodes) await settle(node, list, pages.paths);
  const { times, stale, checked } = await measureFreshness(nodes, editor, pages, list, 6 * seconds);
  table('fresh on both nodes', 'times', 'after the answer', 'slowest', 'after the request', 'slowest');
  for (const [name, { afterAnswer, afterRequest }] of times)
    row(
      name,
      afterAnswer.length,
      ...[afterAnswer, afterRequest].flatMap((list) => [within(list, 0.5), within(list, 1)]),
    );
  out(`\nOutdated two seconds later: ${stale.length} of ${checked} pages ${stale.slice(0, 5).join(', ')}`);

  const outage = await measureOutage(nodes, database, pages, outageSeconds);
  table(`${outageSeconds} s without the database`, 'answers', 'status and cache', 'median', 'slowest');
  for (const [name, answers] of outage.answers)
    for (const [kind, list] of answers) row(name, list.length, kind, within(list, 0.5), within(list, 1));
  const { fresh, outdated, cachedMs } = outage;
  out(
    `\nAfter its return the first page was fresh after ${ms(fresh[0] ?? 0)}, all ${fresh.length} of both nodes after`,
  );
  out(
    `${ms(fresh.at(-1) ?? 0)}; reading them again from the cache took ${ms(cachedMs)}. Never fresh: ${outdated.length}`,
  );
  if (outdated.length) out(outdated.slice(0, 5).join(', '));
} finally {
  for (const stop of stops) await stop();
  await rm(folder, { recursive: true });
}
