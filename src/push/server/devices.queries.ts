import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import { pushDevices } from './push.tables.ts';

export type DeviceRow = typeof pushDevices.$inferSelect;
export type NewDevice = Omit<typeof pushDevices.$inferInsert, 'id'>;

export async function findDevice(db: Db, endpoint: string): Promise<DeviceRow | undefined> {
  const [row] = await db.select().from(pushDevices).where(eq(pushDevices.endpoint, endpoint));
  return row;
}

/** Stores a device, or what has changed of it. */
export async function saveDevice(tx: Db, { createdAt, ...device }: NewDevice): Promise<void> {
  const { endpoint: _, ...changes } = device;
  await tx
    .insert(pushDevices)
    .values({ ...device, createdAt })
    .onConflictDoUpdate({ target: pushDevices.endpoint, set: changes });
}

/** Gives a device its new endpoint and keys. False if the former one is not known. */
export async function moveDevice(
  tx: Db,
  from: string,
  to: Pick<DeviceRow, 'endpoint' | 'p256dh' | 'auth' | 'updatedAt'>,
): Promise<boolean> {
  if (from === to.endpoint || !(await findDevice(tx, from))) return false;
  // Another row with the new endpoint is this browser too.
  await tx.delete(pushDevices).where(eq(pushDevices.endpoint, to.endpoint));
  const { rowCount } = await tx.update(pushDevices).set(to).where(eq(pushDevices.endpoint, from));
  return rowCount === 1;
}

export const deleteDevice = (db: Db, endpoint: string) =>
  db.delete(pushDevices).where(eq(pushDevices.endpoint, endpoint));

/** Deletes a device by its id, unless its browser has renewed the endpoint meanwhile. */
export const deleteGone = (db: Db, { id, endpoint }: Pick<DeviceRow, 'id' | 'endpoint'>) =>
  db.delete(pushDevices).where(and(eq(pushDevices.id, id), eq(pushDevices.endpoint, endpoint)));

export const listDevicesOf = (db: Db, userId: number): Promise<DeviceRow[]> =>
  db.select().from(pushDevices).where(eq(pushDevices.userId, userId)).orderBy(asc(pushDevices.id));

export const deleteDevicesOf = (tx: Db, userId: number) => tx.delete(pushDevices).where(eq(pushDevices.userId, userId));

/** How many devices subscribe to breaking news in this language; in any, if undefined. Without those that have got this story. */
export async function countForBreaking(db: Db, storyId: number, language: string | undefined): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM ${pushDevices} WHERE ${wantsBreaking(language)} AND NOT EXISTS (
      SELECT FROM push_copies WHERE story_id = ${storyId} AND device_id = ${pushDevices.id} AND state IN ('sending', 'sent'))`);
  return rows[0]?.count ?? 0;
}

const inLanguage = (language: string | undefined) =>
  language === undefined ? undefined : eq(pushDevices.language, language);

/** Condition on a device: it subscribes to breaking news in this language; in any, if undefined. */
export const wantsBreaking = (language: string | undefined) =>
  and(eq(pushDevices.breaking, true), inLanguage(language));

/** What a story belongs to. */
export interface FollowedIds {
  topicIds: number[];
  authorIds: number[];
  categoryIds: number[];
  subCategoryIds: number[];
}

const integers = (ids: readonly number[]) => sql`${sql.param(ids)}::integer[]`;

/** Condition on a device: it follows one of these, in this language; in any, if undefined. */
export const wantsOneOf = (ids: FollowedIds, language: string | undefined) =>
  and(
    sql`(${pushDevices.topicIds} && ${integers(ids.topicIds)} OR ${pushDevices.authorIds} && ${integers(ids.authorIds)}
      OR ${pushDevices.categoryIds} && ${integers(ids.categoryIds)}
      OR ${pushDevices.subCategoryIds} && ${integers(ids.subCategoryIds)})`,
    inLanguage(language),
  );
