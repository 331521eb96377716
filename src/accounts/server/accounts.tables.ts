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
  uuid,
} from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const roleType = pgEnum('role', ['reader', 'editor', 'admin']);

export const users = pgTable(
  'users',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    /** Day of birth; unknown for the first admin. */
    dob: date('dob'),
    /** "+", country code, number. */
    mobile: text('mobile'),
    passwordHash: text('password_hash').notNull(),
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
    /** A secret that has not been confirmed with a code yet; sealed. */
    totpPending: bytea('totp_pending'),
    /** Time step of the last code that was accepted: none serves twice. */
    totpLastStep: integer('totp_last_step'),
    wantsReminders: boolean('wants_reminders').notNull().default(true),
    disabledAt: instant('disabled_at'),
    /** The person has left; the row stays for what the law or the archive must keep, without the person's data. */
    deletedAt: instant('deleted_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('users_email_key').on(sql`lower(${table.email})`)],
);

/** What a login was for: rights of the newsroom come only with an admin login. */
export const sessionKind = pgEnum('session_kind', ['user', 'admin']);

export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: sessionKind('kind').notNull(),
    device: text('device').notNull(),
    address: text('address').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
    /** When the owner last gave his password; dangerous acts want that to be recent. */
    confirmedAt: instant('confirmed_at').notNull(),
  },
  (table) => [index('sessions_user_id_idx').on(table.userId)],
);

export const linkPurpose = pgEnum('link_purpose', ['reset_password', 'take_email_back', 'guardian_consent']);

/** Links that were mailed and serve once. Only a hash of the token is kept. */
export const accountLinks = pgTable(
  'account_links',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: linkPurpose('purpose').notNull(),
    tokenHash: text('token_hash').notNull(),
    data: jsonb('data').$type<Record<string, string>>().notNull().default({}),
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
