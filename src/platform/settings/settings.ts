import { isDeepStrictEqual } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '../database/db.ts';
import type { Setting } from './define-setting.ts';
import { settings } from './settings.tables.ts';

/** The current settings, cached in this process. */
export interface Settings {
  get<T extends string | number>(setting: Setting<T>): T;
  /**
   * Stores a value, or resets it to the default if `undefined`, and returns the previous one. Takes effect on every node
   * after the commit; concurrent changes wait for it.
   */
  set<T extends string | number>(tx: Db, setting: Setting<T>, value: T | undefined): Promise<T>;
  /** Reads the settings again. Every node does so on NOTIFY; the node that made the change need not wait for that. */
  read(): Promise<void>;
  /** Grows with every read that finds other values. */
  version(): number;
}

// Key of the advisory lock; unique in this database.
const changeLock = 6_003;

/** Reads the settings. `cache/invalidation.ts` reads them again when any node has changed one. */
export async function openSettings(db: Db): Promise<Settings> {
  let stored = new Map<string, unknown>();
  let started = 0;
  let applied = 0;
  let version = 0;
  // Reads overlap and may finish in any order: a result is dropped if a read that started later has been applied.
  const read = async () => {
    started += 1;
    const current = started;
    const values = await readAll(db);
    if (current < applied) return;
    applied = current;
    if (!isDeepStrictEqual(values, stored)) version += 1;
    stored = values;
  };
  await read();
  return {
    read,
    version: () => version,
    get: (setting) => effectiveValue(setting, stored),
    async set(tx, setting, value) {
      const { key } = setting;
      await tx.execute(sql`SELECT pg_advisory_xact_lock(${changeLock})`);
      const previous = effectiveValue(setting, await readAll(tx));
      if (value === undefined) await tx.delete(settings).where(eq(settings.key, key));
      else
        await tx.insert(settings).values({ key, value }).onConflictDoUpdate({ target: settings.key, set: { value } });
      return previous;
    },
  };
}

const readAll = async (db: Db) => new Map((await db.select().from(settings)).map(({ key, value }) => [key, value]));

// An older release may have stored a value that this one does not accept.
function effectiveValue<T extends string | number>(setting: Setting<T>, stored: ReadonlyMap<string, unknown>): T {
  if (!stored.has(setting.key)) return setting.default;
  const { data, success } = setting.schema.safeParse(stored.get(setting.key));
  return success ? data : setting.default;
}
