// What readers get of a live story: on its page, and afterwards as changes.
import type { Html } from '#src/calls/html.ts';
import { storyHtml, summaryOf } from '#src/markdown/story-text.rules.ts';
import type { Context } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import type { LiveChanges, LiveEntry, LivePage } from '../live.contract.ts';
import { changesPerAnswer, type EntryOrder, entriesPerPage, keyEventLimit } from '../live.rules.ts';
import {
  findCoverage,
  findPinned,
  findPublicCoverage,
  listChanges,
  listEntries,
  listKeyEvents,
  type ShownEntryRow,
} from './live.queries.ts';

/** The part of the entries that a page shows. */
export interface LiveQuery {
  order: EntryOrder;
  /** The id of the first entry. */
  from?: number | undefined;
}

/** The entries of a story on one page; null if it is not live. */
export async function getLivePage(ctx: Context, storyId: number, { order, from }: LiveQuery): Promise<LivePage | null> {
  const coverage = await findCoverage(ctx.db, storyId);
  if (!coverage || coverage.state === 'none') return null;
  const [rows, pinned, keyEvents] = await Promise.all([
    listEntries(ctx.db, storyId, { order, from, limit: entriesPerPage + 1 }),
    findPinned(ctx.db, storyId),
    listKeyEvents(ctx.db, storyId, keyEventLimit),
  ]);
  const shown = rows.slice(0, entriesPerPage);
  return {
    state: coverage.state,
    startedAt: coverage.startedAt.toISOString(),
    endedAt: coverage.endedAt?.toISOString() ?? null,
    updatedAt: coverage.updatedAt.toISOString(),
    seq: coverage.seq,
    order,
    from: from ?? null,
    next: rows[entriesPerPage]?.id ?? null,
    // The pinned entry is before all others on the first page, and at its place on later ones.
    entries: (from === undefined && pinned ? [pinned, ...shown.filter(({ id }) => id !== pinned.id)] : shown).map(
      liveEntry,
    ),
    keyEvents: keyEvents.map(({ id, title, text, createdAt }) => ({
      id,
      headline: headlineOf(title, text),
      at: createdAt.toISOString(),
    })),
  };
}

/** The coverage of a live story that readers see. Throws `not_found`. */
export async function requireLive(ctx: Context, storyId: number) {
  const coverage = await findPublicCoverage(ctx.db, storyId);
  if (!coverage) throw new AppError('not_found', 'live.notLive');
  return coverage;
}

/** What has changed in a live story since a number. Throws `not_found`. */
export async function getLiveChanges(ctx: Context, storyId: number, after: number): Promise<LiveChanges> {
  // Read first: a change between the two queries comes with the next answer, or in both, but is not lost.
  const coverage = await requireLive(ctx, storyId);
  const rows = await listChanges(ctx.db, storyId, after, changesPerAnswer + 1);
  const shown = rows.slice(0, changesPerAnswer);
  const more = rows.length > changesPerAnswer;
  return {
    state: coverage.state,
    seq: more ? (shown.at(-1)?.seq ?? after) : Math.max(coverage.seq, shown.at(-1)?.seq ?? 0),
    entries: shown.filter(({ deletedAt }) => !deletedAt).map(liveEntry),
    removed: shown.filter(({ deletedAt }) => deletedAt).map(({ id }) => id),
    more,
  };
}

/** An entry as readers see it. */
export const liveEntry = (row: ShownEntryRow): LiveEntry => ({
  id: row.id,
  title: row.title,
  headline: headlineOf(row.title, row.text),
  html: entryHtml(row.text),
  key_event: row.keyEvent,
  pinned: row.pinned,
  author: row.author,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});

const headlineLength = 120;

const headlineOf = (title: string, text: string) => title || summaryOf(text, headlineLength);

function entryHtml(text: string): Html {
  const { standfirst, html } = storyHtml(text);
  return (standfirst === null ? html : `<p>${standfirst}</p>\n${html}`) as Html; // both are our renderer's
}
