import { and, desc, eq, inArray, lte, notExists, or, sql } from 'drizzle-orm';
import type { PlaceKind } from '#src/news/schema/columns.rules.ts';
import { frontPlaces } from '#src/news/schema/server/front-places.tables.ts';
import { stories } from '#src/news/schema/server/stories.tables.ts';
import { isPublic } from '#src/news/schema/story-conditions.queries.ts';
import type { Db } from '#src/platform/database/db.ts';

export type PlaceRow = typeof frontPlaces.$inferSelect;

/** The places of a story. */
export const listPlaces = (db: Db, storyId: number): Promise<PlaceRow[]> =>
  db.select().from(frontPlaces).where(eq(frontPlaces.storyId, storyId)).orderBy(frontPlaces.kind);

/** Makes other changes of places wait until the transaction ends; reads do not wait. */
export const lockPlaces = (tx: Db) => tx.execute(sql`LOCK TABLE ${frontPlaces} IN SHARE ROW EXCLUSIVE MODE`);

/** Replaces the places of a story. */
export async function savePlaces(tx: Db, storyId: number, places: Omit<PlaceRow, 'storyId'>[]): Promise<void> {
  await tx.delete(frontPlaces).where(eq(frontPlaces.storyId, storyId));
  if (places.length > 0) await tx.insert(frontPlaces).values(places.map((place) => ({ ...place, storyId })));
}

/** Ends the places of a kind in a language beyond the `limit` newest. */
export async function deleteOlderPlaces(tx: Db, kind: PlaceKind, language: string, limit: number): Promise<void> {
  const older = tx
    .select({ id: frontPlaces.storyId })
    .from(frontPlaces)
    .innerJoin(stories, eq(stories.id, frontPlaces.storyId))
    .where(and(eq(frontPlaces.kind, kind), eq(stories.language, language)))
    .orderBy(desc(frontPlaces.placedAt), desc(frontPlaces.storyId))
    .offset(limit);
  await tx.delete(frontPlaces).where(and(eq(frontPlaces.kind, kind), inArray(frontPlaces.storyId, older)));
}

/** Deletes places whose time has passed or whose story is not public. Returns the ids of the stories. */
export async function deleteEndedPlaces(db: Db, now: Date): Promise<number[]> {
  const story = db
    .select()
    .from(stories)
    .where(and(eq(stories.id, frontPlaces.storyId), isPublic));
  const ended = await db
    .delete(frontPlaces)
    .where(or(lte(frontPlaces.until, now), notExists(story)))
    .returning({ id: frontPlaces.storyId });
  return ended.map(({ id }) => id);
}

/** The given stories that are pinned. */
export async function listPinned(db: Db, ids: number[]): Promise<Set<number>> {
  const rows = await db
    .select({ id: frontPlaces.storyId })
    .from(frontPlaces)
    .where(and(eq(frontPlaces.kind, 'pinned'), inArray(frontPlaces.storyId, ids)));
  return new Set(rows.map(({ id }) => id));
}
