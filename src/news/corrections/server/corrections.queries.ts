import { and, desc, eq, gte, ne, type SQL, sql } from 'drizzle-orm';
import type { CorrectionDirective } from '#src/markdown/directives.rules.ts';
import { stories } from '#src/news/schema/server/stories.tables.ts';
import { isPublic } from '#src/news/schema/story-conditions.queries.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { CorrectionPosition } from '../correction-cursor.rules.ts';

interface CorrectionsFilter {
  language?: string;
  notLanguage?: string;
  after?: CorrectionPosition | undefined;
  /** Days. */
  between?: { after: string; until: string };
}

const date = sql<string>`entry.value->>'date'`;
const place = sql<number>`entry.place::integer`;

/** Corrections of public stories, newest first, after a position. */
export const listCorrections = (db: Db, { language, notLanguage, after, between }: CorrectionsFilter, limit: number) =>
  db
    .select({
      kind: sql<CorrectionDirective['kind']>`entry.value->>'kind'`,
      date,
      text: sql<string>`entry.value->>'text'`,
      place,
      storyId: stories.id,
      title: stories.title,
      language: stories.language,
    })
    .from(stories)
    .crossJoin(sql`jsonb_array_elements(${stories.corrections}) WITH ORDINALITY AS entry(value, place)`)
    .where(
      and(
        isPublic,
        sql`${stories.correctedOn} IS NOT NULL`,
        language === undefined ? undefined : eq(stories.language, language),
        notLanguage === undefined ? undefined : ne(stories.language, notLanguage),
        after && isAfter(after),
        between && sql`${date} > ${between.after} AND ${date} <= ${between.until}`,
      ),
    )
    .orderBy(sql`${date} DESC, ${stories.id} DESC, ${place} DESC`)
    .limit(limit);

const isAfter = ({ date: at, storyId, place: before }: CorrectionPosition): SQL =>
  sql`(${date}, ${stories.id}, ${place}) < (${at}, ${storyId}::integer, ${before}::integer)`;

/** Public stories that were corrected on a day or later, newest first. */
export const listCorrectedStories = (db: Db, since: string, limit: number) =>
  db
    .select({
      id: stories.id,
      title: stories.title,
      language: stories.language,
      date: sql<string>`${stories.correctedOn}`, // not null
      corrections: sql<number>`jsonb_array_length(${stories.corrections})`,
    })
    .from(stories)
    .where(and(isPublic, gte(stories.correctedOn, since)))
    .orderBy(desc(stories.correctedOn), desc(stories.id))
    .limit(limit);
