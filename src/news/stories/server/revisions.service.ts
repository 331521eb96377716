// Every change of a story writes a revision and audit events in its transaction: `recordStateBefore`, the change, then
// `recordChange`.

import { storySubject } from '#src/news/schema/columns.rules.ts';
import type { StoryForm } from '#src/news/schema/story-fields.contract.ts';
import { type AuditEvent, recordAuditEvents } from '#src/platform/audit/audit.ts';
import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';
import { type StoryAction, statusAction } from '../story-events.rules.ts';
import { formOfRow } from './news-items.service.ts';
import { createRevisions, listUnrecorded, type NewRevision } from './revisions.queries.ts';
import type { StoryRow } from './stories.queries.ts';

type By = Pick<Context, 'actor' | 'now'>;
type Details = Record<string, unknown>;

/** Stores the present state of stories that no revision has: those that are older than the revisions. */
export async function recordStateBefore(tx: Db, ids: number[]): Promise<void> {
  const rows = await listUnrecorded(tx, ids);
  await createRevisions(
    tx,
    rows.map((row) => revisionOf(row, { authorId: null, author: '', createdAt: row.story.updatedAt })),
  );
}

/**
 * Stores the new versions of stories, with audit events for each. `before` are the changed stories as they were. Returns
 * them as they are now.
 */
export async function recordChange(
  ctx: By,
  tx: Db,
  ids: number[],
  before: StoryRow[],
  details: Details = {},
): Promise<StoryRow[]> {
  const rows = await listUnrecorded(tx, ids);
  const { actor } = ctx;
  const by =
    actor.role === 'visitor' ? { authorId: null, author: 'News Wing' } : { authorId: actor.userId, author: actor.name };
  await createRevisions(
    tx,
    rows.map((row) => revisionOf(row, { ...by, createdAt: ctx.now() })),
  );
  const events = rows.flatMap((row) =>
    eventsOf(
      before.find(({ story }) => story.id === row.story.id),
      row,
      details,
    ),
  );
  await recordAuditEvents(ctx, tx, events);
  return rows;
}

/** Records what happened to whole stories: trashed, restored, purged. */
export const recordStoryEvents = (
  by: By,
  tx: Db,
  action: StoryAction,
  stories: { id: number; version: number }[],
): Promise<void> =>
  recordAuditEvents(
    by,
    tx,
    stories.map(({ id, version }) => event(id, action, { version })),
  );

const event = (id: number, action: StoryAction, details: Details): AuditEvent => ({
  action: `story.${action}`,
  subject: storySubject(id),
  details,
});

const revisionOf = (row: StoryRow, by: Pick<NewRevision, 'authorId' | 'author' | 'createdAt'>): NewRevision => ({
  storyId: row.story.id,
  version: row.story.version,
  fields: formOfRow(row),
  pictureId: row.story.pictureId,
  ...by,
});

function eventsOf(before: StoryRow | undefined, after: StoryRow, more: Details): AuditEvent[] {
  const { id, version } = after.story;
  const details = { ...(before && { before: before.story.version }), after: version, ...more };
  const status = statusAction(before?.story, after.story);
  const moved = status ? [event(id, status, details)] : [];
  if (!before) return [event(id, 'created', details), ...moved];
  if (isCorrected(before, after)) moved.unshift(event(id, 'corrected', details));
  const fields = changedFields(before, after);
  const isContent = fields.some((name) => name !== 'status' && name !== 'publish_at');
  return isContent || !status ? [event(id, 'changed', { ...details, fields }), ...moved] : moved;
}

// Whether a correction was added, or one has another text.
function isCorrected({ story: before }: StoryRow, { story: after }: StoryRow): boolean {
  const known = new Set(before.corrections.map((it) => JSON.stringify(it)));
  return after.corrections.some((it) => !known.has(JSON.stringify(it)));
}

function changedFields(before: StoryRow, after: StoryRow): string[] {
  const [old, changed] = [formOfRow(before), formOfRow(after)];
  const names = Object.keys(changed) as (keyof StoryForm)[]; // has every field
  const different: string[] = names.filter((name) => old[name] !== changed[name]);
  return before.story.pictureId === after.story.pictureId ? different : [...different, 'image'];
}
