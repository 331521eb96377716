// How long the composer takes for a newspaper of this number of stories, and the most memory of its typesetter.
//   node bench/newspaper.ts 40 weekly a3
//   node bench/newspaper.ts 2000 yearly a3
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { runnerImport } from 'vite';
import { type PaperSize, proposedWeights } from '../src/epaper/layout/compose.rules.ts';
import type { Period } from '../src/epaper/pages/editions.rules.ts';
import type { PrintableStory } from '../src/news/published/server/print.service.ts';
import type { Context } from '../src/platform/context.ts';
import { openWorkerPool } from '../src/platform/workers/pool.ts';
import { messages } from '../vite/messages.ts';

const [count = '40', period = 'weekly', paper = 'a3'] = process.argv.slice(2);
const root = join(import.meta.dirname, '..');
// By Vite, which compiles the catalogues of texts.
const { module } = await runnerImport<typeof import('../src/epaper/composing/server/page-composition.service.ts')>(
  join(root, 'src/epaper/composing/server/page-composition.service.ts'),
  { configFile: false, root, plugins: [messages()] },
);
const folder = await mkdtemp(join(tmpdir(), 'newspaper-bench-'));
const workers = openWorkerPool(root);
const picture = await sharp({ create: { width: 1600, height: 1067, channels: 3, background: '#888' } })
  .composite([{ input: Buffer.from('<svg width="1600" height="1067"><circle cx="800" cy="500" r="400"/></svg>') }])
  .jpeg()
  .toBuffer();
const ctx = {
  root,
  workers,
  actor: { role: 'visitor' },
  address: 'bench',
  config: { dataDir: folder, siteUrl: 'http://localhost:3000' },
  files: { find: async () => ({}), bytes: async () => picture },
  log: { warn: (...words: unknown[]) => process.stdout.write(`${JSON.stringify(words)}\n`) },
} as unknown as Context; // as much of it as the composer uses

const scripts = [
  [
    'en',
    'Ward committee sends the plan back',
    'The committee met at the old town hall and heard from nine people before it voted on the plan. ',
  ],
  ['hi', 'बाज़ार की सड़क', 'नगर निगम ने पुराने बाज़ार की सड़क चौड़ी करने का फ़ैसला टाल दिया और दुकानदारों से बात करेगा। '],
  ['ta', 'கடலுக்குப் போகும் நேரம்', 'முத்துக்கரை மீனவர்கள் கடலுக்குச் செல்லும் நேரத்தை மாற்றினர் என்று ஊர்க்கூட்டம் அறிவித்தது. '],
] as const;
const stories = Array.from({ length: Number(count) }, (_, id) => {
  const [language, title, sentence] = scripts[id % 5 === 3 ? 1 : id % 5 === 4 ? 2 : 0];
  return {
    id,
    language,
    title: `${title}, ${id}`,
    body: Array.from({ length: 6 + (id % 7) }, (_, n) => sentence.repeat(3 + (n % 3))).join('\n\n'),
    category: `Category ${id % 8}`,
    submenu: null,
    subCategory: null,
    author: 'Asha Rao',
    caption: 'What is seen in it',
    picture: { name: `picture-${id}`, width: 1600, height: 1067 },
    focus: { x: 50, y: 50 },
  };
}) as unknown as PrintableStory[]; // what is printed of them
const choices = proposedWeights(
  stories.map(({ id, category, body }) => ({ id, category: category ?? '', picture: true, length: body.length })),
  period as Period,
);

let peak = 0;
const cpu = new Map<string, number>();
const watch = setInterval(async () => {
  const children = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
  for (const id of children.split(' ').filter(Boolean)) {
    const [status, times] = await Promise.all(
      ['status', 'stat'].map((name) => readFile(`/proc/${id}/${name}`, 'utf8').catch(() => '')),
    );
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status ?? '')?.[1] ?? 0) * 1024);
    const [user, system] = (times ?? '')
      .slice((times ?? '').lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    if (user) cpu.set(id, (Number(user) + Number(system)) / 100); // in ticks of 10 ms
  }
}, 50);
const start = performance.now();
const words = {
  name: 'News Wing',
  title: 'News Wing',
  edition: 'Edition',
  number: 'No. 1',
  date: '2026',
  language: 'en' as const,
  direction: 'ltr' as const,
  script: 'Latin' as const,
};
const notes = {
  en: { from: 'Continued from page {page}', on: 'Continued on page {page}', whole: 'The whole story:' },
};
const made = await module.composeNewspaper(ctx, {
  ...words,
  frontTitle: 'Front page',
  indexTitle: 'Index',
  spaceKinds: { advertisement: 'Advertisement', notice: 'Notice' },
  notes,
  paper: paper as PaperSize,
  index: period === 'yearly',
  choices,
  stories,
  spaces: [],
  corrections: null,
  letters: null,
});
clearInterval(watch);
const seconds = ((performance.now() - start) / 1000).toFixed(1);
const typesetting = [...cpu.values()].reduce((sum, one) => sum + one, 0);
const own = process.cpuUsage();
process.stdout.write(
  `${count} stories on ${paper}: ${made.pages} pages, ${((await stat(made.path)).size / 1e6).toFixed(1)} MB, ${seconds} s; ` +
    `processor: typesetter ${typesetting.toFixed(1)} s, this process ${((own.user + own.system) / 1e6).toFixed(1)} s; ` +
    `memory of the typesetter at the peak: ${Math.round(peak / 1e6)} MB\n`,
);
await workers.close();
await rm(folder, { recursive: true });
