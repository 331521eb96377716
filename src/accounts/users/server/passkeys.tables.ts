import { bigint, boolean, index, integer, jsonb, pgEnum, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytea, timestamptz, users } from './accounts.tables.ts';

/** WebAuthn credentials. Only public keys are stored, so a leaked database gives access to no account. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Chosen by the owner. */
    name: text('name').notNull(),
    /** Credential id, as base64url. */
    credentialId: text('credential_id').notNull(),
    publicKey: bytea('public_key').notNull(),
    /** The authenticator's signature counter; if it does not grow, the authenticator may have been cloned. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** WebAuthn transports, such as "internal" or "usb". */
    transports: jsonb('transports').$type<string[]>().notNull(),
    /** Whether the passkey is backed up, and so on its owner's other devices too. */
    synced: boolean('synced').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    lastUsedAt: timestamptz('last_used_at'),
  },
  (table) => [
    uniqueIndex('passkeys_credential_key').on(table.credentialId),
    index('passkeys_user_id_idx').on(table.userId),
  ],
);

export const challengePurpose = pgEnum('challenge_purpose', ['register', 'second_step', 'login']);

/** Challenges for an authenticator to sign. Each is valid once. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text('challenge').primaryKey(),
    purpose: challengePurpose('purpose').notNull(),
    /**
     * The user whose passkey must sign it; null at a login without a password, where the passkey identifies the user.
     */
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (table) => [
    index('passkey_challenges_expires_at_idx').on(table.expiresAt),
    index('passkey_challenges_user_id_idx').on(table.userId),
  ],
);
