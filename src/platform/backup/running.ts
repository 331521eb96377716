// Backups of a store may run at the same time, on several machines. Each has a marker there while it runs, and so has a
// removal of old files. Each first writes its marker and then looks for others, so that at least one of two sees the
// other: a removal then stops, and a backup waits.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BackupStore } from './store.ts';

const folder = 'running/';
const removal = 'removal-';

const refreshMs = 60_000;
// A marker of this age is of a process that was killed.
const staleMs = 15 * 60_000;
const pollMs = 500;

export interface Marker {
  /** Throws if the marker was removed as stale: files of the backup may have been removed as well. */
  check(): Promise<void>;
  end(): Promise<void>;
}

export interface Markers {
  /** Names of backups and removals that run, without one's own. */
  running: string[];
  stale: string[];
}

/** Marks a backup as running, and waits for a removal that had begun before. */
export async function markBackup(
  store: BackupStore,
  workFolder: string,
  id: string,
  signal: AbortSignal | undefined,
): Promise<Marker> {
  const marker = await mark(store, workFolder, id);
  try {
    while ((await findMarkers(store, [id])).running.some((name) => name.startsWith(removal)))
      await sleep(pollMs, undefined, signal ? { signal } : {});
    return marker;
  } catch (error) {
    await marker.end();
    throw error;
  }
}

/** Calls `remove` unless another backup or removal runs. Returns whether it did. */
export async function withRemovalMarker(
  store: BackupStore,
  workFolder: string,
  id: string,
  remove: (markers: Markers) => Promise<void>,
): Promise<boolean> {
  const own = removal + id;
  const marker = await mark(store, workFolder, own);
  try {
    const markers = await findMarkers(store, [id, own]);
    if (markers.running.length > 0) return false;
    await remove(markers);
    await store.remove(markers.stale.map((name) => folder + name));
    return true;
  } finally {
    await marker.end();
  }
}

async function mark(store: BackupStore, workFolder: string, name: string): Promise<Marker> {
  const write = async () => {
    const path = join(workFolder, `marker-${name}`);
    await writeFile(path, '');
    await store.add(folder + name, path);
  };
  await write();
  let refresh = Promise.resolve();
  const timer = setInterval(() => {
    refresh = write().catch(() => {}); // the next one replaces it; after a long time without any, `check` throws
  }, refreshMs).unref();
  return {
    async check() {
      for await (const entry of store.list(folder)) if (entry.name === folder + name) return;
      throw new Error(
        'The backup was interrupted for too long: another has removed old files meanwhile. Run it again.',
      );
    },
    async end() {
      clearInterval(timer);
      await refresh;
      await store.remove([folder + name]);
    },
  };
}

// Ages are relative to the newest marker, one's own, which was written just now: only the store's clock counts.
async function findMarkers(store: BackupStore, own: string[]): Promise<Markers> {
  const entries = await Array.fromAsync(store.list(folder), ({ name, modifiedMs }) => ({
    name: name.slice(folder.length),
    modifiedMs,
  }));
  const now = Math.max(...entries.map(({ modifiedMs }) => modifiedMs));
  const others = entries.filter(({ name }) => !own.includes(name));
  const isStale = ({ modifiedMs }: { modifiedMs: number }) => now - modifiedMs > staleMs;
  return {
    running: others.filter((entry) => !isStale(entry)).map(({ name }) => name),
    stale: others.filter(isStale).map(({ name }) => name),
  };
}
