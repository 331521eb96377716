// How long the newsroom's list of stories takes, by filter and order: the median, the 95th percentile and the slowest.
//   node bench/newsroom.ts             in 100,000 stories
//   node bench/newsroom.ts 1000000     in as many as are named
// It takes a folder of its own, and a minute to fill it. Stories are of the length of a news item, in all sections and
// four languages; a tenth has a version in another language, one in a hundred is not public, some are in the trash.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuild } from '../src/site/build.ts';
import { Client } from '../test/client.ts';
import { fillNewsroom } from '../test/factories/archive.ts';
import { openFillPool } from './fill-pool.ts';
import { chief, program, start } from './start.ts';
import { timesOf, within } from './times.ts';

const [stories = 100_000] = process.argv.slice(2).map(Number);
const turns = 60;
const limitMs = 100;
const out = (text: string) => process.stdout.write(`${text}\n`);

await ensureBuild(join(import.meta.dirname, '..'));
const dataDir = await mkdtemp(join(tmpdir(), 'news-wing-bench-'));
const site = await start(program, { DATA_DIR: dataDir, ...chief }, '0,1');
const pool = await openFillPool(dataDir);
await fillNewsroom((text) => pool.query(text), stories);
const { rows } = await pool.query<{ term: string }>(`
  SELECT word AS term FROM ts_stat('SELECT vector FROM search_documents WHERE id % 20 = 0')
  WHERE word ~ '^[a-z]{5}$' ORDER BY ndoc DESC`);
const size = await pool.query<{ name: string; size: string }>(`
  SELECT relname AS name, pg_size_pretty(pg_relation_size(oid)) AS size FROM pg_class
  WHERE relname IN ('stories', 'stories_list_idx', 'stories_title_idx') ORDER BY 1`);
const editor = await new Client(site.address).login('/api/admin_login', chief.ADMIN_EMAIL, chief.ADMIN_PASSWORD);

// A word of each rank, from the most to the least used.
const at = (share: number) => rows[Math.floor((rows.length - 1) * share)]?.term ?? '';
const some = (from: number, to: number) => at(from + Math.random() * (to - from));
const sorts = ['newest', 'changed', 'title', 'section'];
const filters: Record<string, () => string> = {
  none: () => '',
  'state: draft': () => 'state=draft',
  'state: published': () => 'state=published',
  'state: trashed': () => 'state=trashed',
  section: () => 'category=business',
  'sub-category': () => 'category=business&sub_category=markets',
  'byline, common': () => 'author=asha',
  'byline, rare': () => 'author=writer+77',
  'byline, none': () => 'author=nobody+at+all',
  mine: () => 'mine=true',
  language: () => 'language=hi',
  'lacks Hindi': () => 'lacks=hi',
  'lacks Hindi, in a section': () => 'lacks=hi&category=india',
  'an old month': () => 'from=2025-03-01&to=2025-03-31',
  'a common word': () => `q=${some(0, 0.01)}`,
  'a word in between': () => `q=${some(0.05, 0.4)}`,
  'a rare word': () => `q=${some(0.8, 1)}`,
  'two words': () => `q=${some(0, 0.2)}+${some(0, 0.2)}`,
  'the beginning of a word': () => `q=${some(0, 0.2).slice(0, 3)}`,
  'Hindi in Latin letters': () => 'q=chunav',
  'a common word among drafts': () => `q=${some(0, 0.01)}&state=draft`,
  everything: () =>
    `q=${some(0, 0.1)}&state=published&category=business&language=en&lacks=hi&author=asha&from=2024-01-01`,
};

const read = async (query: string) => {
  const answer = await editor.get(`/api/stories?${query}`);
  if (answer.status !== 200) throw new Error(`${query}: ${answer.status}`);
  return answer.body;
};
out(`\n### ${stories.toLocaleString('en')} stories: first page with counts\n`);
out(size.rows.map(({ name, size }) => `${name} ${size}`).join(', '));
out('\n| | order | median | 95 % | slowest |\n| --- | --- | --- | --- | --- |');
const slow: string[] = [];
const measured = async (name: string, order: string, query: () => string) => {
  const times = await timesOf(turns, async () => void (await read(query())));
  if ((times[Math.ceil(turns * 0.95) - 1] ?? 0) > limitMs) slow.push(`${name}, ${order}`);
  out(`| ${name} | ${order} | ${within(times, 0.5)} | ${within(times, 0.95)} | ${within(times, 1)} |`);
};
for (const [name, filter] of Object.entries(filters))
  for (const order of sorts) await measured(name, order, () => `${filter()}&sort=${order}`);
for (const order of sorts) {
  const cursors: string[] = [];
  for (let page = 0; page < 20; page++) {
    const { next } = await read(`sort=${order}${page ? `&cursor=${cursors.at(-1)}` : ''}`);
    cursors.push(next);
  }
  await measured('a later page', order, () => `sort=${order}&cursor=${cursors[Math.floor(Math.random() * 20)]}`);
}
out(slow.length ? `\nOver ${limitMs} ms: ${slow.join('; ')}` : `\nAll under ${limitMs} ms.`);
await pool.end();
await site.stop();
await rm(dataDir, { recursive: true });
