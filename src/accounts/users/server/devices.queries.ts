import { and, desc, eq, inArray, lt, notInArray } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import { knownDevices } from './sessions.tables.ts';

// More browsers than anyone uses; above it the least recently used are deleted.
const maxDevices = 20;

export const findDevice = async (db: Db, ids: string[], userId: number): Promise<string | undefined> => {
  const isOwnedByUser = and(inArray(knownDevices.id, ids), eq(knownDevices.userId, userId));
  const { id, lastUsedAt } = knownDevices;
  return (await db.select({ id }).from(knownDevices).where(isOwnedByUser).orderBy(desc(lastUsedAt)).limit(1))[0]?.id;
};

/** Creates a known device, and deletes the account's least recently used ones above `maxDevices`. */
export const createDevice = async (db: Db, userId: number, now: Date): Promise<string> => {
  const [created] = await db
    .insert(knownDevices)
    .values({ userId, lastUsedAt: now })
    .returning({ id: knownDevices.id });
  const isOwnedByUser = eq(knownDevices.userId, userId);
  const newest = db
    .select({ id: knownDevices.id })
    .from(knownDevices)
    .where(isOwnedByUser)
    .orderBy(desc(knownDevices.lastUsedAt), desc(knownDevices.id))
    .limit(maxDevices);
  await db.delete(knownDevices).where(and(isOwnedByUser, notInArray(knownDevices.id, newest)));
  return (created as { id: string }).id; // an insert without conflict returns its row
};

/** Records the use of a device; false if it has been deleted. */
export const touchDevice = async (db: Db, id: string, now: Date): Promise<boolean> => {
  const { rowCount } = await db.update(knownDevices).set({ lastUsedAt: now }).where(eq(knownDevices.id, id));
  return rowCount === 1;
};

export const deleteDevicesUnusedSince = async (db: Db, instant: Date): Promise<void> => {
  await db.delete(knownDevices).where(lt(knownDevices.lastUsedAt, instant));
};
