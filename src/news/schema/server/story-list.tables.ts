import { index, integer, jsonb, pgTable, timestamp } from 'drizzle-orm/pg-core';
import { users } from '#src/accounts/users/server/accounts.tables.ts';
import type { stories } from './stories.tables.ts';

type Row = typeof stories.$inferSelect;

/** The columns that a bulk action changes, as they were; instants as ISO 8601. */
export interface StoryBefore
  extends Pick<Row, 'id' | 'status' | 'categoryId' | 'subCategoryId' | 'submenu' | 'versionGroup'> {
  publishAt: string | null;
  createdAt: string;
  updatedAt: string;
  boardAt: string;
  deletedAt: string | null;
  version: number;
}

/** A story that a bulk action has changed. */
export interface BulkChange {
  before: StoryBefore;
  /** Its version after the action: a later one is not undone. */
  version: number;
  /** Whether the action has left it in the trash. */
  trashed: boolean;
}

/** Bulk actions that can still be undone. */
export const storyBulkActions = pgTable(
  'story_bulk_actions',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    actorId: integer('actor_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    changes: jsonb('changes').$type<BulkChange[]>().notNull(),
  },
  (table) => [index('story_bulk_actions_created_idx').on(table.createdAt)],
);
