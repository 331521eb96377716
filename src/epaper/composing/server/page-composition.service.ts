import { rm } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import sharp from 'sharp';
import {
  type Choice,
  groupIntoSections,
  type PaperSection,
  type PaperSize,
  storiesForPages,
} from '#src/epaper/layout/compose.rules.ts';
import { boxArea, boxInColumns, type CorrectionsBox } from '#src/epaper/layout/corrections-box.rules.ts';
import { layoutSteps, type Plans } from '#src/epaper/layout/layout.rules.ts';
import { indexArea, type PageSize, pageSizes } from '#src/epaper/layout/layout-page.rules.ts';
import type { PageLayout, Section } from '#src/epaper/layout/layout-placed.rules.ts';
import { type LettersPart, lettersArea } from '#src/epaper/layout/letters-part.rules.ts';
import { scriptOf } from '#src/messages/scripts.ts';
import { readPicture } from '#src/news/published/server/print.service.ts';
import type { Context } from '#src/platform/context.ts';
import type { PageDrawing } from '#src/platform/workers/tasks.ts';
import type { UnmetPlan } from '../compose.contract.ts';
import type { NewPrintedStory } from './compose.queries.ts';
import { measure, pieceOf, typesetNewspaper } from './measure-pass.service.ts';
import type { EditionWords } from './newspaper.template.ts';
import { type ChosenStory, type StoryData, storyData } from './newspaper-story.template.ts';
import type { PlannedSpace, PlannedStory } from './page-plan.service.ts';

export interface Newspaper extends EditionWords {
  paper: PaperSize;
  /** Whether to append an index of all stories with their pages. */
  index: boolean;
  choices: Choice[];
  stories: PlannedStory[];
  spaces: PlannedSpace[];
  /** Below the last stories. */
  corrections: CorrectionsBox | null;
  /** Between the stories and the corrections. */
  letters: LettersPart | null;
}

export interface ComposedNewspaper {
  /** Path of the PDF; the caller moves or removes it. */
  path: string;
  pages: number;
  /** Pages with stories. */
  laidOut: number;
  printed: NewPrintedStory[];
  misses: UnmetPlan[];
}

const maxAttempts = 4;
// A preview of more stories measures and places only those up to the next page.
const maxLaidOut = 100;
// Widths in px: four columns of a broadsheet, three columns, and a small size for previews.
const widths = { lead: 1600, second: 900, inText: 640, space: 640, preview: 320 };

/** Typesets a newspaper. With `draw`, a preview: only the drawn page is typeset, with small pictures; `signal` aborts it. */
export async function composeNewspaper(
  ctx: Context,
  newspaper: Newspaper,
  draw?: PageDrawing,
  signal?: AbortSignal,
): Promise<ComposedNewspaper> {
  const { choices: _, stories: __, spaces, paper, index, corrections, letters, ...words } = newspaper;
  const draft = draw !== undefined;
  const priority = draft ? 'editor' : 'preparation';
  // The pages of a short newspaper are found together, so that its preview shows what is printed.
  const partial = draw && newspaper.choices.length > maxLaidOut;
  const until = partial ? draw.page + 1 : Number.POSITIVE_INFINITY;
  const { pinned, ordered } = planned(newspaper);
  const enough = new Set(partial ? storiesForPages(chosenOf(ordered), draw.page, paper) : chosenOf(ordered));
  const dataOf = (one: ChosenStory, level: number) => storyData(ctx, one, level);
  const sections = ordered.map(({ stories, ...section }) => ({
    ...section,
    stories: stories.filter((one) => enough.has(one)).map((one) => dataOf(one, section.name ? 3 : 2)),
  }));
  const pins = pinned.map((one) => ({ ...one, data: dataOf(one, one.page === 1 ? 2 : 3) }));
  const stories = [...chosenOf(sections), ...pins.map(({ data }) => data)];
  const measures = await measure(ctx, stories, { paper, words, priority, signal });
  const slack = new Map<number, number>();
  const printPictures = draft ? undefined : await picturesOf(ctx, stories, false);
  const listed = index ? withPinned(sections, pins) : [];
  const headlines = listed.map(({ stories }) => stories);
  const end =
    (index ? indexArea(headlines, pageSizes[paper]) : 0) +
    (corrections ? boxArea(corrections, pageSizes[paper]) : 0) +
    (letters ? lettersArea(letters, pageSizes[paper]) : 0);
  for (let attempt = 1; ; attempt++) {
    const piece = (story: StoryData) => pieceOf(story, measures, slack.get(story.id) ?? 0);
    const laid = await layOut(
      sections.map(({ stories, ...section }) => ({ ...section, pieces: stories.map(piece) })),
      pageSizes[paper],
      until,
      {
        pins: pins.map(({ data, page, top }) => ({ piece: piece(data), page, top })),
        spaces,
        end,
      },
    );
    const pages = laid.map((page, at) => ({ ...page, number: at + 1 }));
    const printed = draw ? pages.slice(0, draw.page).slice(-1) : pages;
    const isLast = printed.at(-1) === pages.at(-1);
    const shown = new Set(printed.flatMap(({ placed }) => placed.map(({ id }) => id)));
    const needed = stories.filter(({ id }) => shown.has(id));
    const made = await typesetNewspaper(ctx, 'newspaper', {
      data: {
        ...words,
        sheet: pageSizes[paper],
        stories: Object.fromEntries(needed.map((story) => [story.id, story])),
        pages: printed,
        starts: pages.flatMap(({ heads, number }) => heads.map(({ name }) => ({ name, page: number }))),
        index: indexOf(listed, pages, words.frontTitle),
        corrections: corrections && isLast && { ...corrections, columns: boxInColumns(corrections, pageSizes[paper]) },
        letters: isLast ? letters : null,
        spaces: spaces.map(({ kind, label, text, file }) => ({
          ...{ kind, label, text, picture: file && `${file}.jpg` },
          direction: scriptOf(label + text) === 'Arabic' ? 'rtl' : 'ltr',
        })),
        draft,
      },
      files: {
        ...(await spacePicturesOf(
          ctx,
          printed.flatMap((page) => page.spaces.map(({ index }) => spaces[index]?.file ?? [])).flat(),
          draft,
        )),
        ...(printPictures ?? (await picturesOf(ctx, needed, true))),
      },
      marks: ['story', 'end'],
      // What follows the last stories may need further pages.
      draw: draw && { ...draw, page: isLast ? Math.max(1, draw.page - pages.length + 1) : 1 },
      signal,
      priority,
    });
    // The shape of the metadata in newspaper.typ.
    const over = (made.marked.end as { id: number; over: boolean }[]).filter((end) => end.over);
    if (over.length === 0 || attempt === maxAttempts) {
      if (over.length) ctx.log.warn({ stories: over.map(({ id }) => id) }, 'stories overflow their place');
      return {
        path: made.path,
        pages: draft ? pages.length + (isLast ? made.pages - 1 : 0) : made.pages,
        laidOut: pages.length,
        printed: printedOf(stories, made.marked.story as Placed[]), // the same
        misses: missesOf(pages, newspaper, partial),
      };
    }
    await rm(made.path);
    for (const { id } of over) slack.set(id, attempt);
  }
}

// Other requests are answered between the pages.
async function layOut(sections: Section[], sheet: PageSize, until: number, plans: Plans): Promise<PageLayout[]> {
  const steps = layoutSteps(sections, sheet, until, plans);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await setImmediate();
  }
}

// Pinned stories that begin on another page, and spaces on pages that do not exist. `partial`: there may be more pages.
function missesOf(pages: PageLayout[], { choices, spaces }: Newspaper, partial = false): UnmetPlan[] {
  const begins = pages.flatMap(({ placed }) => placed.filter(({ from }) => from === null));
  const pageOf = new Map(begins.map(({ id, page }) => [id, page]));
  const pinned = choices.flatMap(({ id, page = 0 }) =>
    page && pageOf.has(id) && pageOf.get(id) !== page ? [{ page, story_id: id }] : [],
  );
  const beyond = new Set(partial ? [] : spaces.map(({ page }) => page).filter((page) => page > pages.length));
  return [...pinned, ...[...beyond].map((page) => ({ page, story_id: null }))];
}

const chosenOf = <T>(sections: { stories: T[] }[]): T[] => sections.flatMap(({ stories }) => stories);

function indexOf(sections: PaperSection<StoryData>[], pages: (PageLayout & { number: number })[], front: string) {
  const begins = pages.flatMap(({ placed, number }) => placed.map(({ id, from }) => ({ id, from, number })));
  const pageOf = new Map(begins.filter(({ from }) => from === null).map(({ id, number }) => [id, number]));
  return sections.map(({ name, stories }) => ({
    title: name || front,
    stories: stories.map(({ id, title, language }) => ({ title, language, page: pageOf.get(id) ?? 1 })),
  }));
}

type PinnedStory = ChosenStory & { page: number; top: boolean };

// Pinned stories are outside the sections; one that opens a page is set as a lead.
function planned({ choices, stories, paper }: Newspaper) {
  const byId = new Map(stories.map((story) => [story.id, story]));
  const chosen = choices.flatMap(({ id, weight, page = 0, top = false }): PinnedStory[] => {
    const story = byId.get(id);
    if (!story) return [];
    const opens = page > 0 && top;
    const category = story.category ?? '';
    return [{ story, weight: opens ? 'lead' : weight, category, length: story.body.length, page, top: opens }];
  });
  const others = chosen.filter(({ page }) => page === 0);
  return { pinned: chosen.filter(({ page }) => page > 0), ordered: groupIntoSections<ChosenStory>(others, paper) };
}

// The sections with the pinned stories of their category, for the index; those of no section are in the first.
function withPinned(sections: PaperSection<StoryData>[], pins: (PinnedStory & { data: StoryData })[]) {
  const names = new Set(sections.map(({ name }) => name));
  return sections.map((section) => {
    const own = pins.filter(({ category }) => (names.has(category) ? category : '') === section.name);
    return { ...section, stories: [...section.stories, ...own.map(({ data }) => data)] };
  });
}

// Pictures of previews, which follow one another while an editor chooses.
const cache = new Map<string, Uint8Array>();
const maxCached = 300; // of about 15 kB

async function picturesOf(ctx: Context, stories: StoryData[], draft: boolean): Promise<Record<string, Uint8Array>> {
  const files: Record<string, Uint8Array> = {};
  const used = stories.flatMap(({ picture, weight, parts }) => [
    { picture, size: weight === 'lead' ? ('lead' as const) : ('second' as const) },
    ...parts.map((part) => ({ picture: part.picture?.file, size: 'inText' as const })),
  ]);
  for (const { picture, size } of used) {
    // The larger size of a picture that is also in a text.
    if (!picture || (size === 'inText' && files[picture])) continue;
    files[picture] = await (draft ? cached(ctx, picture, widths.preview) : resized(ctx, picture, widths[size]));
  }
  return files;
}

async function spacePicturesOf(ctx: Context, names: string[], draft: boolean) {
  const files = [...new Set(names)].map((name) => `${name}.jpg`);
  const made = files.map(async (file) => {
    return [file, await (draft ? cached(ctx, file, widths.space) : resized(ctx, file, widths.lead))] as const;
  });
  return Object.fromEntries(await Promise.all(made));
}

async function cached(ctx: Context, picture: string, width: number): Promise<Uint8Array> {
  const key = `${width} ${picture}`;
  const made = cache.get(key) ?? (await resized(ctx, picture, width));
  cache.set(key, made);
  if (cache.size > maxCached) cache.delete(cache.keys().next().value as string); // the oldest; the map is not empty
  return made;
}

const resized = async (ctx: Context, picture: string, width: number): Promise<Uint8Array> =>
  sharp(await readPicture(ctx, picture.replace(/\.jpg$/, '')))
    .resize({ width, withoutEnlargement: true })
    .jpeg({ quality: 84, mozjpeg: width > widths.preview })
    .toBuffer();

interface Placed {
  id: number;
  page: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Whether the story begins here. */
  first: boolean;
  /** Range of its parts that are placed here. */
  since: number;
  to: number;
}

const part = (of: number) => Math.min(1, Math.max(0, Math.round(of * 10_000) / 10_000));

function printedOf(stories: StoryData[], placed: Placed[]): NewPrintedStory[] {
  const byId = new Map(stories.map((story) => [story.id, story]));
  return placed.flatMap(({ id, page, left, top, right, bottom, first, since, to }) => {
    const story = byId.get(id);
    if (!story) return [];
    const parts = story.parts.slice(since, to).filter(({ kind }) => kind !== 'quote');
    const lines = [...(first ? [story.title, story.author] : []), ...parts.map(({ text }) => text)];
    const region = { left: part(left), top: part(top), right: part(right), bottom: part(bottom) };
    const text = lines.filter(Boolean).join('\n\n');
    return [{ storyId: id, page, region, title: story.title, text, begins: first }];
  });
}
