import { index, integer, pgEnum, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz, users } from './accounts.tables.ts';

const userId = () =>
  integer('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** Browsers that have logged in to an account before. Each stores a signed token with the id of its row. */
export const knownDevices = pgTable(
  'known_devices',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: userId(),
    lastUsedAt: timestamptz('last_used_at').notNull(),
  },
  (table) => [index('known_devices_user_id_idx').on(table.userId)],
);

/** Kind of login: only an admin login grants the rights of the newsroom. */
export const sessionKind = pgEnum('session_kind', ['user', 'admin']);

export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: userId(),
    kind: sessionKind('kind').notNull(),
    device: text('device').notNull(),
    address: text('address').notNull(),
    /** The known device that logged in. */
    deviceId: uuid('device_id').references(() => knownDevices.id, { onDelete: 'set null' }),
    createdAt: timestamptz('created_at').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    endedAt: timestamptz('ended_at'),
    /** When it was last used, to within `lastSeenIntervalMs`. */
    lastSeenAt: timestamptz('last_seen_at').notNull().defaultNow(),
    /** When the user last entered his password; sensitive actions require this to be recent. */
    confirmedAt: timestamptz('confirmed_at').notNull(),
  },
  (table) => [index('sessions_user_id_idx').on(table.userId), index('sessions_device_id_idx').on(table.deviceId)],
);
