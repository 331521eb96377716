// How long a search takes in a large archive, by kind of question: the median, the 95th percentile and the slowest.
//   node bench/search.ts            in 1,000,000 stories
//   node bench/search.ts 100000     in as many as are named
// It takes a folder of its own, and some minutes to fill it. The stories are of twelve words, as word lists are in tests;
// a long story costs more to index, and to cut an excerpt from, but not to find.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuild } from '../src/site/build.ts';
import { fillArchive } from '../test/factories/archive.ts';
import { openFillPool } from './fill-pool.ts';
import { fromSomeReader, program, start } from './start.ts';
import { timesOf, within } from './times.ts';

const [stories = 1_000_000] = process.argv.slice(2).map(Number);
const turns = 100;
const out = (text: string) => process.stdout.write(`${text}\n`);

await ensureBuild(join(import.meta.dirname, '..'));
const dataDir = await mkdtemp(join(tmpdir(), 'news-wing-bench-'));
const site = await start(program, { DATA_DIR: dataDir, PAGE_CACHE_MB: '0' }, '0,1');
const pool = await openFillPool(dataDir);
const filling = performance.now();
await fillArchive((text) => pool.query(text), stories);
const { rows } = await pool.query<{ term: string; documents: number }>(`
  SELECT word AS term, ndoc AS documents FROM ts_stat('SELECT vector FROM search_documents WHERE id % 20 = 0')
  WHERE word ~ '^[a-z]{5}$' ORDER BY ndoc DESC`);
await pool.end();
out(
  `\n### Search: ${stories.toLocaleString('en')} stories stored and indexed in ${Math.round((performance.now() - filling) / 1000)} s\n`,
);

// A word of each rank, from the most to the least used.
const at = (share: number) => rows[Math.floor((rows.length - 1) * share)]?.term ?? '';
const some = (from: number, to: number) => at(from + Math.random() * (to - from));
const mistyped = (word: string) => `${word.slice(0, 2)}${word[3]}${word[2]}${word.slice(4)}`;
const questions: Record<string, () => string> = {
  'a common word': () => some(0, 0.01),
  'a word in between': () => some(0.05, 0.4),
  'a rare word': () => some(0.8, 1),
  'two words': () => `${some(0, 0.2)} ${some(0, 0.2)}`,
  'a phrase': () => `"${some(0, 0.1)} ${some(0, 0.1)}"`,
  mistyped: () => mistyped(some(0.2, 1)),
  'Hindi in Latin letters': () => 'chunav',
  'in a category, page 3': () => `${some(0, 0.1)}&category=business&page=3`,
  'in a year': () => `${some(0, 0.1)}&from=2024-01-01&to=2024-12-31`,
};
out('| | median | 95 % | slowest |\n| --- | --- | --- | --- |');
const measured = async (name: string, path: () => string) => {
  const times = await timesOf(turns, async () => {
    const asked = path();
    const answer = await fetch(site.address + asked, { headers: fromSomeReader() });
    await answer.bytes();
    if (answer.status !== 200) throw new Error(`${asked}: ${answer.status}`);
  });
  out(`| ${name} | ${within(times, 0.5)} | ${within(times, 0.95)} | ${within(times, 1)} |`);
};
for (const [name, question] of Object.entries(questions)) {
  const path = () => {
    const [words = '', ...more] = question().split('&');
    return [`/api/search?q=${encodeURIComponent(words)}`, ...more].join('&');
  };
  await measured(name, path);
}
await measured('suggestions', () => `/api/search/suggestions?q=${some(0, 1).slice(0, 3)}`);
await site.stop();
await rm(dataDir, { recursive: true });
