import { eq } from 'drizzle-orm';
import type { Db } from './db.ts';
import type { Setting } from './define-setting.ts';
import { settings } from './settings.tables.ts';

/** The settings in force on this node. */
export interface Settings {
  get<T extends string | number>(setting: Setting<T>): T;
  /** Keeps a value, or goes back to the default for `undefined`; in force on every node when the transaction commits. */
  set<T extends string | number>(db: Db, setting: Setting<T>, value: T | undefined): Promise<void>;
  /** Reads what is set. Every node hears of a change by itself; the one that made it need not wait for the word. */
  read(): Promise<void>;
}

/** Reads what is set; `cache/changes.ts` has it read again when any node has changed it. */
export async function openSettings(db: Db): Promise<Settings> {
  let stored = new Map<string, unknown>();
  const read = async () => {
    stored = new Map((await db.select().from(settings)).map(({ key, value }) => [key, value]));
  };
  await read();
  return {
    read,
    get(setting) {
      if (!stored.has(setting.key)) return setting.default;
      // An older release may have kept what this one does not accept.
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
