import { bigint, boolean, index, integer, jsonb, pgEnum, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytea, instant, users } from './accounts.tables.ts';

/** WebAuthn credentials. Only public keys: the database alone opens no account. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** As the owner calls it. */
    name: text('name').notNull(),
    /** The authenticator's id for it, as base64url. */
    credentialId: text('credential_id').notNull(),
    publicKey: bytea('public_key').notNull(),
    /** The authenticator's count of signatures; one that does not grow may come from a copy. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** How the browser reaches it, such as "internal" or "usb". */
    transports: jsonb('transports').$type<string[]>().notNull(),
    /** Whether its owner's other devices have it too. */
    synced: boolean('synced').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [
    uniqueIndex('passkeys_credential_key').on(table.credentialId),
    index('passkeys_user_id_idx').on(table.userId),
  ],
);

export const challengePurpose = pgEnum('challenge_purpose', ['register', 'second_step', 'login']);

/** What an authenticator has to sign. Each row serves once. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text('challenge').primaryKey(),
    purpose: challengePurpose('purpose').notNull(),
    /** Whose passkey has to sign it; null at a login without a password, where the passkey says who it is. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('passkey_challenges_expires_at_idx').on(table.expiresAt),
    index('passkey_challenges_user_id_idx').on(table.userId),
  ],
);
