import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core';
import { copyStates, frequencies, issueStates, subscriptionStates } from '../newsletters.rules.ts';

export const newsletterFrequency = pgEnum('newsletter_frequency', frequencies);
export const newsletterIssueState = pgEnum('newsletter_issue_state', issueStates);
export const newsletterCopyState = pgEnum('newsletter_copy_state', copyStates);
export const newsletterSubscriptionState = pgEnum('newsletter_subscription_state', subscriptionStates);

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

export const newsletters = pgTable('newsletters', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  language: text('language').notNull(),
  /** Slug of the section that it is about; empty for the whole paper. No reference: an issue without stories is skipped. */
  section: text('section').notNull(),
  /** Slug of the topic that it is about instead, also a former one; empty for none. */
  topic: text('topic').notNull().default(''),
  frequency: newsletterFrequency('frequency').notNull(),
  /** Of a weekly newsletter: 0 for Sunday. */
  weekday: smallint('weekday').notNull(),
  /** In India, such as 07:30. */
  time: text('time').notNull(),
  stories: smallint('stories').notNull(),
  /** Whether readers are offered it and issues are composed. */
  active: boolean('active').notNull(),
});

/** Who gets a newsletter. Deleted some time after it has ended. */
export const newsletterSubscriptions = pgTable(
  'newsletter_subscriptions',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    newsletterId: integer('newsletter_id')
      .notNull()
      .references(() => newsletters.id, { onDelete: 'cascade' }),
    /** In lower case. */
    email: text('email').notNull(),
    state: newsletterSubscriptionState('state').notNull(),
    /** SHA-256 of the token in the link that a version before 2026-12 has mailed. No longer written. */
    tokenHash: text('token_hash'),
    requestedAt: instant('requested_at').notNull(),
    confirmedAt: instant('confirmed_at'),
    endedAt: instant('ended_at'),
    /** Permanent refusals by the mail server since the last copy that it took. */
    refusals: smallint('refusals').notNull().default(0),
  },
  (table) => [
    unique('newsletter_subscriptions_key').on(table.newsletterId, table.email),
    index('newsletter_subscriptions_email_idx').on(table.email),
    index('newsletter_subscriptions_token_idx').on(table.tokenHash).where(sql`${table.tokenHash} IS NOT NULL`),
  ],
);

export const newsletterIssues = pgTable(
  'newsletter_issues',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    newsletterId: integer('newsletter_id')
      .notNull()
      .references(() => newsletters.id, { onDelete: 'cascade' }),
    /** In India. */
    day: date('day').notNull(),
    dueAt: instant('due_at').notNull(),
    state: newsletterIssueState('state').notNull(),
    /** Number of the version that it has. */
    version: integer('version').notNull(),
    subject: text('subject').notNull(),
    intro: text('intro').notNull(),
    storyIds: integer('story_ids').array().notNull(),
    sentAt: instant('sent_at'),
    /** How many copies there were, stored when it ends, as are the next two: the copies themselves are deleted. */
    copies: integer('copies'),
    delivered: integer('delivered'),
    failed: integer('failed'),
  },
  (table) => [
    unique('newsletter_issues_key').on(table.newsletterId, table.day),
    index('newsletter_issues_due_idx').on(table.dueAt).where(sql`${table.state} = 'draft'`),
  ],
);

/** Every version that an issue has had: the composed one, and each save of an editor. */
export const newsletterIssueVersions = pgTable(
  'newsletter_issue_versions',
  {
    issueId: integer('issue_id')
      .notNull()
      .references(() => newsletterIssues.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    subject: text('subject').notNull(),
    intro: text('intro').notNull(),
    storyIds: integer('story_ids').array().notNull(),
    /** Empty for the composed one. */
    savedBy: text('saved_by').notNull(),
    savedAt: instant('saved_at').notNull(),
  },
  (table) => [primaryKey({ name: 'newsletter_issue_versions_pkey', columns: [table.issueId, table.version] })],
);

/** A copy of an issue for one subscription. */
export const newsletterCopies = pgTable(
  'newsletter_copies',
  {
    issueId: integer('issue_id')
      .notNull()
      .references(() => newsletterIssues.id, { onDelete: 'cascade' }),
    subscriptionId: integer('subscription_id')
      .notNull()
      .references(() => newsletterSubscriptions.id, { onDelete: 'cascade' }),
    state: newsletterCopyState('state').notNull(),
    /** When it got this state. */
    at: instant('at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'newsletter_copies_pkey', columns: [table.issueId, table.subscriptionId] }),
    index('newsletter_copies_open_idx').on(table.issueId).where(sql`${table.state} IN ('waiting', 'sending')`),
    index('newsletter_copies_subscription_idx').on(table.subscriptionId),
  ],
);

/** How the readers of a newsletter changed within a month in India. Nothing about who they are. */
export const newsletterMonths = pgTable(
  'newsletter_months',
  {
    newsletterId: integer('newsletter_id')
      .notNull()
      .references(() => newsletters.id, { onDelete: 'cascade' }),
    /** Its first day. */
    month: date('month').notNull(),
    joined: integer('joined').notNull().default(0),
    left: integer('left').notNull().default(0),
    /** Whose subscription has ended because their mail server refused its copies. */
    refused: integer('refused').notNull().default(0),
  },
  (table) => [primaryKey({ name: 'newsletter_months_pkey', columns: [table.newsletterId, table.month] })],
);
