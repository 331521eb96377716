import { boolean, index, integer, pgEnum, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { timestamptz, users } from '#src/accounts/users/server/accounts.tables.ts';
import { stories } from '#src/news/schema/server/stories.tables.ts';
import { copyStates, messageKinds } from '../push.rules.ts';

export const pushMessageKind = pgEnum('push_message_kind', messageKinds);
export const pushCopyState = pgEnum('push_copy_state', copyStates);

/** A browser that has asked for notifications, and what it subscribes to. Deleted when the reader ends it or its service does. */
export const pushDevices = pgTable(
  'push_devices',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** Its address at the push service of its browser. With it and our key, anyone can send there. */
    endpoint: text('endpoint').notNull().unique('push_devices_endpoint_key'),
    /** Public key and secret of the browser, with which messages to it are encrypted (RFC 8291). */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    /** Of its reader, if he was logged in when he asked for it. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    language: text('language').notNull(),
    breaking: boolean('breaking').notNull(),
    topicIds: integer('topic_ids').array().notNull(),
    authorIds: integer('author_ids').array().notNull(),
    categoryIds: integer('category_ids').array().notNull(),
    subCategoryIds: integer('sub_category_ids').array().notNull(),
    /** Such as 22:00, in its time zone. */
    quietFrom: text('quiet_from').notNull(),
    quietTo: text('quiet_to').notNull(),
    timeZone: text('time_zone').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    updatedAt: timestamptz('updated_at').notNull(),
  },
  (table) => [
    index('push_devices_wanted_idx').using(
      'gin',
      table.topicIds,
      table.authorIds,
      table.categoryIds,
      table.subCategoryIds,
    ),
    index('push_devices_user_idx').on(table.userId),
  ],
);

/** What is sent of a story: once to those who follow it, and once as breaking news. */
export const pushMessages = pgTable(
  'push_messages',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    storyId: integer('story_id')
      .notNull()
      .references(() => stories.id, { onDelete: 'cascade' }),
    kind: pushMessageKind('kind').notNull(),
    /** As the editor wrote them; null for the story's own. */
    title: text('title'),
    body: text('body'),
    sentBy: integer('sent_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamptz('created_at').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    /** For how many devices it is. */
    devices: integer('devices').notNull(),
    /** How many had been sent when the copies were deleted. */
    sent: integer('sent').notNull().default(0),
  },
  (table) => [
    unique('push_messages_key').on(table.storyId, table.kind),
    index('push_messages_created_idx').on(table.createdAt),
    index('push_messages_sender_idx').on(table.sentBy),
  ],
);

/** A message for one device, of each story at most one. Written before it is sent, deleted after some days. */
export const pushCopies = pgTable(
  'push_copies',
  {
    storyId: integer('story_id')
      .notNull()
      .references(() => stories.id, { onDelete: 'cascade' }),
    deviceId: integer('device_id')
      .notNull()
      .references(() => pushDevices.id, { onDelete: 'cascade' }),
    messageId: integer('message_id')
      .notNull()
      .references(() => pushMessages.id, { onDelete: 'cascade' }),
    state: pushCopyState('state').notNull(),
    /** When it is due (waiting), was claimed (sending), or got its state. */
    at: timestamptz('at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'push_copies_pkey', columns: [table.storyId, table.deviceId] }),
    index('push_copies_device_idx').on(table.deviceId, table.at),
    index('push_copies_message_idx').on(table.messageId, table.state, table.at),
  ],
);
