import { and, desc, eq, gte, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { users } from '#src/accounts/users/server/accounts.tables.ts';
import { authors } from '#src/news/schema/server/authors.tables.ts';
import { stories } from '#src/news/schema/server/stories.tables.ts';
import type { Db } from '#src/platform/database/db.ts';
import { submissions } from '#src/submissions/submission/server/submissions.tables.ts';
import { essayReads, storyReads } from './readership.tables.ts';

/** Public stories with the byline of an account, newest first. */
export const listStoriesOf = (db: Db, userId: number, limit: number) =>
  db
    .select({ id: stories.id, title: stories.title, publishedAt: stories.createdAt })
    .from(stories)
    .innerJoin(authors, eq(authors.userId, userId))
    .where(
      and(
        eq(stories.status, 'published'),
        isNull(stories.deletedAt),
        sql`${stories.authorIds} && (${authors.id} || ${authors.formerIds})`,
      ),
    )
    .orderBy(desc(stories.createdAt), desc(stories.id))
    .limit(limit);

/** Whether an account is that of one of the paper's authors. */
export const isAuthor = async (db: Db, userId: number): Promise<boolean> =>
  (await db.select({ id: authors.id }).from(authors).where(eq(authors.userId, userId)).limit(1)).length > 0;

/** Public essays that an account has submitted, newest first. */
export const listEssaysOf = (db: Db, userId: number, limit: number) =>
  db
    .select({ id: submissions.id, title: submissions.title, publishedAt: submissions.publishedAt })
    .from(submissions)
    .where(and(eq(submissions.authorId, userId), eq(submissions.onResearch, true)))
    .orderBy(desc(submissions.publishedAt), desc(submissions.id))
    .limit(limit);

const monthOf = (day: SQL) => sql<string>`to_char(${day}, 'YYYY-MM')`;
const sum = (column: SQL) => sql<number>`sum(${column})::int`;

/** Reads of stories by month, from a day on. */
export function sumStoriesByMonth(db: Db, ids: number[], day: string) {
  const month = monthOf(sql`${storyReads.day}`);
  return db
    .select({
      id: storyReads.storyId,
      month,
      reads: sum(sql`${storyReads.reads}`),
      half: sum(sql`${storyReads.half}`),
      whole: sum(sql`${storyReads.whole}`),
      downloads: sql<number>`0`,
    })
    .from(storyReads)
    .where(and(inArray(storyReads.storyId, ids), gte(storyReads.day, day)))
    .groupBy(storyReads.storyId, month);
}

/** Reads and downloads of essays by month, from a day on. */
export function sumEssaysByMonth(db: Db, ids: number[], day: string) {
  const month = monthOf(sql`${essayReads.day}`);
  return db
    .select({
      id: essayReads.submissionId,
      month,
      reads: sum(sql`${essayReads.reads}`),
      half: sum(sql`${essayReads.half}`),
      whole: sum(sql`${essayReads.whole}`),
      downloads: sum(sql`${essayReads.downloads}`),
    })
    .from(essayReads)
    .where(and(inArray(essayReads.submissionId, ids), gte(essayReads.day, day)))
    .groupBy(essayReads.submissionId, month);
}

/** The name of an account that has not been deleted. */
export const findName = async (db: Db, userId: number): Promise<string | undefined> =>
  (
    await db
      .select({ name: users.name })
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.deletedAt)))
  )[0]?.name;
