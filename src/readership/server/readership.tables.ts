import { date, index, integer, pgEnum, pgTable, primaryKey, text, timestamp, unique } from 'drizzle-orm/pg-core';
import { categories } from '#src/news/schema/server/categories.tables.ts';
import { stories } from '#src/news/schema/server/stories.tables.ts';
import { submissions } from '#src/submissions/submission/server/submissions.tables.ts';
import { readSources } from '../readership.rules.ts';
import { workKinds } from '../works.rules.ts';

export const readSource = pgEnum('read_source', readSources);

const count = (name: string) => integer(name).notNull().default(0);
const storyId = () =>
  integer('story_id')
    .notNull()
    .references(() => stories.id, { onDelete: 'cascade' });

/** How often a story was read on a day in India. Nothing about who read it. */
export const storyReads = pgTable(
  'story_reads',
  {
    day: date('day').notNull(),
    storyId: storyId(),
    /** Of the page. */
    language: text('language').notNull(),
    source: readSource('source').notNull(),
    reads: count('reads'),
    /** Those that came to half of the text. */
    half: count('half'),
    /** Those that came to its end. */
    whole: count('whole'),
  },
  (table) => [
    primaryKey({ name: 'story_reads_pkey', columns: [table.day, table.storyId, table.language, table.source] }),
    index('story_reads_story_idx').on(table.storyId),
  ],
);

/** How many stories were read within an hour. */
export const hourlyReads = pgTable(
  'hourly_reads',
  {
    hour: timestamp('hour', { withTimezone: true, precision: 3 }).notNull(),
    language: text('language').notNull(),
    reads: count('reads'),
  },
  (table) => [primaryKey({ name: 'hourly_reads_pkey', columns: [table.hour, table.language] })],
);

/** Reads on a day in India that began with a link in a newsletter; their source in `storyReads` is mail. */
export const newsletterReads = pgTable(
  'newsletter_reads',
  {
    day: date('day').notNull(),
    /** As the link has it. No reference: newsletters come after this slice, and a reader may have changed the number. */
    newsletter: integer('newsletter').notNull(),
    reads: count('reads'),
  },
  (table) => [primaryKey({ name: 'newsletter_reads_pkey', columns: [table.day, table.newsletter] })],
);

/** How often an essay was read on a day in India, and its PDF opened or saved. Nothing about who read it. */
export const essayReads = pgTable(
  'essay_reads',
  {
    day: date('day').notNull(),
    submissionId: integer('submission_id')
      .notNull()
      .references(() => submissions.id, { onDelete: 'cascade' }),
    reads: count('reads'),
    half: count('half'),
    whole: count('whole'),
    downloads: count('downloads'),
  },
  (table) => [
    primaryKey({ name: 'essay_reads_pkey', columns: [table.day, table.submissionId] }),
    index('essay_reads_submission_idx').on(table.submissionId),
  ],
);

export const workKind = pgEnum('work_kind', workKinds);

/** Which stories and essays link to which others: what a job has found in their texts. */
export const workCitations = pgTable(
  'work_citations',
  {
    citedKind: workKind('cited_kind').notNull(),
    citedId: integer('cited_id').notNull(),
    citingKind: workKind('citing_kind').notNull(),
    citingId: integer('citing_id').notNull(),
  },
  (table) => [
    primaryKey({
      name: 'work_citations_pkey',
      columns: [table.citedKind, table.citedId, table.citingKind, table.citingId],
    }),
    index('work_citations_citing_idx').on(table.citingKind, table.citingId),
  ],
);

/** Words of searches that found nothing, by the day in India and the language of the page. Nothing about who searched. */
export const zeroResultSearches = pgTable(
  'zero_result_searches',
  {
    day: date('day').notNull(),
    language: text('language').notNull(),
    words: text('words').notNull(),
    searches: integer('searches').notNull(),
  },
  (table) => [primaryKey({ name: 'zero_result_searches_pkey', columns: [table.day, table.language, table.words] })],
);

/** The most read stories of each language, also of each category: what pages show. */
export const mostRead = pgTable(
  'most_read',
  {
    language: text('language').notNull(),
    /** Null for all categories together. */
    categoryId: integer('category_id').references(() => categories.id, { onDelete: 'cascade' }),
    /** From 1. */
    place: integer('place').notNull(),
    storyId: storyId(),
  },
  (table) => [
    unique('most_read_key').on(table.language, table.categoryId, table.place).nullsNotDistinct(),
    index('most_read_story_idx').on(table.storyId),
  ],
);
