import { and, desc, eq, gt, lt, lte, ne, sql } from 'drizzle-orm';
import { storyRevisions } from '#src/news/schema/server/revisions.tables.ts';
import { pictures, stories } from '#src/news/schema/server/stories.tables.ts';
import { idIn } from '#src/news/schema/story-conditions.queries.ts';
import type { Db } from '#src/platform/database/db.ts';
import { completeForm } from '../stories.rules.ts';
import { type StoryRow, selectStories } from './stories.queries.ts';

export type NewRevision = typeof storyRevisions.$inferInsert;

/** Those of the stories whose present version is not stored as a revision, also in the trash. */
export const listUnrecorded = (tx: Db, ids: number[]): Promise<StoryRow[]> =>
  selectStories(tx).where(
    sql`${idIn(ids)} AND NOT EXISTS (SELECT FROM ${storyRevisions}
      WHERE ${storyRevisions.storyId} = ${stories.id} AND ${storyRevisions.version} = ${stories.version})`,
  );

/** Stores revisions. One that was stored meanwhile has the same version, so the same content. */
export async function createRevisions(tx: Db, revisions: NewRevision[]): Promise<void> {
  if (revisions.length) await tx.insert(storyRevisions).values(revisions).onConflictDoNothing();
}

const head = {
  version: storyRevisions.version,
  author: storyRevisions.author,
  createdAt: storyRevisions.createdAt,
  title: sql<string>`${storyRevisions.fields}->>'news_title'`,
  status: sql<'draft' | 'scheduled' | 'published'>`${storyRevisions.fields}->>'status'`,
};

const ofStory = (storyId: number) => eq(storyRevisions.storyId, storyId);

/** A story's revisions below a version, newest first, without their texts. */
export const listRevisions = (db: Db, storyId: number, { before, limit }: { before?: number; limit: number }) =>
  db
    .select(head)
    .from(storyRevisions)
    .where(and(ofStory(storyId), before === undefined ? undefined : lt(storyRevisions.version, before)))
    .orderBy(desc(storyRevisions.version))
    .limit(limit);

/** A revision with all fields of the form; `hasTopics` if it is not from before there were topics and series. */
export async function findRevision(db: Db, storyId: number, version: number) {
  const [row] = await db
    .select({ ...head, fields: storyRevisions.fields, pictureId: storyRevisions.pictureId, picture: pictures.name })
    .from(storyRevisions)
    .leftJoin(pictures, eq(pictures.id, storyRevisions.pictureId))
    .where(and(ofStory(storyId), eq(storyRevisions.version, version)));
  return row && { ...row, fields: completeForm(row.fields), hasTopics: 'topics' in row.fields };
}

export type RevisionHead = Awaited<ReturnType<typeof listRevisions>>[number];
export type Revision = Awaited<ReturnType<typeof findRevision>> & object;

/** Who saved a story after one version, up to another. */
export const listAuthors = async (db: Db, storyId: number, after: number, upTo: number): Promise<string[]> =>
  (
    await db
      .selectDistinct({ author: storyRevisions.author })
      .from(storyRevisions)
      .where(
        and(
          ofStory(storyId),
          gt(storyRevisions.version, after),
          lte(storyRevisions.version, upTo),
          ne(storyRevisions.author, ''),
        ),
      )
  ).map(({ author }) => author);

const isOf = (storyIds: number[]) => sql`${storyRevisions.storyId} = ANY(${sql.param(storyIds)}::integer[])`;

/** Deletes all revisions of those stories that were never published. */
export async function deleteRevisionsOfDrafts(tx: Db, storyIds: number[]): Promise<void> {
  await tx.delete(storyRevisions).where(
    sql`${isOf(storyIds)} AND ${storyRevisions.storyId} NOT IN (
      SELECT story_id FROM ${storyRevisions} WHERE ${isOf(storyIds)} AND fields->>'status' = 'published')`,
  );
}

export async function deleteRevisions(tx: Db, storyIds: number[]): Promise<void> {
  await tx.delete(storyRevisions).where(isOf(storyIds));
}
