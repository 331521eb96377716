import { storySubject } from '#src/news/schema/columns.rules.ts';
import type { LiveState } from '#src/news/schema/live-states.rules.ts';
import { findStory } from '#src/news/stories/server/stories.queries.ts';
import { requireChangeable, requireWorksOn } from '#src/news/stories/server/story-rights.service.ts';
import { recordAuditEvent } from '#src/platform/audit/audit.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';
import { AppError, requireValid } from '#src/platform/errors.ts';
import type { PersonalData } from '#src/platform/slice.ts';
import type { Coverage, EntryVersion, StaffEntry } from '../live.contract.ts';
import { entrySubject, mayPost, staffListLimit } from '../live.rules.ts';
import { checkEntry, type EntryInput } from '../live-entries.rules.ts';
import {
  createEntry,
  createEntryRevision,
  type EntryRow,
  findCoverage,
  findEntry,
  findEntryByKey,
  listEntriesOf,
  listEntryRevisions,
  listStaffEntries,
  lockCoverage,
  saveState,
  takeNumbers,
  unpin,
  updateEntry,
} from './live.queries.ts';

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
export async function getCoverage(ctx: Context, id: number, before?: number): Promise<Coverage> {
  const row = await findStory(ctx.db, id);
  if (!row) throw notFound();
  await requireWorksOn(ctx, id);
  const [coverage, rows] = await Promise.all([
    findCoverage(ctx.db, id),
    listStaffEntries(ctx.db, id, staffListLimit + 1, before),
  ]);
  return {
    state: coverage?.state ?? 'none',
    started_at: coverage?.startedAt.toISOString() ?? null,
    ended_at: coverage?.endedAt?.toISOString() ?? null,
    public: row.story.status === 'published',
    title: row.story.title,
    language: row.story.language,
    entries: rows.slice(0, staffListLimit).map(staffEntry),
    more: rows.length > staffListLimit,
  };
}

/** Begins, ends, resumes or hides the coverage. Throws `not_found` and `forbidden`. */
export async function setLiveState(ctx: Context, id: number, state: LiveState): Promise<{ state: LiveState }> {
  return ctx.db.transaction(async (tx) => {
    await requireStory({ ...ctx, db: tx }, id);
    const before = (await lockCoverage(tx, id))?.state ?? 'none';
    if (state === before) return { state };
    await saveState(tx, id, state, ctx.now());
    await recordAuditEvent(ctx, tx, {
      action: 'story.live',
      subject: storySubject(id),
      details: { before, after: state },
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
 * Adds an entry. One with the key of an earlier entry replaces that: the request is repeated, perhaps with a
 * correction, because its first answer was lost. Throws `not_found`, `forbidden`, `invalid`, and `conflict` unless the
 * coverage is running, or if another user has changed the earlier one.
 */
export async function addEntry(ctx: Context, storyId: number, input: NewEntryInput): Promise<StaffEntry> {
  const { key } = input;
  const { userId, name } = requireUser(ctx);
  const values = valuesOf(input);
  requireValid(checkEntry(values));
  const entry = await inStory(ctx, storyId, async (tx, state) => {
    const earlier = key && (await findEntryByKey(tx, storyId, key));
    if (earlier) return saveAgain(ctx, tx, earlier, values);
    if (!mayPost(state)) throw new AppError('conflict', 'coverage.notRunning');
    const now = ctx.now();
    const seq = await takeNumbers(tx, storyId, values.pinned ? 2 : 1, now);
    if (values.pinned) await unpin(tx, storyId, seq - 1);
    const entry = await createEntry(tx, {
      ...values,
      storyId,
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
  return staffEntry(entry);
}

type Values = Pick<EntryRow, 'title' | 'text' | 'keyEvent' | 'pinned'>;

const valuesOf = ({ title, text, key_event: keyEvent, pinned }: NewEntryInput): Values => ({
  title: title.trim(),
  text: text.trim(),
  keyEvent,
  pinned,
});

const changedFields = (values: Values, present: EntryRow) =>
  (['title', 'text', 'keyEvent', 'pinned'] as const).filter((name) => values[name] !== present[name]);

const changedMeanwhile = (present: EntryRow) =>
  new AppError('conflict', 'coverage.changedMeanwhile', { extra: { current: staffEntry(present) } });

/** Saves a repeated request, unless it is an older version, or would undo the change of another user. */
async function saveAgain(ctx: Context, tx: Db, earlier: EntryRow, values: Values): Promise<EntryRow> {
  if (earlier.version > 1) {
    const versions = await listEntryRevisions(tx, earlier.id, versionLimit);
    const { name } = requireUser(ctx);
    const isKnown = (version: Omit<Values, 'pinned'>) =>
      (['title', 'text', 'keyEvent'] as const).every((field) => version[field] === values[field]);
    if (versions.some(isKnown)) return earlier;
    if (earlier.deletedAt || versions.some(({ author }) => author !== name)) throw changedMeanwhile(earlier);
  }
  return saveEntry(ctx, tx, earlier, values);
}

type EntryChange = { [Name in Exclude<keyof NewEntryInput, 'key'>]?: NewEntryInput[Name] | undefined } & {
  version: number;
};

/** Changes an entry. Throws `not_found`, `forbidden`, `invalid`, and `conflict` with the present entry. */
export async function changeEntry(ctx: Context, storyId: number, id: number, change: EntryChange): Promise<StaffEntry> {
  const entry = await inStory(ctx, storyId, async (tx) => {
    const present = await findEntry(tx, storyId, id);
    if (!present || present.deletedAt) throw noEntry();
    if (present.version !== change.version) throw changedMeanwhile(present);
    const { title, text, key_event = present.keyEvent, pinned = present.pinned } = change;
    const values = valuesOf({ title: title ?? present.title, text: text ?? present.text, key_event, pinned });
    if (values.text !== present.text) requireValid(checkEntry(values));
    return saveEntry(ctx, tx, present, values);
  });
  return staffEntry(entry);
}

/** Saves the next version of an entry, if anything has changed. */
async function saveEntry(ctx: Context, tx: Db, present: EntryRow, values: Values): Promise<EntryRow> {
  const fields = changedFields(values, present);
  if (fields.length === 0) return present;
  const now = ctx.now();
  const isPinnedNow = values.pinned && !present.pinned;
  const seq = await takeNumbers(tx, present.storyId, isPinnedNow ? 2 : 1, now);
  if (isPinnedNow) await unpin(tx, present.storyId, seq - 1);
  const isEdited = fields.includes('title') || fields.includes('text');
  const updatedAt = isEdited ? now : present.updatedAt;
  const entry = await updateEntry(tx, present.id, { ...values, seq, updatedAt, version: present.version + 1 });
  await recordEntry(ctx, tx, entry, 'changed', { fields });
  return entry;
}

/** Removes an entry, or brings it back. Throws `not_found` and `forbidden`. */
export async function removeEntry(ctx: Context, storyId: number, id: number, removed: boolean): Promise<StaffEntry> {
  const entry = await inStory(ctx, storyId, async (tx) => {
    const present = await findEntry(tx, storyId, id);
    if (!present) throw noEntry();
    if ((present.deletedAt !== null) === removed) return present;
    const now = ctx.now();
    const deletedAt = removed ? now : null;
    const seq = await takeNumbers(tx, storyId, 1, now);
    const entry = await updateEntry(tx, id, { deletedAt, pinned: false, seq, version: present.version + 1 });
    await recordEntry(ctx, tx, entry, removed ? 'removed' : 'restored');
    return entry;
  });
  return staffEntry(entry);
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

// Changes of one story come one after another: the coverage is locked.
async function inStory<T>(ctx: Context, storyId: number, change: (tx: Db, state: LiveState) => Promise<T>): Promise<T> {
  return ctx.db.transaction(async (tx) => {
    await requireStory({ ...ctx, db: tx }, storyId);
    const coverage = await lockCoverage(tx, storyId);
    if (!coverage) throw noEntry();
    return change(tx, coverage.state);
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

/** The entries that a user has written. They stay when he deletes his account, as his stories do. */
export const liveEntriesData: PersonalData = {
  name: 'live_entries',
  collect: async ({ db }, userId) =>
    (await listEntriesOf(db, userId)).map((row) => ({ story_id: row.storyId, ...staffEntry(row) })),
  erase: async () => undefined,
};

const staffEntry = (row: EntryRow): StaffEntry => ({
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
