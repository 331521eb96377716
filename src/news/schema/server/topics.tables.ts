import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { LocalNames } from '../columns.rules.ts';

/** Topics of stories, which name them by id in `stories.topic_ids`. */
export const topics = pgTable('topics', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  name: text('name').notNull(),
  slug: text('slug').notNull().unique('topics_slug_key'),
  /** Names in languages other than the one of `name`. */
  names: jsonb('names').$type<LocalNames>().notNull().default({}),
  description: text('description').notNull().default(''),
  version: integer('version').notNull().default(1),
});

/** Former slugs of topics. A topic that has the slug now takes precedence. */
export const topicRedirects = pgTable('topic_redirects', {
  slug: text('slug').primaryKey(),
  topicId: integer('topic_id')
    .notNull()
    .references(() => topics.id, { onDelete: 'cascade' }),
});

/** Series of stories. */
export const series = pgTable('series', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  title: text('title').notNull(),
  /** Of the first title: the address stays. */
  slug: text('slug').notNull().unique('series_slug_key'),
  language: text('language').notNull(),
  description: text('description').notNull().default(''),
  version: integer('version').notNull().default(1),
});
