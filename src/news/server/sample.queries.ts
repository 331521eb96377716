import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '#src/platform/db.ts';
import { stories } from './stories.tables.ts';

export async function setSamplePicture(db: Db, id: number, pictureId: number): Promise<void> {
  await db
    .update(stories)
    .set({ pictureId })
    .where(and(eq(stories.id, id), eq(stories.sample, true), isNull(stories.pictureId)));
}

export async function deleteSampleStories(db: Db): Promise<number> {
  const { rowCount } = await db.delete(stories).where(eq(stories.sample, true));
  return rowCount ?? 0;
}
