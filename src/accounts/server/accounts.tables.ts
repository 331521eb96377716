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

/** A moment, in UTC. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const roleType = pgEnum('role', ['reader', 'editor', 'admin']);

export const users = pgTable(
  'users',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    /** When its mailbox was proven: by the link in a mail to it, or by a password reset. Null until then. */
    emailConfirmedAt: instant('email_confirmed_at'),
    /** The address that was asked for and takes effect when the link in its mailbox is followed. */
    pendingEmail: text('pending_email'),
    /** Day of birth; unknown for the first admin. */
    dob: date('dob'),
    /** "+", country code, number. */
    mobile: text('mobile'),
    /** Null when the password has been forgotten on purpose: no login until a new one is set. */
    passwordHash: text('password_hash'),
    role: roleType('role').notNull().default('reader'),
    /** File name among the open uploads. */
    profileImage: text('profile_image'),
    /** Version of the privacy notice that was shown at registration. */
    consentVersion: text('consent_version'),
    guardianName: text('guardian_name'),
    guardianEmail: text('guardian_email'),
    guardianAskedAt: instant('guardian_asked_at'),
    guardianConsentAt: instant('guardian_consent_at'),
    /** Sealed; null while two-step login is off. */
    totpSecret: bytea('totp_secret'),
    /** When two-step login was turned on. */
    totpSince: instant('totp_since'),
    /** A secret that has not been confirmed with a code yet; sealed. */
    totpPending: bytea('totp_pending'),
    /** Time step of the last code that was accepted: none serves twice. */
    totpLastStep: integer('totp_last_step'),
    /** How many passkeys there are. With none, and no authenticator app, two-step login is off. */
    passkeyCount: integer('passkey_count').notNull().default(0),
    /** Until when a member of the newsroom must have set up a second step; null while nothing asks for it. */
    twoStepDueAt: instant('two_step_due_at'),
    /** The last reset of the password by mail: wrong passwords are counted anew from then on. */
    passwordResetAt: instant('password_reset_at'),
    wantsReminders: boolean('wants_reminders').notNull().default(true),
    disabledAt: instant('disabled_at'),
    /** The person has left; the row stays for what the law or the archive must keep, without the person's data. */
    deletedAt: instant('deleted_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('users_email_key').on(sql`lower(${table.email})`)],
);

export const linkPurpose = pgEnum('link_purpose', [
  'reset_password',
  'take_email_back',
  'guardian_consent',
  'confirm_email',
]);

/** Links that were mailed and serve once. Only a hash of the token is kept. */
export const accountLinks = pgTable(
  'account_links',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: linkPurpose('purpose').notNull(),
    /** Null some time after the link has ended: nothing needs it any more. */
    tokenHash: text('token_hash'),
    data: jsonb('data').$type<Record<string, string>>().notNull().default({}),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
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
    usedAt: instant('used_at'),
  },
  (table) => [index('recovery_codes_user_idx').on(table.userId)],
);
