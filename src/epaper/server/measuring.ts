import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '#src/platform/context.ts';
import { type Print, type Printed, printFonts, typesetPdf } from '#src/platform/typeset.ts';
import type { Priority } from '#src/platform/workers/queue.ts';
import type { Paper } from '../compose.rules.ts';
import { type Measure, type Piece, sheets } from '../layout-sheet.rules.ts';
import type { Prepared } from './makeup.ts';
import type { EditionWords } from './newspaper-words.ts';

// A year of 2,000 stories, with all else that uses the machine.
const limits = { timeoutMs: 15 * 60_000, maxBytes: 3 * 1024 ** 3 };
const templates = 'src/epaper/server';

/** Runs one of the newspaper's documents, with the modules that they import. */
export const setNewspaper = (
  ctx: Context,
  document: 'newspaper' | 'newspaper-measure',
  { data, files, ...rest }: Omit<Print, 'template' | 'data'> & { data: object },
): Promise<Printed> =>
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

// While an editor chooses, the same stories are asked for again and again.
const kept = new Map<string, Measure>();
const mostKept = 5000; // of about 500 bytes
// Stories that one process measures: each keeps 400 kB until it ends.
const batch = 250;

/** How high the stories' parts are, by id. What was measured lately is not measured again. */
export async function measure(
  ctx: Context,
  stories: Prepared[],
  { paper, words, priority }: { paper: Paper; words: EditionWords; priority: Priority },
): Promise<Map<number, Measure>> {
  const keyed = stories.map((story) => {
    const { level: _, ...seen } = story;
    const key = createHash('sha256')
      .update(JSON.stringify([paper, words.texts, seen]))
      .digest('base64');
    return { story, key };
  });
  const measures = new Map(
    keyed.flatMap(({ story, key }) => {
      const one = kept.get(key);
      return one ? [[story.id, one] as const] : [];
    }),
  );
  const asked = keyed.filter(({ story }) => !measures.has(story.id));
  for (let at = 0; at < asked.length; at += batch) {
    const some = asked.slice(at, at + batch);
    const data = { ...words, sheet: sheets[paper], stories: some.map(({ story }) => story) };
    const { path, marked } = await setNewspaper(ctx, 'newspaper-measure', { data, marks: ['measure'], priority });
    await rm(path);
    const made = new Map((marked.measure as (Measure & { id: number })[]).map((one) => [one.id, one])); // as the document marks it
    for (const { story, key } of some) {
      const one = made.get(story.id) as Measure; // of each that was asked for
      measures.set(story.id, one);
      kept.set(key, one);
      if (kept.size > mostKept) kept.delete(kept.keys().next().value as string); // the oldest of more than none
    }
  }
  return measures;
}

/** A story as the layout takes it, with so many lines in hand. */
export function pieceOf(story: Prepared, measures: Map<number, Measure>, slack: number): Piece {
  const measured = measures.get(story.id) as Measure; // all of them are
  const step = story.script === 'Arabic' ? 2 : 1; // Nastaliq takes two lines for one
  return {
    ...measured,
    id: story.id,
    weight: story.weight,
    kinds: story.parts.map(({ kind }) => kind),
    ratio: story.ratio,
    step,
    note: story.more ? measured.more : 0,
    slack: slack * step,
    since: 0,
    from: null,
  };
}
