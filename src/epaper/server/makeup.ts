import { rm } from 'node:fs/promises';
import sharp from 'sharp';
import { directionOf } from '#src/messages/languages.ts';
import { scriptOf } from '#src/messages/scripts.ts';
import { type PrintableStory, readPicture } from '#src/news/server/print.service.ts';
import { printParts } from '#src/news/story-text.rules.ts';
import type { Context } from '#src/platform/context.ts';
import type { PageDrawing } from '#src/platform/workers/tasks.ts';
import {
  type Choice,
  cutParts,
  enoughFor,
  inSections,
  type Paper,
  type PaperSection,
  placeForQuote,
  pullQuoteOf,
} from '../compose.rules.ts';
import { type LaidPage, layOut } from '../layout.rules.ts';
import { type PartKind, sheets } from '../layout-sheet.rules.ts';
import type { NewPrintedStory } from './compose.queries.ts';
import { measure, pieceOf, setNewspaper } from './measuring.ts';
import type { EditionWords } from './newspaper-words.ts';

export interface Newspaper extends EditionWords {
  paper: Paper;
  /** A list of all stories with their pages at the end. */
  index: boolean;
  choices: Choice[];
  stories: PrintableStory[];
}

export interface MadeUp {
  /** The PDF, which whoever asked for it moves or removes. */
  path: string;
  pages: number;
  printed: NewPrintedStory[];
}

const mostTries = 4;
// Across four columns of a broadsheet, and across three; a preview is a sixth of it.
const widths = { lead: 1600, second: 900, preview: 320 };

/** Typesets a newspaper. Of a draft only the page that it is to draw is printed, with small pictures. */
export async function makeUp(ctx: Context, newspaper: Newspaper, draw?: PageDrawing): Promise<MadeUp> {
  const { choices: _, stories: __, paper, index, ...words } = newspaper;
  const draft = draw !== undefined;
  const priority = draft ? 'editor' : 'preparation';
  const until = draw ? draw.page + 1 : Number.POSITIVE_INFINITY;
  const ordered = inSections(chosen(newspaper), paper);
  const enough = new Set(
    draw
      ? enoughFor(
          ordered.flatMap(({ stories }) => stories),
          draw.page,
          paper,
        )
      : chosenOf(ordered),
  );
  const sections = ordered.map(({ stories, ...section }) => ({
    ...section,
    stories: stories.filter((one) => enough.has(one)).map((one) => prepared(ctx, one, section.name ? 3 : 2)),
  }));
  const stories = chosenOf(sections);
  const measures = await measure(ctx, stories, { paper, words, priority });
  const slack = new Map<number, number>();
  const inPrint = draft ? undefined : await picturesOf(ctx, stories, false);
  for (let attempt = 1; ; attempt++) {
    const pages = layOut(
      sections.map(({ stories, ...section }) => ({
        ...section,
        pieces: stories.map((story) => pieceOf(story, measures, slack.get(story.id) ?? 0)),
      })),
      sheets[paper],
      until,
    ).map((page, at) => ({ ...page, number: at + 1 }));
    const printed = draw ? pages.slice(0, draw.page).slice(-1) : pages;
    const shown = new Set(printed.flatMap(({ placed }) => placed.map(({ id }) => id)));
    const needed = stories.filter(({ id }) => shown.has(id));
    const made = await setNewspaper(ctx, 'newspaper', {
      data: {
        ...words,
        sheet: sheets[paper],
        stories: Object.fromEntries(needed.map((story) => [story.id, story])),
        pages: printed,
        starts: pages.flatMap(({ heads, number }) => heads.map(({ name }) => ({ name, page: number }))),
        index: index ? indexOf(sections, pages, words.frontTitle) : [],
        draft,
      },
      files: inPrint ?? (await picturesOf(ctx, needed, true)),
      marks: ['story', 'end'],
      draw: draw && { ...draw, page: 1 },
      priority,
    });
    const over = (made.marked.end as { id: number; over: boolean }[]).filter((end) => end.over); // as newspaper.typ marks it
    if (over.length === 0 || attempt === mostTries) {
      if (over.length) ctx.log.warn({ stories: over.map(({ id }) => id) }, 'stories run over their place');
      return {
        path: made.path,
        pages: draft ? pages.length : made.pages,
        printed: printedOf(stories, made.marked.story as Placed[]), // so too
      };
    }
    await rm(made.path);
    for (const { id } of over) slack.set(id, attempt);
  }
}

const chosenOf = <T>(sections: { stories: T[] }[]): T[] => sections.flatMap(({ stories }) => stories);

function indexOf(sections: PaperSection<Prepared>[], pages: (LaidPage & { number: number })[], front: string) {
  const begins = pages.flatMap(({ placed, number }) => placed.map(({ id, from }) => ({ id, from, number })));
  const pageOf = new Map(begins.filter(({ from }) => from === null).map(({ id, number }) => [id, number]));
  return sections.map(({ name, stories }) => ({
    title: name || front,
    stories: stories.map(({ id, title, language }) => ({ title, language, page: pageOf.get(id) ?? 1 })),
  }));
}

interface Chosen {
  story: PrintableStory;
  weight: Choice['weight'];
  category: string;
  length: number;
}

function chosen({ choices, stories }: Newspaper): Chosen[] {
  const byId = new Map(stories.map((story) => [story.id, story]));
  return choices.flatMap(({ id, weight }) => {
    const story = byId.get(id);
    return story ? [{ story, weight, category: story.category ?? '', length: story.body.length }] : [];
  });
}

export type Prepared = ReturnType<typeof prepared>;

// As newspaper.typ reads it.
function prepared({ config }: Context, { story, weight }: Chosen, level: number) {
  const { parts, more } = cutParts(printParts(story.body), weight);
  const quote = weight === 'brief' ? undefined : pullQuoteOf(parts);
  const shown: { kind: PartKind; text: string }[] = quote
    ? (parts as { kind: PartKind; text: string }[]).toSpliced(placeForQuote(parts), 0, {
        kind: 'quote',
        text: `“${quote}”`,
      })
    : parts;
  const picture = weight === 'brief' ? null : story.picture;
  return {
    id: story.id,
    title: story.title,
    kicker: story.submenu ?? story.subCategory ?? '',
    level,
    author: story.author,
    language: story.language,
    direction: directionOf(story.language) ?? 'ltr',
    script: scriptOf(story.title),
    weight,
    parts: shown.length ? shown : [{ kind: 'paragraph' as const, text: story.title }],
    more,
    picture: picture && `${picture.name}.jpg`,
    ratio: picture ? Math.min(1, Math.max(0.4, picture.height / picture.width)) : 0,
    caption: picture ? story.caption : '',
    alt: picture ? story.caption || story.title : '',
    address: `${config.siteUrl}/news/${story.id}`,
  };
}

// Of previews, which follow one another while an editor chooses.
const kept = new Map<string, Uint8Array>();
const mostKept = 300; // of about 15 kB

async function picturesOf(ctx: Context, stories: Prepared[], draft: boolean): Promise<Record<string, Uint8Array>> {
  const files: Record<string, Uint8Array> = {};
  for (const { picture, weight } of stories) {
    if (!picture) continue;
    const width = draft ? widths.preview : widths[weight === 'lead' ? 'lead' : 'second'];
    files[picture] = (draft ? kept.get(picture) : undefined) ?? (await resized(ctx, picture, width));
    if (!draft) continue;
    kept.set(picture, files[picture]);
    if (kept.size > mostKept) kept.delete(kept.keys().next().value as string); // the oldest of more than none
  }
  return files;
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
  /** The story begins here. */
  first: boolean;
  /** Which of its parts are here. */
  since: number;
  to: number;
}

const part = (of: number) => Math.min(1, Math.max(0, Math.round(of * 10_000) / 10_000));

function printedOf(stories: Prepared[], placed: Placed[]): NewPrintedStory[] {
  const byId = new Map(stories.map((story) => [story.id, story]));
  return placed.flatMap(({ id, page, left, top, right, bottom, first, since, to }) => {
    const story = byId.get(id);
    if (!story) return [];
    const words = story.parts.slice(since, to).filter(({ kind }) => kind !== 'quote');
    const lines = [...(first ? [story.title, story.author] : []), ...words.map(({ text }) => text)];
    const region = { left: part(left), top: part(top), right: part(right), bottom: part(bottom) };
    const text = lines.filter(Boolean).join('\n\n');
    return [{ storyId: id, page, region, title: story.title, text, begins: first }];
  });
}
