import { and, desc, eq } from 'drizzle-orm';
import type { Db } from '#src/platform/db.ts';
import { readerColumns } from './reading.queries.ts';
import { pictures } from './stories.tables.ts';
import { workingCopies } from './working-copies.tables.ts';

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
