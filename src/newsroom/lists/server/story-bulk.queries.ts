import { and, eq, lt, sql } from 'drizzle-orm';
import { stories } from '#src/news/schema/server/stories.tables.ts';
import { type BulkChange, type StoryBefore, storyBulkActions } from '#src/news/schema/server/story-list.tables.ts';
import { idIn, isNotDeleted } from '#src/news/schema/story-conditions.queries.ts';
import { changedColumns } from '#src/news/stories/server/stories.queries.ts';
import type { Db } from '#src/platform/database/db.ts';

const date = (instant: string | null) => (instant === null ? null : new Date(instant));

/** Titles and undoable columns of stories, also of those in the trash, by id. */
export async function findForBulk(db: Db, ids: number[]): Promise<Map<number, { title: string; before: StoryBefore }>> {
  const rows = await db
    .select({
      title: stories.title,
      id: stories.id,
      status: stories.status,
      publishAt: stories.publishAt,
      categoryId: stories.categoryId,
      subCategoryId: stories.subCategoryId,
      submenu: stories.submenu,
      createdAt: stories.createdAt,
      updatedAt: stories.updatedAt,
      boardAt: stories.boardAt,
      versionGroup: stories.versionGroup,
      deletedAt: stories.deletedAt,
      version: stories.version,
    })
    .from(stories)
    .where(idIn(ids));
  return new Map(
    rows.map(({ title, publishAt, createdAt, updatedAt, boardAt, deletedAt, ...same }) => [
      same.id,
      {
        title,
        before: {
          ...same,
          publishAt: publishAt?.toISOString() ?? null,
          createdAt: createdAt.toISOString(),
          updatedAt: updatedAt.toISOString(),
          boardAt: boardAt.toISOString(),
          deletedAt: deletedAt?.toISOString() ?? null,
        },
      },
    ]),
  );
}

/**
 * Gives a story its former columns back, if it has not changed since. Returns undefined if it has. The version increases
 * only if the action had increased it, so that an open editor gets no false conflict. Only the trash changes the version
 * group: outside it, a story may have got a version in another language since, which does not increase its `version`.
 */
export async function revertStory(tx: Db, { before, version, trashed }: BulkChange) {
  const { id, publishAt, createdAt, updatedAt, boardAt, deletedAt, versionGroup, version: former, ...same } = before;
  const reverted = tx
    .update(stories)
    .set({
      ...same,
      ...((trashed || deletedAt !== null) && { versionGroup }),
      publishAt: date(publishAt),
      createdAt: new Date(createdAt),
      updatedAt: new Date(updatedAt),
      boardAt: new Date(boardAt),
      deletedAt: date(deletedAt),
      version: version === former ? version : version + 1,
    })
    .where(
      and(
        eq(stories.id, id),
        eq(stories.version, version),
        trashed ? sql`${stories.deletedAt} IS NOT NULL` : isNotDeleted,
      ),
    );
  return (await reverted.returning(changedColumns))[0];
}

/** Stores a bulk action for its undo, and deletes those that can no longer be undone. */
export async function addBulkAction(
  db: Db,
  action: typeof storyBulkActions.$inferInsert,
  expiredBefore: Date,
): Promise<number> {
  await db.delete(storyBulkActions).where(lt(storyBulkActions.createdAt, expiredBefore));
  const [added] = await db.insert(storyBulkActions).values(action).returning({ id: storyBulkActions.id });
  return (added as { id: number }).id; // an insert without conflict returns its row
}

/** Deletes and returns an actor's bulk action, so that it is undone only once; undefined if there is none. */
export async function takeBulkAction(
  db: Db,
  id: number,
  actorId: number,
  since: Date,
): Promise<BulkChange[] | undefined> {
  const [taken] = await db
    .delete(storyBulkActions)
    .where(
      and(
        eq(storyBulkActions.id, id),
        eq(storyBulkActions.actorId, actorId),
        sql`${storyBulkActions.createdAt} >= ${since.toISOString()}::timestamptz`,
      ),
    )
    .returning({ changes: storyBulkActions.changes });
  return taken?.changes;
}
