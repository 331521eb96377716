import { eq } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import { clips } from './clips.tables.ts';

export const listClipPictures = async (db: Db, editionId: number): Promise<string[]> =>
  (await db.select({ picture: clips.picture }).from(clips).where(eq(clips.editionId, editionId))).map(
    ({ picture }) => picture,
  );
