import { index, integer, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from '#src/accounts/users/server/accounts.tables.ts';
import { stories } from '#src/news/schema/server/stories.tables.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 }).notNull();

/** Shared links to previews. Ended ones are deleted at once, expired ones when the next is created. */
export const previewLinks = pgTable(
  'preview_links',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    storyId: integer('story_id')
      .notNull()
      .references(() => stories.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at'),
    expiresAt: instant('expires_at'),
  },
  (table) => [index('preview_links_story_idx').on(table.storyId), index('preview_links_user_idx').on(table.userId)],
);
