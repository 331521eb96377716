import { recordAuditEvent } from '#src/platform/audit.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import type { Db } from '#src/platform/db.ts';
import { AppError, requireValid } from '#src/platform/errors.ts';
import type { DeskEntry, EntryVersion, LiveDesk } from '../live.contract.ts';
import { checkEntry, deskListLimit, type EntryInput, entrySubject, type LiveState, mayPost } from '../live.rules.ts';
import { storySubject } from '../story-events.rules.ts';
import {
  type CoverageRow,
  createEntry,
  createEntryRevision,
  type EntryRow,
  findCoverage,
  findEntry,
  findEntryByKey,
  listDeskEntries,
  listEntryRevisions,
  saveCoverage,
  takeNumbers,
  unpin,
  updateEntry,
} from './live.queries.ts';
import { findStory } from './stories.queries.ts';
import { requireChangeable, requireWorksOn } from './story-rights.service.ts';

const versionLimit = 100;

const notFound = () => new AppError('not_found', 'news.storyNotFound');
const noEntry = () => new AppError('not_found', 'coverage.entryNotFound');

async function requireStory(ctx: Context, id: number) {
  const row = await findStory(ctx.db, id);
  if (!row) throw notFound();
  await requireChangeable(ctx, row.story);
  return row.story;
}

/** The live coverage of a story for those who work on it. Throws `not_found`. */
export async function getLiveDesk(ctx: Context, id: number, before?: number): Promise<LiveDesk> {
  const row = await findStory(ctx.db, id);
  if (!row) throw notFound();
  await requireWorksOn(ctx, id);
  const [coverage, rows] = await Promise.all([
    findCoverage(ctx.db, id),
    listDeskEntries(ctx.db, id, deskListLimit + 1, before),
  ]);
  return {
    state: coverage?.state ?? 'none',
    started_at: coverage?.startedAt.toISOString() ?? null,
    ended_at: coverage?.endedAt?.toISOString() ?? null,
    seq: coverage?.seq ?? 0,
    public: row.story.status === 'published',
    title: row.story.title,
    language: row.story.language,
    entries: rows.slice(0, deskListLimit).map(deskEntry),
    more: rows.length > deskListLimit,
  };
}

/** Begins, ends, resumes or hides the coverage. Throws `not_found` and `forbidden`. */
export async function setLiveState(ctx: Context, id: number, state: LiveState): Promise<{ state: LiveState }> {
  return ctx.db.transaction(async (tx) => {
    await requireStory({ ...ctx, db: tx }, id);
    const before = await takeNumbers(tx, id, 1, ctx.now());
    const now = ctx.now();
    await saveCoverage(tx, {
      id,
      state,
      startedAt: before?.startedAt ?? now,
      endedAt: state === 'ended' ? now : null,
      seq: before?.seq ?? 1,
      updatedAt: now,
    });
    await recordAuditEvent(ctx, tx, {
      action: 'story.live',
      subject: storySubject(id),
      details: { before: before?.state ?? 'none', after: state },
    });
    return { state };
  });
}

interface NewEntryInput extends EntryInput {
  key_event: boolean;
  pinned: boolean;
  key?: string | undefined;
}

/**
 * Adds an entry. One with the key of an earlier one is that one again: the answer to the first request was lost. Throws
 * `not_found`, `forbidden`, `invalid`, and `conflict` unless the coverage is running.
 */
export async function addEntry(ctx: Context, storyId: number, input: NewEntryInput): Promise<DeskEntry> {
  const { key, key_event: keyEvent, pinned } = input;
  const { userId, name } = requireUser(ctx);
  requireValid(checkEntry(input));
  const entry = await inStory(ctx, storyId, pinned ? 2 : 1, async (tx, { state, seq, updatedAt: now }) => {
    const earlier = key && (await findEntryByKey(tx, storyId, key));
    if (earlier) return earlier;
    if (!mayPost(state)) throw new AppError('conflict', 'coverage.notRunning');
    if (pinned) await unpin(tx, storyId, seq - 1);
    const entry = await createEntry(tx, {
      storyId,
      title: input.title.trim(),
      text: input.text.trim(),
      keyEvent,
      pinned,
      authorId: userId,
      author: name,
      createdAt: now,
      updatedAt: now,
      seq,
      key: key ?? null,
    });
    await recordEntry(ctx, tx, entry, 'created');
    return entry;
  });
  return deskEntry(entry);
}

type EntryChange = { [Name in Exclude<keyof NewEntryInput, 'key'>]?: NewEntryInput[Name] | undefined } & {
  version: number;
};

/** Changes an entry. Throws `not_found`, `forbidden`, `invalid`, and `conflict` with the present entry. */
export async function changeEntry(ctx: Context, storyId: number, id: number, change: EntryChange): Promise<DeskEntry> {
  const entry = await inStory(ctx, storyId, 2, async (tx, { seq, updatedAt: now }) => {
    const present = await findEntry(tx, storyId, id);
    if (!present || present.deletedAt) throw noEntry();
    if (present.version !== change.version)
      throw new AppError('conflict', 'coverage.changedMeanwhile', { extra: { current: deskEntry(present) } });
    const values = {
      title: change.title?.trim() ?? present.title,
      text: change.text?.trim() ?? present.text,
      keyEvent: change.key_event ?? present.keyEvent,
      pinned: change.pinned ?? present.pinned,
    };
    requireValid(checkEntry(values));
    if (values.pinned && !present.pinned) await unpin(tx, storyId, seq - 1);
    const isEdited = values.title !== present.title || values.text !== present.text;
    const updatedAt = isEdited ? now : present.updatedAt;
    const entry = await updateEntry(tx, id, { ...values, seq, updatedAt, version: present.version + 1 });
    const fields = (['title', 'text', 'keyEvent', 'pinned'] as const).filter((name) => entry[name] !== present[name]);
    await recordEntry(ctx, tx, entry, 'changed', { fields });
    return entry;
  });
  return deskEntry(entry);
}

/** Removes an entry, or brings it back. Throws `not_found` and `forbidden`. */
export async function removeEntry(ctx: Context, storyId: number, id: number, removed: boolean): Promise<DeskEntry> {
  const entry = await inStory(ctx, storyId, 1, async (tx, { seq }) => {
    const present = await findEntry(tx, storyId, id);
    if (!present) throw noEntry();
    if ((present.deletedAt !== null) === removed) return present;
    const deletedAt = removed ? ctx.now() : null;
    const entry = await updateEntry(tx, id, { deletedAt, pinned: false, seq, version: present.version + 1 });
    await recordEntry(ctx, tx, entry, removed ? 'removed' : 'restored');
    return entry;
  });
  return deskEntry(entry);
}

/** The versions of an entry, newest first. Throws `not_found`. */
export async function getEntryVersions(ctx: Context, storyId: number, id: number): Promise<EntryVersion[]> {
  await requireWorksOn(ctx, storyId);
  if (!(await findEntry(ctx.db, storyId, id))) throw noEntry();
  const rows = await listEntryRevisions(ctx.db, id, versionLimit);
  return rows.map(({ version, title, text, keyEvent, author, at }) => ({
    version,
    title,
    text,
    key_event: keyEvent,
    author,
    at: at.toISOString(),
  }));
}

// Changes of one story come one after another: the coverage is locked, and `count` numbers are taken.
async function inStory<T>(
  ctx: Context,
  storyId: number,
  count: number,
  change: (tx: Db, coverage: CoverageRow) => Promise<T>,
): Promise<T> {
  return ctx.db.transaction(async (tx) => {
    await requireStory({ ...ctx, db: tx }, storyId);
    const coverage = await takeNumbers(tx, storyId, count, ctx.now());
    if (!coverage) throw noEntry();
    return change(tx, coverage);
  });
}

async function recordEntry(
  ctx: Context,
  tx: Db,
  entry: EntryRow,
  action: string,
  details: Record<string, unknown> = {},
) {
  await createEntryRevision(tx, entry, requireUser(ctx).name, ctx.now());
  await recordAuditEvent(ctx, tx, {
    action: `liveEntry.${action}`,
    subject: entrySubject(entry.storyId, entry.id),
    details: { version: entry.version, ...details },
  });
}

const deskEntry = (row: EntryRow): DeskEntry => ({
  id: row.id,
  title: row.title,
  text: row.text,
  key_event: row.keyEvent,
  pinned: row.pinned,
  author: row.author,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  version: row.version,
  deleted_at: row.deletedAt?.toISOString() ?? null,
});
