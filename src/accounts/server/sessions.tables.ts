import { index, integer, pgEnum, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant, users } from './accounts.tables.ts';

const userId = () =>
  integer('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** Browsers that have logged in to an account before. Each holds a signed token with the id of its row. */
export const knownDevices = pgTable(
  'known_devices',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: userId(),
    lastUsedAt: instant('last_used_at').notNull(),
  },
  (table) => [index('known_devices_user_id_idx').on(table.userId)],
);

/** What a login was for: rights of the newsroom come only with an admin login. */
export const sessionKind = pgEnum('session_kind', ['user', 'admin']);

export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: userId(),
    kind: sessionKind('kind').notNull(),
    device: text('device').notNull(),
    address: text('address').notNull(),
    /** The known device that it was opened on. */
    deviceId: uuid('device_id').references(() => knownDevices.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
    /** When it was last used, to within a few minutes. */
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
    /** When the owner last gave his password; dangerous acts want that to be recent. */
    confirmedAt: instant('confirmed_at').notNull(),
  },
  (table) => [index('sessions_user_id_idx').on(table.userId), index('sessions_device_id_idx').on(table.deviceId)],
);
