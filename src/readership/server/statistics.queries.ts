import { asc, desc, eq, gte, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { categories } from '#src/news/schema/server/categories.tables.ts';
import { stories } from '#src/news/schema/server/stories.tables.ts';
import type { Db } from '#src/platform/database/db.ts';
import { timeZone } from '#src/rules/calendar.rules.ts';
import { hourlyReads, storyReads } from './readership.tables.ts';

const sumOf = (column: AnyPgColumn) => sql<number>`sum(${column})::int`;
const reads = sumOf(storyReads.reads);
const since = (day: string): SQL => gte(storyReads.day, day);

/** Reads of each day from `day` on that has any. */
export const sumByDay = (db: Db, day: string) =>
  db
    .select({ day: storyReads.day, reads })
    .from(storyReads)
    .where(since(day))
    .groupBy(storyReads.day)
    .orderBy(storyReads.day);

/** Reads of each hour of the day in India that has any. */
export function sumByHour(db: Db, from: Date) {
  const hour = sql<number>`extract(hour FROM ${hourlyReads.hour} AT TIME ZONE ${sql.raw(`'${timeZone}'`)})::int`;
  return db
    .select({ hour, reads: sumOf(hourlyReads.reads) })
    .from(hourlyReads)
    .where(gte(hourlyReads.hour, from))
    .groupBy(hour)
    .orderBy(hour);
}

export const sumBySource = (db: Db, day: string) =>
  db
    .select({ source: storyReads.source, reads })
    .from(storyReads)
    .where(since(day))
    .groupBy(storyReads.source)
    .orderBy(desc(reads), asc(storyReads.source));

export const sumByLanguage = (db: Db, day: string) =>
  db
    .select({ language: storyReads.language, reads })
    .from(storyReads)
    .where(since(day))
    .groupBy(storyReads.language)
    .orderBy(desc(reads), asc(storyReads.language));

export const sumBySection = (db: Db, day: string) =>
  db
    .select({ name: categories.name, reads })
    .from(storyReads)
    .innerJoin(stories, eq(stories.id, storyReads.storyId))
    .leftJoin(categories, eq(categories.id, stories.categoryId))
    .where(since(day))
    .groupBy(categories.id)
    .orderBy(desc(reads), asc(categories.name));

/** The stories with most reads. */
export const sumByStory = (db: Db, day: string, limit: number) =>
  db
    .select({
      id: stories.id,
      title: stories.title,
      language: stories.language,
      reads,
      half: sumOf(storyReads.half),
      whole: sumOf(storyReads.whole),
    })
    .from(storyReads)
    .innerJoin(stories, eq(stories.id, storyReads.storyId))
    .where(since(day))
    .groupBy(stories.id)
    .orderBy(desc(reads), desc(stories.id))
    .limit(limit);
