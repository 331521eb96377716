// Composes newspapers without a site or a database, and measures how full their printed pages are.
import { glob, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';
import { parse } from 'yaml';
import { type ComposedNewspaper, composeNewspaper } from '#src/epaper/composing/server/page-composition.service.ts';
import type { PlannedSpace } from '#src/epaper/composing/server/page-plan.service.ts';
import { type Choice, type PaperSize, proposedWeights } from '#src/epaper/layout/compose.rules.ts';
import type { CorrectionsBox } from '#src/epaper/layout/corrections-box.rules.ts';
import { type PageSize, pageSizes } from '#src/epaper/layout/layout-page.rules.ts';
import type { Period } from '#src/epaper/pages/editions.rules.ts';
import type { PrintableStory } from '#src/news/published/server/print.service.ts';
import type { Context } from '#src/platform/context.ts';
import { openWorkerPool } from '#src/platform/workers/pool.ts';
import { centre } from '#src/rules/focal-point.rules.ts';

const root = join(import.meta.dirname, '..');
const samples = join(root, 'db/sample');

/** The sample's stories of the last days, newest first. Their pictures are named like their files. */
export async function sampleStories(days: number): Promise<PrintableStory[]> {
  const files = await Array.fromAsync(glob('stories/*.md', { cwd: samples }));
  const read = files.map(async (file) => {
    const [, yaml = '', body = ''] =
      /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(await readFile(join(samples, file), 'utf8')) ?? [];
    const front = parse(yaml) as Record<string, string>; // as the seed checks it
    return { front, name: basename(file, '.md'), body };
  });
  const all = (await Promise.all(read)).filter((one) => Number(one.front.hours_ago) < days * 24);
  return all
    .toSorted((a, b) => Number(a.front.hours_ago) - Number(b.front.hours_ago))
    .map(({ front, name, body }, id) =>
      printable({
        id: id + 1,
        title: front.title,
        body,
        category: front.category,
        subCategory: front.sub_category,
        submenu: front.submenu ?? null,
        author: front.author,
        language: front.language,
        caption: front.caption,
        picture: { name, width: 1600, height: 1067 },
        focus: { x: Number(front.image_focus_x ?? centre.x), y: Number(front.image_focus_y ?? centre.y) },
      }),
    );
}

/** A story with these fields, as the composer reads it from the database. */
export const printable = (fields: object): PrintableStory =>
  ({
    focus: centre,
    submenu: null,
    subCategory: null,
    author: 'Asha Rao',
    caption: '',
    picture: null,
    printed: { pictures: new Map(), stories: new Map() },
    ...fields,
  }) as PrintableStory;

/** What is printed around the stories. */
export const words = {
  name: 'News Wing',
  title: 'News Wing',
  edition: 'Edition',
  number: 'No. 1',
  date: '2026',
  frontTitle: 'Front page',
  indexTitle: 'Index',
  spaceKinds: { advertisement: 'Advertisement', notice: 'Notice' },
  language: 'en' as const,
  direction: 'ltr' as const,
  script: 'Latin' as const,
  notes: {
    en: { from: 'Continued from page {page}', on: 'Continued on page {page}', whole: 'The whole story:' },
    hi: { from: 'पृष्ठ {page} से जारी', on: 'शेष पृष्ठ {page} पर', whole: 'पूरी ख़बर:' },
  },
};

type Words = typeof words;

interface Order extends Partial<Words> {
  stories: PrintableStory[];
  period?: Period;
  paper?: PaperSize;
  choices?: Choice[];
  spaces?: PlannedSpace[];
  corrections?: CorrectionsBox | null;
}

export interface TestComposer extends AsyncDisposable {
  compose: (order: Order) => Promise<ComposedNewspaper>;
}

/** Opens a composer whose pictures are those of the sample, this wide (px), and grey for other names. */
export async function openTestComposer({ pictureWidth = 1600 } = {}): Promise<TestComposer> {
  const folder = await mkdtemp(join(tmpdir(), 'newspapers-'));
  const workers = openWorkerPool(root);
  const grey = sharp({ create: { width: 1200, height: 800, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer();
  const drawn = new Map<string, Promise<Buffer>>();
  const draw = async (name: string) =>
    sharp(await readFile(join(samples, 'pictures', `${name}.svgz`)))
      .resize({ width: pictureWidth })
      .jpeg({ quality: 92 })
      .toBuffer();
  const bytes = (key: string) => {
    const name = basename(key, '.jpg');
    const picture = drawn.get(name) ?? draw(name).catch(() => grey);
    drawn.set(name, picture);
    return picture;
  };
  const ctx = {
    root,
    workers,
    actor: { role: 'visitor' },
    address: 'test',
    config: { dataDir: folder, siteUrl: 'http://localhost:3000' },
    files: { find: async () => ({}), bytes },
    log: { warn: () => undefined },
  } as unknown as Context; // as much of it as the composer uses
  return {
    compose: ({ stories, period = 'weekly', choices = proposed(stories, period), ...order }) =>
      composeNewspaper(ctx, {
        ...{ ...words, paper: 'a3', spaces: [], corrections: null, letters: null, index: period === 'yearly' },
        ...{ ...order, choices, stories },
      }),
    async [Symbol.asyncDispose]() {
      await workers.close();
      await rm(folder, { recursive: true });
    },
  };
}

const proposed = (stories: PrintableStory[], period: Period) =>
  proposedWeights(
    stories.map(({ id, category, picture, body }) => ({
      id,
      category: category ?? '',
      picture: picture !== null,
      length: body.length,
    })),
    period,
  );

// One centimetre, in points: less white space than this separates lines, headings, stories and pictures.
const separating = 28.4;

/**
 * The share of each page's text area that is filled, measured in the rendered page: in each column of the page, white
 * space of more than a centimetre between, above or below text and pictures counts as empty, at the foot of a column
 * also less.
 */
export async function filledShares(path: string, paper: PaperSize): Promise<number[]> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(await readFile(path));
  const sheet = pageSizes[paper];
  const shares: number[] = [];
  for (let number = 0; number < document.getPageCount(); number++) {
    const width = Math.round(sheet.paper.width);
    const height = Math.round(sheet.paper.height);
    const { data } = await document.getPage(number).render({ width, height, render: 'bitmap' });
    shares.push(filledShare({ data, width }, sheet, number === 0 ? sheet.plate : 0));
  }
  document.destroy();
  library.destroy();
  return shares;
}

function filledShare({ data, width }: { data: Uint8Array; width: number }, sheet: PageSize, plate: number): number {
  const [top, bottom] = [Math.round(sheet.paper.top), Math.round(sheet.paper.top + sheet.height)];
  let white = 0;
  for (let column = 0; column < sheet.columns; column++) {
    const left = Math.ceil(sheet.paper.side + column * (sheet.column + sheet.gutter)) + 1; // without column rules
    const right = Math.floor(left + sheet.column) - 2;
    let last = Math.round(top + plate);
    for (let y = last; y < bottom; y++) {
      if (!hasInk(data, width, y, left, right)) continue;
      if (y - last > separating) white += y - last;
      last = y;
    }
    white += bottom - last;
  }
  return 1 - white / (sheet.columns * (bottom - top));
}

function hasInk(data: Uint8Array, width: number, y: number, left: number, right: number): boolean {
  for (let x = left; x < right; x++) {
    const at = (y * width + x) * 4;
    if ((data[at] ?? 255) < 200 || (data[at + 1] ?? 255) < 200 || (data[at + 2] ?? 255) < 200) return true;
  }
  return false;
}
