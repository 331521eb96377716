import { boolean, index, integer, jsonb, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from '#src/accounts/users/server/accounts.tables.ts';
import type { StoryForm } from '../story-fields.contract.ts';
import { pictures, stories } from './stories.tables.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 }).notNull();

/** What users have typed in the story form and not saved. Each open form has its own, under an id from the browser. */
export const workingCopies = pgTable(
  'working_copies',
  {
    id: uuid('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null for a new story. */
    storyId: integer('story_id').references(() => stories.id, { onDelete: 'cascade' }),
    /** The version of the story that it was begun on. */
    version: integer('version'),
    revision: integer('revision').notNull(),
    /** The open form that saved it last. */
    writer: uuid('writer').notNull(),
    fields: jsonb('fields').$type<Partial<StoryForm>>().notNull(),
    pictureId: integer('picture_id').references(() => pictures.id),
    removesPicture: boolean('removes_picture').notNull(),
    createdAt: instant('created_at'),
    updatedAt: instant('updated_at'),
  },
  (table) => [
    index('working_copies_user_idx').on(table.userId, table.storyId),
    index('working_copies_story_idx').on(table.storyId),
    index('working_copies_picture_idx').on(table.pictureId),
  ],
);
