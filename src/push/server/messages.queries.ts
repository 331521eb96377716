import { and, eq, gt, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { users } from '#src/accounts/users/server/accounts.tables.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { CopyState, MessageKind } from '../push.rules.ts';
import type { DeviceRow } from './devices.queries.ts';
import { pushCopies, pushDevices, pushMessages } from './push.tables.ts';

const copies = pushCopies;

export type MessageRow = typeof pushMessages.$inferSelect;

/** Creates the message of a story. Undefined if it has one of this kind. */
export async function createMessage(
  tx: Db,
  message: Omit<typeof pushMessages.$inferInsert, 'id' | 'devices' | 'sent'>,
): Promise<MessageRow | undefined> {
  const [created] = await tx
    .insert(pushMessages)
    .values({ ...message, devices: 0 })
    .onConflictDoNothing()
    .returning();
  return created;
}

/**
 * Creates a copy for each device that subscribes to the message, and stores how many there are. A device gets a story
 * once. With `mayReplace`, a copy that waits, was skipped or has failed becomes one of this message.
 */
export async function createCopies(
  tx: Db,
  { id, storyId, createdAt }: MessageRow,
  wanting: SQL | undefined,
  mayReplace: boolean,
): Promise<number> {
  const taken = mayReplace
    ? sql`DO UPDATE SET message_id = excluded.message_id, state = excluded.state, at = excluded.at
        WHERE ${copies.state} IN ('waiting', 'skipped', 'failed')`
    : sql`DO NOTHING`;
  const { rowCount } = await tx.execute(sql`
    INSERT INTO ${copies} (story_id, device_id, message_id, state, at)
    SELECT ${storyId}, ${pushDevices.id}, ${id}, 'waiting', ${createdAt.toISOString()} FROM ${pushDevices} WHERE ${wanting}
    ON CONFLICT (story_id, device_id) ${taken}`);
  const devices = rowCount ?? 0;
  await tx.update(pushMessages).set({ devices }).where(eq(pushMessages.id, id));
  return devices;
}

export async function findMessage(db: Db, id: number): Promise<MessageRow | undefined> {
  const [row] = await db.select().from(pushMessages).where(eq(pushMessages.id, id));
  return row;
}

/** The message of a story with its sender's name and the states of its copies. */
export async function findSentMessage(db: Db, storyId: number, kind: MessageKind) {
  const count = (states: CopyState[]) => sql<number>`(SELECT count(*)::int FROM ${copies}
    WHERE ${copies.messageId} = ${pushMessages.id} AND ${inArray(copies.state, states)})`;
  const [row] = await db
    .select({
      message: pushMessages,
      by: users.name,
      sent: sql<number>`${pushMessages.sent} + ${count(['sent'])}`,
      open: count(['waiting', 'sending']),
    })
    .from(pushMessages)
    .leftJoin(users, eq(users.id, pushMessages.sentBy))
    .where(and(eq(pushMessages.storyId, storyId), eq(pushMessages.kind, kind)));
  return row;
}

/** Locks the creation of messages against others until the transaction ends. Reading goes on. */
export const lockMessages = (tx: Db) => tx.execute(sql`LOCK TABLE ${pushMessages} IN SHARE ROW EXCLUSIVE MODE`);

/** How many messages of a kind there are since an instant. */
export const countMessages = (db: Db, kind: MessageKind, since: Date): Promise<number> =>
  db.$count(pushMessages, and(eq(pushMessages.kind, kind), gt(pushMessages.createdAt, since)));

const deviceColumns = {
  id: pushDevices.id,
  endpoint: pushDevices.endpoint,
  p256dh: pushDevices.p256dh,
  auth: pushDevices.auth,
  language: pushDevices.language,
  topicIds: pushDevices.topicIds,
  authorIds: pushDevices.authorIds,
  categoryIds: pushDevices.categoryIds,
  subCategoryIds: pushDevices.subCategoryIds,
  quietFrom: pushDevices.quietFrom,
  quietTo: pushDevices.quietTo,
  timeZone: pushDevices.timeZone,
};
export type Recipient = Pick<DeviceRow, keyof typeof deviceColumns>;

/**
 * Locks copies that are due, and their devices, until the transaction ends; also copies that were claimed before `abandoned`.
 * Without those that another process has locked.
 */
export const lockDueCopies = (
  tx: Db,
  messageId: number,
  { now, abandoned }: { now: Date; abandoned: Date },
  most: number,
) =>
  tx
    .select(deviceColumns)
    .from(copies)
    .innerJoin(pushDevices, eq(pushDevices.id, copies.deviceId))
    .where(
      and(
        eq(copies.messageId, messageId),
        sql`(${copies.state} = 'waiting' AND ${copies.at} <= ${now.toISOString()}
          OR ${copies.state} = 'sending' AND ${copies.at} < ${abandoned.toISOString()})`,
      ),
    )
    .orderBy(copies.at, copies.deviceId)
    .limit(most)
    .for('update', { skipLocked: true });

/** How many followed stories each of these devices has got since an instant, other than the one of this message. */
export async function countSent(
  tx: Db,
  deviceIds: number[],
  since: Date,
  besides: number,
): Promise<Map<number, number>> {
  const rows = await tx
    .select({ deviceId: copies.deviceId, sent: sql<number>`count(*)::int` })
    .from(copies)
    .innerJoin(pushMessages, and(eq(pushMessages.id, copies.messageId), eq(pushMessages.kind, 'followed')))
    .where(
      and(
        sql`${copies.deviceId} = ANY(${sql.param(deviceIds)}::integer[])`,
        sql`${copies.at} >= ${since.toISOString()}`,
        inArray(copies.state, ['sending', 'sent']),
        sql`${copies.messageId} <> ${besides}`,
      ),
    )
    .groupBy(copies.deviceId);
  return new Map(rows.map(({ deviceId, sent }) => [deviceId, sent]));
}

export interface CopyChange {
  deviceId: number;
  state: CopyState;
  at: Date;
}

/** Stores the outcome of copies. */
export async function setCopies(tx: Db, messageId: number, changes: readonly CopyChange[]): Promise<void> {
  const given = JSON.stringify(changes.map(({ deviceId, state, at }) => ({ id: deviceId, state, at })));
  await tx.execute(sql`
    UPDATE ${copies} SET state = given.state, at = given.at
    FROM jsonb_to_recordset(${given}::jsonb) AS given (id int, state push_copy_state, at timestamptz)
    WHERE message_id = ${messageId} AND device_id = given.id`);
}

/** Stores the outcome of a claimed copy, unless another process has claimed it since. */
export const endCopy = (db: Db, messageId: number, { deviceId, state, at }: CopyChange, claimedAt: Date) =>
  db
    .update(copies)
    .set({ state, at })
    .where(
      and(
        eq(copies.messageId, messageId),
        eq(copies.deviceId, deviceId),
        eq(copies.state, 'sending'),
        sql`${copies.at} = ${claimedAt.toISOString()}`,
      ),
    );

/** Lets copies that were claimed then, and have not been sent, wait again. */
export const releaseClaims = (db: Db, messageId: number, claimedAt: Date) =>
  db
    .update(copies)
    .set({ state: 'waiting' })
    .where(
      and(eq(copies.messageId, messageId), eq(copies.state, 'sending'), sql`${copies.at} = ${claimedAt.toISOString()}`),
    );

const isOpen = (messageId: number) =>
  and(eq(copies.messageId, messageId), inArray(copies.state, ['waiting', 'sending']));

/** Gives up what has not been sent of a message. */
export const failOpenCopies = (db: Db, messageId: number) =>
  db.update(copies).set({ state: 'failed' }).where(isOpen(messageId));

/** When the next copy of a message is due; undefined if none is open. `abandonedMs` after its claim, one counts as due. */
export async function findNextDue(db: Db, messageId: number, abandonedMs: number): Promise<Date | undefined> {
  const { rows } = await db.execute<{ due: Date | null }>(sql`
    SELECT min(CASE WHEN ${copies.state} = 'sending' THEN ${copies.at} + ${abandonedMs} * interval '1 ms' ELSE ${copies.at} END)
      AS due FROM ${copies} WHERE ${isOpen(messageId)}`);
  const due = rows[0]?.due;
  return due ? new Date(due) : undefined;
}

/** Deletes the copies of messages from before an instant: who has got what. Their number stays. */
export async function deleteOldCopies(tx: Db, before: Date): Promise<void> {
  await tx.execute(sql`
    WITH deleted AS (
      DELETE FROM ${copies} USING ${pushMessages}
      WHERE ${pushMessages.id} = ${copies.messageId} AND ${pushMessages.createdAt} < ${before.toISOString()}
      RETURNING message_id, ${copies.state}),
    sent AS (SELECT message_id, count(*)::int AS sent FROM deleted WHERE state = 'sent' GROUP BY message_id)
    UPDATE ${pushMessages} SET sent = ${pushMessages.sent} + sent.sent FROM sent WHERE ${pushMessages.id} = sent.message_id`);
}

/** Deletes the messages to followers from before an instant, whose stories are no longer sent. */
export const deleteOldMessages = (tx: Db, before: Date) =>
  tx.delete(pushMessages).where(and(eq(pushMessages.kind, 'followed'), lt(pushMessages.createdAt, before)));
