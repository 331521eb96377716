import { sql } from 'drizzle-orm';
import {
  boolean,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { FileReferences } from '#src/platform/files/file-references.ts';

/** An instant, in UTC. */
export const timestamptz = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const roleType = pgEnum('role', [
  'reader',
  'editor',
  'admin',
  'sub_editor',
  'reporter',
  'reviewer',
  'accountant',
]);

export const users = pgTable(
  'users',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    /** When the e-mail was confirmed, by a mailed link or a password reset. Null until then. */
    emailConfirmedAt: timestamptz('email_confirmed_at'),
    /** The requested new e-mail; takes effect when the link mailed to it is followed. */
    pendingEmail: text('pending_email'),
    /** Day of birth; unknown for the first admin. */
    dob: date('dob'),
    /** "+", country code, number. */
    mobile: text('mobile'),
    /** Null after the password was deleted by a recovery: no login until a new one is set. */
    passwordHash: text('password_hash'),
    /** Until when the generated password of the first admin is accepted; null for one that a user has chosen. */
    passwordExpiresAt: timestamptz('password_expires_at'),
    role: roleType('role').notNull().default('reader'),
    /** Whether an editor is limited to the sections in `editor_sections`: with none left, to none. */
    limitedToSections: boolean('limited_to_sections').notNull().default(false),
    /** File name among the public uploads. */
    profileImage: text('profile_image'),
    /** Version of the privacy notice that was shown at registration. */
    consentVersion: text('consent_version'),
    guardianName: text('guardian_name'),
    guardianEmail: text('guardian_email'),
    guardianAskedAt: timestamptz('guardian_asked_at'),
    guardianConsentAt: timestamptz('guardian_consent_at'),
    /** Encrypted; null without an authenticator app. */
    totpSecret: bytea('totp_secret'),
    /** When the authenticator app was set up. */
    totpSince: timestamptz('totp_since'),
    /** A secret that has not been confirmed with a code yet; encrypted. */
    totpPending: bytea('totp_pending'),
    /** Time step of the last accepted code, so that no code is accepted twice. */
    totpLastStep: integer('totp_last_step'),
    /** How many passkeys there are. With none, and no authenticator app, two-step login is off. */
    passkeyCount: integer('passkey_count').notNull().default(0),
    /** Deadline of an editor or admin to set up a second step; null if there is none. */
    twoStepDueAt: timestamptz('two_step_due_at'),
    /** The last password reset by mail, which resets the counters of wrong passwords. */
    passwordResetAt: timestamptz('password_reset_at'),
    /** When all sessions but perhaps one were last ended together: by a new password or role, by him or by an admin. */
    sessionsEndedAt: timestamptz('sessions_ended_at'),
    wantsReminders: boolean('wants_reminders').notNull().default(true),
    disabledAt: timestamptz('disabled_at'),
    /** When the account was deleted. The row stays, without personal data, for records that refer to it. */
    deletedAt: timestamptz('deleted_at'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('users_email_key').on(sql`lower(${table.email})`)],
);

export const linkPurpose = pgEnum('link_purpose', [
  'reset_password',
  'take_email_back',
  'guardian_consent',
  'confirm_email',
]);

/** Mailed links, each valid once. Only a hash of the token is stored. */
export const accountLinks = pgTable(
  'account_links',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: linkPurpose('purpose').notNull(),
    /** Set to null some time after the link was used or expired. */
    tokenHash: text('token_hash'),
    data: jsonb('data').$type<Record<string, string>>().notNull().default({}),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    expiresAt: timestamptz('expires_at').notNull(),
    usedAt: timestamptz('used_at'),
  },
  (table) => [
    uniqueIndex('account_links_token_key').on(table.tokenHash),
    index('account_links_user_idx').on(table.userId),
  ],
);

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
    usedAt: timestamptz('used_at'),
  },
  (table) => [index('recovery_codes_user_idx').on(table.userId)],
);

export const portraitFiles: FileReferences = `SELECT 'open/' || profile_image FROM users WHERE profile_image IS NOT NULL`;
