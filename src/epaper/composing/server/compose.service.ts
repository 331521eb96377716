import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { maxStories, proposedWeights, type WarningKind, warningsOf } from '#src/epaper/layout/compose.rules.ts';
import { lettersPart } from '#src/epaper/layout/letters-part.rules.ts';
import { type DateRange, rangeInstants } from '#src/epaper/pages/date-range.rules.ts';
import type { Period } from '#src/epaper/pages/editions.rules.ts';
import type { Region } from '#src/epaper/pages/pages.rules.ts';
import { getPickedLetters } from '#src/letters/server/printed-letters.service.ts';
import { plainText } from '#src/markdown/story-text.rules.ts';
import { unprintable } from '#src/messages/scripts.ts';
import { getPrintable, publicAmong } from '#src/news/published/server/print.service.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import { AppError, invalid } from '#src/platform/errors.ts';
import { uploadTempFolder } from '#src/platform/http/forms.ts';
import type { Composition, NewspaperOrder, Proposal, UnmetPlan } from '../compose.contract.ts';
import { composeEdition } from './compose.jobs.ts';
import {
  type CompositionRow,
  createComposition,
  findComposition,
  listDraftsOf,
  listEditionsOf,
  listOfSameDays,
  listPrintings,
  listRegions,
  nextNumber,
  orderDraft,
} from './compose.queries.ts';
import { getCorrectionsBox } from './corrections-box.service.ts';
import { namedEdition, proposedTitle } from './newspaper.template.ts';
import { composeNewspaper } from './page-composition.service.ts';
import { applyPlan, type PlannedStory, requirePrintable } from './page-plan.service.ts';

/** The proposed stories of a newspaper of these days, with weights and order; `among` limits the choice. */
export async function propose(
  ctx: Context,
  { category, days, among, draft }: { category: Period; days: DateRange; among?: ReadonlySet<number>; draft?: number },
): Promise<Proposal> {
  const stories = (await storiesOf(ctx, days)).filter(({ id }) => !among || among.has(id));
  const choices = proposedWeights(
    stories.map((story) => ({
      id: story.id,
      category: story.category ?? '',
      picture: story.picture !== null,
      length: story.body.length,
    })),
    category,
  );
  const byId = new Map(stories.map((story) => [story.id, story]));
  return {
    ...days,
    title: proposedTitle(ctx, category, days),
    existing: await existingOf(ctx, category, days, draft),
    letters: (await getPickedLetters(ctx)).length,
    stories: choices.flatMap(({ id, weight }) => {
      const story = byId.get(id);
      if (!story) return [];
      const { title, language, digest } = story;
      return [{ id, weight, title, language, digest, category: story.category ?? '' }];
    }),
  };
}

/** Editions and scheduled drafts of a period and days, except the draft that is open. */
export async function existingOf(ctx: Context, period: Period, days: DateRange, draft?: number) {
  const order = { id: draft, period, firstDay: days.from, lastDay: days.to };
  const [editions, drafts] = await Promise.all([listEditionsOf(ctx.db, order), listDraftsOf(ctx.db, order)]);
  return [
    ...editions.map((edition) => ({ ...edition, state: edition.id === null ? 'typesetting' : 'published' }) as const),
    ...drafts.map(({ title }) => ({ id: null, title, state: 'draft' }) as const),
  ];
}

export interface Preview {
  page: number;
  more: boolean;
  /** data: URL of the picture. */
  picture: string;
  warnings: { story_id: number; kind: WarningKind; letters: string }[];
  misses: UnmetPlan[];
}

const previewWidth = 900;

/** Previews a page. Pages after it are not typeset. `signal` aborts it while it waits, such as after another change. */
export async function previewPage(
  ctx: Context,
  order: NewspaperOrder & { page: number; title?: string | undefined },
  signal: AbortSignal,
): Promise<Preview> {
  const { stories, spaces } = await applyPlan(ctx, order, await chosenStories(ctx, order));
  const number = await nextNumber(ctx.db, order.category);
  const words = namedEdition(ctx, order.category, order, { number, title: order.title });
  const corrections = await getCorrectionsBox(ctx, order.category, order);
  const letters = order.letters ? lettersPart(await getPickedLetters(ctx), ctx.text) : null;
  const out = join(uploadTempFolder(ctx.config.dataDir), `preview-${randomUUID()}.webp`);
  const drawing = { page: order.page, width: previewWidth, out };
  const made = await composeNewspaper(
    ctx,
    { ...words, paper: order.paper, choices: order.stories, stories, spaces, index: false, corrections, letters },
    drawing,
    signal,
  );
  try {
    const page = Math.min(order.page, made.pages);
    const picture = `data:image/webp;base64,${(await readFile(out)).toString('base64')}`;
    return { page, more: made.pages > page, picture, warnings: warnings(order, stories), misses: made.misses };
  } finally {
    await Promise.all([made.path, out].map((path) => rm(path, { force: true })));
  }
}

function warnings({ stories: choices }: NewspaperOrder, stories: PlannedStory[]): Preview['warnings'] {
  const byId = new Map(stories.map((story) => [story.id, story]));
  return choices.flatMap(({ id, weight }) => {
    const story = byId.get(id);
    if (!story) return [];
    const text = `${story.title}\n${plainText(story.body)}`;
    return warningsOf({ text, pictureWidth: story.picture?.width ?? null }, weight).map((kind) => ({
      story_id: id,
      kind,
      letters: kind === 'missing_glyph' ? unprintable(text).slice(0, 10).join(' ') : '',
    }));
  });
}

interface Order extends NewspaperOrder {
  title: string;
  issue_date: string;
  draft?: number | undefined;
  another?: boolean | undefined;
}

/**
 * Orders a newspaper; a job typesets and publishes it. Throws `conflict` for a draft that was ordered before, and with
 * `editions` if there is an edition of the same days, unless `another` is set.
 */
export async function orderNewspaper(ctx: Context, order: Order): Promise<Composition> {
  await chosenStories(ctx, order);
  const values = {
    period: order.category,
    paper: order.paper,
    firstDay: order.from,
    lastDay: order.to,
    title: order.title,
    issueDate: order.issue_date,
    choices: order.stories,
    spaces: order.spaces,
    prints: order.prints,
    letters: order.letters ? (await getPickedLetters(ctx)).map(({ id }) => id) : [],
    language: ctx.language,
    orderedBy: requireUser(ctx).userId,
    createdAt: ctx.now(),
  };
  const ordered = await ctx.db.transaction(async (tx) => {
    const { draft, another } = order;
    const row = await (draft === undefined ? createComposition(tx, values) : orderDraft(tx, draft, values));
    if (!row) throw new AppError('conflict', 'compose.draftGone');
    const existing = await listOfSameDays(tx, row);
    if (existing.length > 0 && !another)
      throw new AppError('conflict', 'compose.editionExists', { extra: { editions: existing } });
    await ctx.jobs.send(composeEdition, { compositionId: row.id }, { within: tx });
    return row;
  });
  return composition(ordered);
}

/** The state of a composition. Throws `not_found`. */
export async function getComposition(ctx: Context, id: number): Promise<Composition> {
  const row = await findComposition(ctx.db, id);
  if (!row) throw new AppError('not_found', 'errors.notFound');
  return composition(row);
}

const composition = ({ id, state, editionId, failure, letters }: CompositionRow): Composition => ({
  id,
  state,
  edition_id: editionId,
  failure,
  letters,
});

const storiesOf = (ctx: Context, days: DateRange) => getPrintable(ctx, rangeInstants(days), maxStories);

// A story that was withdrawn in the meantime is not printed: the order is rejected, so that the editor notices.
async function chosenStories(ctx: Context, { from, to, stories: choices, spaces, paper }: NewspaperOrder) {
  if (from > to) throw invalid({ to: { key: 'compose.daysTurned' } });
  requirePrintable({ stories: choices, spaces, paper });
  const stories = await storiesOf(ctx, { from, to });
  const known = new Set(stories.map(({ id }) => id));
  if (new Set(choices.map(({ id }) => id)).size !== choices.length || choices.some(({ id }) => !known.has(id)))
    throw invalid({ stories: { key: 'compose.storiesChanged' } });
  return stories;
}

/** A public story's region on a page of a composed edition. */
interface PrintedRegion {
  storyId: number;
  title: string;
  page: number;
  region: Region;
  /** Whether the story begins here. */
  begins: boolean;
}

/** The regions of public stories; none in an uploaded edition. */
export async function getStoryRegions(ctx: Context, editionId: number, store: string): Promise<PrintedRegion[]> {
  const regions = await listRegions(ctx.db, store, editionId);
  const open = await publicAmong(
    ctx,
    regions.flatMap(({ storyId }) => storyId ?? []),
  );
  return regions.flatMap(({ storyId, ...region }) => (storyId && open.has(storyId) ? [{ storyId, ...region }] : []));
}

/** Where a story was printed: a published edition, and the page on which it begins. */
export interface PrintedIn {
  editionId: number;
  title: string;
  /** Calendar day. */
  issueDate: string | null;
  page: number;
}

/** The newest edition that prints a story; null when none does. */
export const getNewestPrintedEdition = async (
  { db }: Pick<Context, 'db'>,
  storyId: number,
): Promise<PrintedIn | null> => (await listPrintings(db, storyId, 1))[0] ?? null;
