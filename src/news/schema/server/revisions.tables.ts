import { index, integer, jsonb, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core';
import { users } from '#src/accounts/users/server/accounts.tables.ts';
import type { StoryForm } from '../story-fields.contract.ts';
import { pictures } from './stories.tables.ts';

/**
 * All saved versions of stories. A revision is the story as it was stored under that version number. Those of a story
 * that was ever published outlive it: no foreign key.
 */
export const storyRevisions = pgTable(
  'story_revisions',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    storyId: integer('story_id').notNull(),
    version: integer('version').notNull(),
    /** The form's values, with `publish_at` as an instant. Names instead of ids, so that it can be read for ever. */
    fields: jsonb('fields').$type<StoryForm>().notNull(),
    pictureId: integer('picture_id').references(() => pictures.id),
    authorId: integer('author_id').references(() => users.id, { onDelete: 'set null' }),
    /** Empty if unknown: the state that was found before the first recorded change. */
    author: text('author').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
  },
  (table) => [
    unique('story_revisions_key').on(table.storyId, table.version),
    index('story_revisions_picture_idx').on(table.pictureId),
  ],
);
