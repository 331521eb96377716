import { eq } from 'drizzle-orm';
import type { Db } from './db.ts';
import type { Setting } from './define-setting.ts';
import { settings } from './settings.tables.ts';

/** The current settings, cached in this process. */
export interface Settings {
  get<T extends string | number>(setting: Setting<T>): T;
  /** Stores a value, or resets it to the default if `undefined`. Takes effect on every node after the commit. */
  set<T extends string | number>(db: Db, setting: Setting<T>, value: T | undefined): Promise<void>;
  /** Reads the settings again. Every node does so on NOTIFY; the node that made the change need not wait for that. */
  read(): Promise<void>;
}

/** Reads the settings. `cache/changes.ts` reads them again when any node has changed one. */
export async function openSettings(db: Db): Promise<Settings> {
  let stored = new Map<string, unknown>();
  let started = 0;
  let applied = 0;
  // Reads overlap and may finish in any order: a result is dropped if a read that started later has been applied.
  const read = async () => {
    started += 1;
    const current = started;
    const rows = await db.select().from(settings);
    if (current < applied) return;
    applied = current;
    stored = new Map(rows.map(({ key, value }) => [key, value]));
  };
  await read();
  return {
    read,
    get(setting) {
      if (!stored.has(setting.key)) return setting.default;
      // An older release may have stored a value that this one does not accept.
      const { data, success } = setting.schema.safeParse(stored.get(setting.key));
      return success ? data : setting.default;
    },
    async set(tx, { key }, value) {
      if (value === undefined) await tx.delete(settings).where(eq(settings.key, key));
      else
        await tx.insert(settings).values({ key, value }).onConflictDoUpdate({ target: settings.key, set: { value } });
    },
  };
}
