import { integer, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from '#src/accounts/server/accounts.tables.ts';
import type { Licence } from '../media.contract.ts';

/** What the newsroom states about a picture or a file, and how it came to the library. */
export const mediaColumns = {
  /** The name under which it was uploaded; empty if unknown. */
  fileName: text('file_name').notNull().default(''),
  caption: text('caption').notNull().default(''),
  credit: text('credit').notNull().default(''),
  licence: text('licence').$type<Licence>().notNull().default(''),
  licenceName: text('licence_name').notNull().default(''),
  source: text('source').notNull().default(''),
  uploaderId: integer('uploader_id').references(() => users.id, { onDelete: 'set null' }),
  // Millisecond precision, as in JavaScript, so that a cursor made from a row matches that row exactly.
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
};
