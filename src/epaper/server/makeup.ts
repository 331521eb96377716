import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { directionOf } from '#src/messages/languages.ts';
import { scriptOf } from '#src/messages/scripts.ts';
import { type PrintableStory, readPicture } from '#src/news/server/print.service.ts';
import { printParts } from '#src/news/story-text.rules.ts';
import type { Context } from '#src/platform/context.ts';
import { printFonts, typesetPdf } from '#src/platform/typeset.ts';
import type { PageDrawing } from '#src/platform/workshop/tasks.ts';
import { type Choice, cutParts, inSections, type Paper, pullQuoteOf } from '../compose.rules.ts';
import type { NewPrintedStory } from './compose.queries.ts';
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

// A year of 2,000 stories took a minute alone on its core; two cores may be shared with all else.
const limits = { timeoutMs: 15 * 60_000, maxBytes: 3 * 1024 ** 3 };
const mostTries = 4;
const templates = 'src/epaper/server';
// What newspaper.typ imports.
const modulesIn = (root: string) =>
  Object.fromEntries(
    ['grid', 'story', 'rows'].map((part) => [`newspaper-${part}.typ`, join(root, templates, `newspaper-${part}.typ`)]),
  );
// Across four columns of a broadsheet, and across three; a preview is a sixth of it.
const widths = { lead: 1600, second: 900, preview: 320 };

/**
 * Typesets a newspaper. A draft ends with the page after the one that it is to draw, has small pictures, and nobody looks
 * at where each text has ended.
 */
export async function makeUp(ctx: Context, newspaper: Newspaper, draw?: PageDrawing): Promise<MadeUp> {
  const draft = draw !== undefined;
  const stories = chosen(newspaper).map((one) => prepared(ctx, one));
  const files = await picturesOf(ctx, stories, draft);
  const { choices: _, stories: __, ...words } = newspaper;
  const sections = inSections(stories, ({ category }) => category).map((section) => ({
    ...section,
    title: section.name || words.frontTitle,
  }));
  const slack: Record<string, number> = {};
  for (let attempt = 1; ; attempt++) {
    const made = await typesetPdf(ctx, {
      template: `${templates}/newspaper.typ`,
      data: {
        ...words,
        sections,
        slack,
        fonts: printFonts,
        check: !draft,
        until: draw ? draw.page + 1 : 9999,
      },
      files: { ...modulesIn(ctx.root), ...files },
      marks: ['story', 'end'],
      draw,
      limits,
    });
    const over = (made.marked.end as { id: number; over: boolean }[]).filter((end) => end.over); // as newspaper.typ marks it
    if (over.length === 0 || attempt === mostTries) {
      if (over.length) ctx.log.warn({ stories: over.map(({ id }) => id) }, 'stories run over their place');
      return { path: made.path, pages: made.pages, printed: printedOf(stories, made.marked.story as Placed[]) }; // so too
    }
    await rm(made.path);
    for (const { id } of over) slack[id] = attempt;
  }
}

interface Chosen {
  story: PrintableStory;
  weight: Choice['weight'];
}

function chosen({ choices, stories }: Newspaper): Chosen[] {
  const byId = new Map(stories.map((story) => [story.id, story]));
  return choices.flatMap(({ id, weight }) => {
    const story = byId.get(id);
    return story ? [{ story, weight }] : [];
  });
}

type Prepared = ReturnType<typeof prepared>;

// As newspaper.typ reads it.
function prepared({ config }: Context, { story, weight }: Chosen) {
  const { parts, more } = cutParts(printParts(story.body), weight);
  const quote = weight === 'brief' ? undefined : pullQuoteOf(parts);
  const middle = Math.ceil(parts.length / 2);
  const shown = quote ? parts.toSpliced(middle, 0, { kind: 'quote' as never, text: `“${quote}”` }) : parts; // a kind of print only
  const picture = weight === 'brief' ? null : story.picture;
  return {
    id: story.id,
    title: story.title,
    kicker: story.submenu ?? story.subCategory ?? '',
    category: story.category ?? '',
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
    const words = story.parts.slice(since, to).filter(({ kind }) => (kind as string) !== 'quote');
    const lines = [...(first ? [story.title, story.author] : []), ...words.map(({ text }) => text)];
    const region = { left: part(left), top: part(top), right: part(right), bottom: part(bottom) };
    const text = lines.filter(Boolean).join('\n\n');
    return [{ storyId: id, page, region, title: story.title, text, begins: first }];
  });
}
