import { and, desc, eq, lt, notInArray } from 'drizzle-orm';
import type { Db } from '#src/platform/db.ts';
import { knownDevices } from './sessions.tables.ts';

// More browsers than anybody uses; the ones that were used longest ago become unknown.
const mostDevices = 20;

export const findDevice = async (db: Db, id: string, userId: number): Promise<string | undefined> => {
  const own = and(eq(knownDevices.id, id), eq(knownDevices.userId, userId));
  return (await db.select({ id: knownDevices.id }).from(knownDevices).where(own))[0]?.id;
};

/** Makes a browser known, and its account's oldest ones unknown when there are too many. */
export const createDevice = async (db: Db, userId: number, now: Date): Promise<string> => {
  const [created] = await db
    .insert(knownDevices)
    .values({ userId, lastUsedAt: now })
    .returning({ id: knownDevices.id });
  const own = eq(knownDevices.userId, userId);
  const newest = db
    .select({ id: knownDevices.id })
    .from(knownDevices)
    .where(own)
    .orderBy(desc(knownDevices.lastUsedAt), desc(knownDevices.id))
    .limit(mostDevices);
  await db.delete(knownDevices).where(and(own, notInArray(knownDevices.id, newest)));
  return (created as { id: string }).id; // an insert without conflict returns its row
};

/** Notes that a browser was used; false when it is no longer known. */
export const touchDevice = async (db: Db, id: string, now: Date): Promise<boolean> => {
  const { rowCount } = await db.update(knownDevices).set({ lastUsedAt: now }).where(eq(knownDevices.id, id));
  return rowCount === 1;
};

export const deleteDevicesUnusedSince = async (db: Db, instant: Date): Promise<void> => {
  await db.delete(knownDevices).where(lt(knownDevices.lastUsedAt, instant));
};
