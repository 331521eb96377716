import { boolean, index, integer, pgEnum, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { timestamptz, users } from '#src/accounts/users/server/accounts.tables.ts';
import { stories } from '#src/news/schema/server/stories.tables.ts';
import { markKinds } from '../reader-lists.rules.ts';

export const readingMarkKind = pgEnum('reading_mark_kind', markKinds);

const userId = () =>
  integer('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** What an account follows and has saved. */
export const readingMarks = pgTable(
  'reading_marks',
  {
    userId: userId(),
    kind: readingMarkKind('kind').notNull(),
    /** Of the topic, author, category, sub-category or story, which may be gone. */
    itemId: integer('item_id').notNull(),
    /** When it was set or removed, by the clock of the device. */
    markedAt: timestamptz('marked_at').notNull(),
    /** Kept for 90 days, for devices that have not synchronized since. */
    removed: boolean('removed').notNull(),
  },
  (table) => [primaryKey({ name: 'reading_marks_pkey', columns: [table.userId, table.kind, table.itemId] })],
);

/** What an account has read, if its owner wants it there. */
export const readingHistory = pgTable(
  'reading_history',
  {
    userId: userId(),
    storyId: integer('story_id')
      .notNull()
      .references(() => stories.id, { onDelete: 'cascade' }),
    readAt: timestamptz('read_at').notNull(),
    /** How many corrections he has seen on its page. */
    corrections: integer('corrections').notNull(),
  },
  (table) => [
    primaryKey({ name: 'reading_history_pkey', columns: [table.userId, table.storyId] }),
    index('reading_history_story_idx').on(table.storyId),
  ],
);

/** The choices of an account about its lists. Its row is locked while they change. */
export const readingChoices = pgTable('reading_choices', {
  userId: userId().primaryKey(),
  /** Since when the history is in the account; null if it is not. */
  historySyncedAt: timestamptz('history_synced_at'),
  /** What was read until then is deleted, also from devices that synchronize later. */
  historyClearedAt: timestamptz('history_cleared_at'),
});
