import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgEnum, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '#src/accounts/users/server/accounts.tables.ts';
import { stories } from '#src/news/schema/server/stories.tables.ts';
import type { VisibleRows } from '#src/platform/cache/change-triggers.ts';
import { type LetterTexts, letterStates } from '../letters.rules.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

export const letterState = pgEnum('letter_state', letterStates);

/** Letters to the editor about stories: decision 163. */
export const letters = pgTable(
  'letters',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    storyId: integer('story_id')
      .notNull()
      .references(() => stories.id, { onDelete: 'cascade' }),
    /** Null for a visitor, and after the account was deleted. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** Empty after the account was deleted, as is the place. */
    name: text('name').notNull(),
    place: text('place').notNull(),
    text: text('text').notNull(),
    /** What was sent, if an editor has changed it. */
    sent: jsonb('sent').$type<LetterTexts>(),
    /** Null some time after the decision. */
    email: text('email'),
    /** Language of the page on which it was written, and of mails about it. */
    language: text('language').notNull(),
    /** Version of the privacy notice that was consented to. */
    consentVersion: text('consent_version').notNull(),
    /** Unused: used proofs of work are in `rate_limits`. Any value is valid for versions that run beside this one. */
    nonce: text('nonce')
      .notNull()
      .$defaultFn(() => randomUUID()),
    /** SHA-256 of the mailed token; null once it was used, or if none is needed. */
    tokenHash: text('token_hash'),
    state: letterState('state').notNull(),
    reason: text('reason').notNull().default(''),
    createdAt: instant('created_at').notNull(),
    publishedAt: instant('published_at'),
    decidedAt: instant('decided_at'),
    decidedBy: integer('decided_by').references(() => users.id, { onDelete: 'set null' }),
    pickedAt: instant('picked_at'),
    printedAt: instant('printed_at'),
    version: integer('version').notNull().default(1),
  },
  (table) => [
    uniqueIndex('letters_nonce_key').on(table.nonce),
    uniqueIndex('letters_token_key').on(table.tokenHash),
    // One letter of a person about a story.
    uniqueIndex('letters_person_key')
      .on(table.storyId, sql`lower(${table.email})`)
      .where(sql`${table.state} IN ('waiting', 'published')`),
    index('letters_story_idx').on(table.storyId, table.id).where(sql`${table.state} = 'published'`),
    index('letters_state_idx').on(table.state, table.id),
    index('letters_user_idx').on(table.userId),
    index('letters_print_idx').on(table.id).where(sql`${table.pickedAt} IS NOT NULL`),
  ],
);

export const visibleLetters: VisibleRows = { table: 'letters', visible: (row) => `${row}.state = 'published'` };
