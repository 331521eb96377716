import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PaperSize } from '#src/epaper/layout/compose.rules.ts';
import { type LayoutStory, pageSizes, type StoryMeasure } from '#src/epaper/layout/layout-page.rules.ts';
import type { Context } from '#src/platform/context.ts';
import { printFonts, type TypesetInput, type TypesetResult, typesetPdf } from '#src/platform/documents/typeset.ts';
import type { Priority } from '#src/platform/workers/queue.ts';
import type { EditionWords } from './newspaper.template.ts';
import type { StoryData } from './newspaper-story.template.ts';

// Enough for a yearly edition of 2,000 stories on a busy machine.
const limits = { timeoutMs: 15 * 60_000, maxBytes: 3 * 1024 ** 3 };
const templates = 'src/epaper/composing/server';

/** Typesets one of the newspaper's documents, with the modules that it imports. */
export const typesetNewspaper = (
  ctx: Context,
  document: 'newspaper' | 'newspaper-measure',
  { data, files, ...rest }: Omit<TypesetInput, 'template' | 'data'> & { data: object },
): Promise<TypesetResult> =>
  typesetPdf(ctx, {
    template: `${templates}/${document}.typ`,
    data: { ...data, fonts: printFonts },
    files: {
      ...Object.fromEntries(
        ['newspaper-grid.typ', 'newspaper-story.typ'].map((name) => [name, join(ctx.root, templates, name)]),
      ),
      ...files,
    },
    limits,
    ...rest,
  });

// Previews request the same stories repeatedly while an editor chooses.
const cache = new Map<string, StoryMeasure>();
const maxCached = 5000; // of about 500 bytes
// Stories that one process measures: each holds 400 kB until the process ends.
const batch = 250;

/** Measures the stories, by id. Recent measures come from the cache. */
export async function measure(
  ctx: Context,
  stories: StoryData[],
  {
    paper,
    words,
    ...how
  }: { paper: PaperSize; words: EditionWords; priority: Priority; signal: AbortSignal | undefined },
): Promise<Map<number, StoryMeasure>> {
  const keyed = stories.map((story) => {
    const { level: _, ...seen } = story;
    const key = createHash('sha256')
      .update(JSON.stringify([paper, words.notes, words.language, seen]))
      .digest('base64');
    return { story, key };
  });
  const measures = new Map(
    keyed.flatMap(({ story, key }) => {
      const one = cache.get(key);
      return one ? [[story.id, one] as const] : [];
    }),
  );
  const missing = keyed.filter(({ story }) => !measures.has(story.id));
  for (let at = 0; at < missing.length; at += batch) {
    const some = missing.slice(at, at + batch);
    const data = { ...words, sheet: pageSizes[paper], stories: some.map(({ story }) => story) };
    const { path, marked } = await typesetNewspaper(ctx, 'newspaper-measure', { data, marks: ['measure'], ...how });
    await rm(path);
    // The shape of the metadata in newspaper-measure.typ.
    const made = new Map((marked.measure as (StoryMeasure & { id: number })[]).map((one) => [one.id, one]));
    for (const { story, key } of some) {
      const one = made.get(story.id) as StoryMeasure; // the document measures every story
      measures.set(story.id, one);
      cache.set(key, one);
      if (cache.size > maxCached) cache.delete(cache.keys().next().value as string); // the oldest; the map is not empty
    }
  }
  return measures;
}

/** A story as input of the layout, with `slack` spare lines. */
export function pieceOf(story: StoryData, measures: Map<number, StoryMeasure>, slack: number): LayoutStory {
  const measured = measures.get(story.id) as StoryMeasure; // all stories are measured
  const step = story.script === 'Arabic' ? 2 : 1; // a line of Nastaliq takes two grid lines
  const kinds = story.parts.map(({ kind }) => kind);
  const brief = story.weight === 'brief' && kinds.length > 1;
  return {
    ...measured,
    ...(brief && {
      lengths: measured.lengths.slice(0, 1),
      spare: { lengths: measured.lengths.slice(1), kinds: kinds.slice(1), whole: !story.more },
    }),
    id: story.id,
    weight: story.weight,
    kinds: brief ? kinds.slice(0, 1) : kinds,
    ratio: story.ratio,
    step,
    note: story.more || brief ? measured.more : 0,
    slack: slack * step,
    since: 0,
    from: null,
  };
}
