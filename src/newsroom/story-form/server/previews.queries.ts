import { and, desc, eq, gt, isNull, lt, or } from 'drizzle-orm';
import { users } from '#src/accounts/users/server/accounts.tables.ts';
import { readerColumns } from '#src/news/published/server/reading.queries.ts';
import { pictures } from '#src/news/schema/server/stories.tables.ts';
import { workingCopies } from '#src/news/schema/server/working-copies.tables.ts';
import type { Db } from '#src/platform/database/db.ts';
import { previewLinks } from './previews.tables.ts';

/** The working copy of a story that a user saved last, with its own picture. */
export const findNewestCopy = async (db: Db, userId: number, storyId: number) =>
  (
    await db
      .select({
        fields: workingCopies.fields,
        updatedAt: workingCopies.updatedAt,
        removesPicture: workingCopies.removesPicture,
        picture: readerColumns,
      })
      .from(workingCopies)
      .leftJoin(pictures, eq(pictures.id, workingCopies.pictureId))
      .where(and(eq(workingCopies.userId, userId), eq(workingCopies.storyId, storyId)))
      .orderBy(desc(workingCopies.updatedAt))
      .limit(1)
  )[0];

export type NewestCopy = Awaited<ReturnType<typeof findNewestCopy>> & object;

/** Stores a link, and deletes those that have expired. Returns its id. */
export async function createPreviewLink(tx: Db, link: typeof previewLinks.$inferInsert): Promise<string> {
  await tx.delete(previewLinks).where(lt(previewLinks.expiresAt, link.createdAt));
  const [created] = await tx.insert(previewLinks).values(link).returning({ id: previewLinks.id });
  return (created as { id: string }).id; // an insert without conflict returns its row
}

export const findPreviewLink = async (db: Db, id: string) =>
  (
    await db
      .select({ userId: previewLinks.userId, createdAt: previewLinks.createdAt })
      .from(previewLinks)
      .where(eq(previewLinks.id, id))
  )[0];

/** The valid links of a story, newest first, with the names of the users who made them. */
export const listPreviewLinks = (db: Db, storyId: number, now: Date) =>
  db
    .select({
      id: previewLinks.id,
      by: users.name,
      createdAt: previewLinks.createdAt,
      expiresAt: previewLinks.expiresAt,
    })
    .from(previewLinks)
    .innerJoin(users, eq(users.id, previewLinks.userId))
    .where(
      and(
        eq(previewLinks.storyId, storyId),
        gt(previewLinks.expiresAt, now),
        or(isNull(users.sessionsEndedAt), lt(users.sessionsEndedAt, previewLinks.createdAt)),
      ),
    )
    .orderBy(desc(previewLinks.createdAt))
    .limit(100);

/** Deletes a link of a story; false if there is none. */
export async function deletePreviewLink(tx: Db, storyId: number, id: string): Promise<boolean> {
  const { rowCount } = await tx
    .delete(previewLinks)
    .where(and(eq(previewLinks.id, id), eq(previewLinks.storyId, storyId)));
  return rowCount === 1;
}
