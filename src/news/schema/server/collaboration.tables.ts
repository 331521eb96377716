import { index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from '#src/accounts/users/server/accounts.tables.ts';
import { stories } from './stories.tables.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** Comments of colleagues on a story. */
export const storyComments = pgTable(
  'story_comments',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    storyId: integer('story_id')
      .notNull()
      .references(() => stories.id, { onDelete: 'cascade' }),
    authorId: integer('author_id').references(() => users.id, { onDelete: 'set null' }),
    author: text('author').notNull(),
    text: text('text').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [index('story_comments_story_idx').on(table.storyId, table.id)],
);

/** Assignee and due time of a story. Not a part of the story, so a change makes no version. */
export const storyAssignments = pgTable(
  'story_assignments',
  {
    storyId: integer('story_id')
      .primaryKey()
      .references(() => stories.id, { onDelete: 'cascade' }),
    assigneeId: integer('assignee_id').references(() => users.id, { onDelete: 'set null' }),
    dueAt: instant('due_at'),
  },
  (table) => [index('story_assignments_assignee_idx').on(table.assigneeId)],
);

/** Who has a story open in the editor; a row is outdated `presenceMs` after `at`. */
export const storyPresence = pgTable(
  'story_presence',
  {
    storyId: integer('story_id')
      .notNull()
      .references(() => stories.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ name: 'story_presence_pkey', columns: [table.storyId, table.userId] })],
);
