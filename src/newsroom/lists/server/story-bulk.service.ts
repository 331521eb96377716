import type { BulkChange, StoryBefore } from '#src/news/schema/server/story-list.tables.ts';
import { formOfRow } from '#src/news/stories/server/news-items.service.ts';
import { sendPublication } from '#src/news/stories/server/publication.service.ts';
import { recordChange, recordStateBefore, recordStoryEvents } from '#src/news/stories/server/revisions.service.ts';
import { publishDueStories } from '#src/news/stories/server/stories.jobs.ts';
import { listStoriesById } from '#src/news/stories/server/stories.queries.ts';
import { checkedStory, received } from '#src/news/stories/server/stories.service.ts';
import { removeStory, saveStory } from '#src/news/stories/server/story-changes.service.ts';
import { syncMediaOf } from '#src/news/stories/server/story-media.service.ts';
import { requireStep } from '#src/news/stories/server/story-rights.service.ts';
import type { SentStory } from '#src/news/stories/stories.contract.ts';
import { type BulkAction, type BulkFailure, undoMinutes } from '#src/news/stories/story-list.contract.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import { violatedConstraint } from '#src/platform/database/db.ts';
import { AppError, invalid } from '#src/platform/errors.ts';
import { restore } from './newsroom.service.ts';
import { addBulkAction, findForBulk, revertStory, takeBulkAction } from './story-bulk.queries.ts';

interface Selected {
  id: number;
  version: number;
}

interface Target {
  category: string;
  sub_category: string;
  submenu?: string | undefined;
}

interface BulkRequest {
  action: BulkAction;
  stories: Selected[];
  to?: Target | undefined;
}

/**
 * Changes stories one after another, each in its own transaction and by the same rules as a single change. Stories that
 * are already as requested are left alone; a failure does not affect the others.
 */
export async function changeInBulk(ctx: Context, { action, stories, to }: BulkRequest) {
  const actor = requireUser(ctx);
  if (action === 'move' && !to) throw invalid({ to: { key: 'errors.required' } });
  const found = await findForBulk(
    ctx.db,
    stories.map(({ id }) => id),
  );
  const changes: BulkChange[] = [];
  const failed: BulkFailure[] = [];
  for (const story of new Map(stories.map((story) => [story.id, story])).values()) {
    const { title, before } = found.get(story.id) ?? {};
    try {
      if (!before) throw new AppError('not_found', 'news.storyNotFound');
      if (isDone(action, before)) continue;
      if (before.version !== story.version) throw changedMeanwhile();
      changes.push({ before, version: await change(ctx, action, before, to), trashed: action === 'trash' });
    } catch (error) {
      failed.push(failure(ctx, story.id, title, error));
    }
  }
  const now = ctx.now();
  const undo = changes.length
    ? await addBulkAction(ctx.db, { actorId: actor.userId, createdAt: now, changes }, undoableSince(now))
    : null;
  return { changed: changes.map(({ before }) => before.id), failed, undo };
}

/**
 * Undoes one of the current user's bulk actions. Stories that have changed since are left alone. Throws `not_found` if
 * it is too old or was undone.
 */
export async function undoBulkAction(ctx: Context, id: number) {
  const actor = requireUser(ctx);
  const changes = await takeBulkAction(ctx.db, id, actor.userId, undoableSince(ctx.now()));
  if (!changes) throw new AppError('not_found', 'stories.undoExpired');
  const found = await findForBulk(
    ctx.db,
    changes.map(({ before }) => before.id),
  );
  const restored: number[] = [];
  const failed: BulkFailure[] = [];
  for (const change of changes) {
    const { id } = change.before;
    const title = found.get(id)?.title;
    try {
      if (title === undefined) throw new AppError('not_found', 'news.storyNotFound');
      await revert(ctx, change);
      restored.push(id);
      // Restored, but not as scheduled: its time has passed, and the editor decides whether to publish it.
      if (isOverdue(ctx, change.before)) throw new AppError('conflict', 'stories.scheduleMissed');
    } catch (error) {
      failed.push(failure(ctx, id, title, error));
    }
  }
  ctx.log.info({ actor: actor.userId, stories: restored }, 'bulk action undone');
  return { restored, failed };
}

const undoableSince = (now: Date) => new Date(now.getTime() - undoMinutes * 60_000);

const isDone = (action: BulkAction, { status, deletedAt }: StoryBefore): boolean =>
  ({
    publish: deletedAt === null && status === 'published',
    unpublish: deletedAt === null && status !== 'published' && status !== 'scheduled',
    move: false,
    trash: deletedAt !== null,
    restore: deletedAt === null,
  })[action];

/** Changes one story and returns its new version. */
async function change(
  ctx: Context,
  action: BulkAction,
  { id, version, status }: StoryBefore,
  to?: Target,
): Promise<number> {
  // Unlike a save of the form, it is not merged with a concurrent change, whose text the user has not seen.
  const save = async (sent: SentStory) => {
    const { saved } = await saveStory(ctx, { id }, async (ctx, row) => {
      if (row.story.version !== version) throw changedMeanwhile();
      const form = { ...formOfRow(row), ...received(sent) };
      return { values: await checkedStory(ctx, form, { before: row.story }) };
    });
    return saved.story.version;
  };
  switch (action) {
    case 'publish':
      return save({ status: 'published', publish_at: '' });
    case 'unpublish':
      return save({ status: withdrawn(status), publish_at: '' });
    case 'move':
      return save({ news_category: to?.category, news_sub_category: to?.sub_category, news_submenu: to?.submenu });
    case 'trash':
      await removeStory(ctx, id, version);
      return version;
    case 'restore':
      return (await restore(ctx, id)).version;
  }
}

const withdrawn = (status: StoryBefore['status']) => (status === 'published' ? 'unpublished' : 'draft');

const isOverdue = ({ now }: Context, { status, publishAt }: StoryBefore): boolean =>
  status === 'scheduled' && publishAt !== null && new Date(publishAt) <= now();

async function revert(ctx: Context, change: BulkChange): Promise<void> {
  const { before } = change;
  const columns: StoryBefore = isOverdue(ctx, before) ? { ...before, status: 'draft', publishAt: null } : before;
  const { id, status, publishAt, deletedAt } = columns;
  await ctx.db.transaction(async (tx) => {
    const [now] = await listStoriesById(tx, [id]);
    if (now) await requireStep({ ...ctx, db: tx }, now.story, columns);
    await recordStateBefore(tx, [id]);
    const reverted = await revertStory(tx, { ...change, before: columns }).catch(throwReason);
    if (!reverted) throw changedMeanwhile();
    if (change.trashed) await recordStoryEvents(ctx, tx, 'restored', [reverted]);
    await recordChange(ctx, tx, [id], now ? [now] : [], { undone: change.version });
    if (status === 'published' && deletedAt === null) await sendPublication(ctx, tx, [id]);
    if (publishAt) await ctx.jobs.send(publishDueStories, {}, { within: tx, after: new Date(publishAt) });
    await syncMediaOf(ctx, tx, [reverted]);
  });
}

// The category may have been deleted since, or another story may be the version in this language.
function throwReason(error: unknown): never {
  const broken = violatedConstraint(error);
  if (broken === 'stories_category_id_categories_id_fk') throw new AppError('conflict', 'newsroom.categoryUnknown');
  if (broken === 'stories_sub_category_id_sub_categories_id_fk')
    throw new AppError('conflict', 'newsroom.subCategoryUnknown');
  if (broken === 'stories_version_key') throw new AppError('conflict', 'newsroom.versionTaken');
  throw error;
}

const changedMeanwhile = () => new AppError('conflict', 'newsroom.changedMeanwhile');

function failure(ctx: Context, id: number, title: string | undefined, error: unknown): BulkFailure {
  // Any other error must not hide what was done with the other stories.
  if (!(error instanceof AppError)) ctx.log.error({ err: error, story: id }, 'bulk action failed');
  const { code, text } = error instanceof AppError ? error : new AppError('internal', 'errors.internal');
  return { id, title: title ?? null, code, error: ctx.text(text.key, text.params) };
}
