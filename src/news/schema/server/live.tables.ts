import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  pgEnum,
  pgTable,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from '#src/accounts/users/server/accounts.tables.ts';
import type { VisibleRows } from '#src/platform/cache/change-triggers.ts';
import { liveStates } from '../live-states.rules.ts';
import { stories } from './stories.tables.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

export const liveState = pgEnum('live_state', liveStates);

/** The live coverage of a story. A story without a row has never been live. Decision 133. */
export const liveCoverages = pgTable('live_coverages', {
  /** The story's id. */
  id: integer('id')
    .primaryKey()
    .references(() => stories.id, { onDelete: 'cascade' }),
  state: liveState('state').notNull(),
  startedAt: instant('started_at').notNull(),
  endedAt: instant('ended_at'),
  /** Number of the last change of the coverage or of an entry. The row is locked while it is taken. */
  seq: integer('seq').notNull().default(0),
  /** When readers last got something new. */
  updatedAt: instant('updated_at').notNull(),
});

export const liveEntries = pgTable(
  'live_entries',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    storyId: integer('story_id')
      .notNull()
      .references(() => liveCoverages.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    /** Markdown. */
    text: text('text').notNull(),
    keyEvent: boolean('key_event').notNull(),
    pinned: boolean('pinned').notNull(),
    authorId: integer('author_id').references(() => users.id, { onDelete: 'set null' }),
    /** The name that readers see. */
    author: text('author').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    version: integer('version').notNull().default(1),
    deletedAt: instant('deleted_at'),
    /** The coverage's number of its last change. */
    seq: integer('seq').notNull(),
    /** Chosen by the sender, so that a repeated request adds no second entry. */
    key: uuid('key'),
  },
  (table) => [
    index('live_entries_story_idx').on(table.storyId, table.id),
    uniqueIndex('live_entries_seq_key').on(table.storyId, table.seq),
    uniqueIndex('live_entries_pinned_key').on(table.storyId).where(sql`${table.pinned}`),
    index('live_entries_key_events_idx').on(table.storyId, table.id).where(sql`${table.keyEvent}`),
    unique('live_entries_key').on(table.storyId, table.key),
  ],
);

/** All saved versions of entries. */
export const liveEntryRevisions = pgTable(
  'live_entry_revisions',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    entryId: integer('entry_id')
      .notNull()
      .references(() => liveEntries.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    title: text('title').notNull(),
    text: text('text').notNull(),
    keyEvent: boolean('key_event').notNull(),
    author: text('author').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [unique('live_entry_revisions_key').on(table.entryId, table.version)],
);

/** Every query that shows entries reads their coverage too, and so depends on one story only. */
export const visibleLiveEntries: VisibleRows = {
  table: 'live_entries',
  partOf: { table: 'live_coverages', ids: (row) => `SELECT ${row}.story_id` },
};
