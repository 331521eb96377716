import { listBackups, listFiles, readManifest } from './manifest.ts';
import { withRemovalMarker } from './running.ts';
import { type BackupStore, backupFolder, manifestFile, objectName, objectsFolder, unfinishedFolder } from './store.ts';

export interface Removal {
  /** Ids of the backups that were removed. */
  removed: string[];
  /** Whether another backup was running, so that nothing was removed. */
  postponed: boolean;
}

/**
 * Removes what killed backups have left, and with `keep` all complete backups but this number of the newest, and then the
 * files that no backup refers to. `id` is the backup that calls this.
 */
export async function removeOld(
  store: BackupStore,
  workFolder: string,
  id: string,
  keep: number | undefined,
): Promise<Removal> {
  const removed: string[] = [];
  const done = await withRemovalMarker(store, workFolder, id, async () => {
    const { complete, incomplete } = await listBackups(store);
    const old = keep === undefined ? [] : complete.slice(0, -keep);
    for (const one of [...old, ...incomplete].filter((other) => other !== id)) {
      await removeBackup(store, one);
      removed.push(one);
    }
    await store.remove(
      (await namesIn(store, unfinishedFolder)).filter((name) => !name.startsWith(`${unfinishedFolder}${id}/`)),
    );
    if (keep !== undefined) await removeUnreferenced(store);
  });
  return { removed, postponed: !done };
}

const namesIn = (store: BackupStore, folder: string) => Array.fromAsync(store.list(folder), ({ name }) => name);

// The manifest first: from then on the backup does not count.
async function removeBackup(store: BackupStore, id: string) {
  const names = await namesIn(store, backupFolder(id));
  const isManifest = (name: string) => name.endsWith(`/${manifestFile}`);
  await store.remove(names.filter(isManifest));
  await store.remove(names.filter((name) => !isManifest(name)));
}

// A list that cannot be read ends this before anything is removed.
async function removeUnreferenced(store: BackupStore) {
  const referenced = new Set<string>();
  for (const id of (await listBackups(store)).complete) {
    const { files } = await readManifest(store, id);
    for await (const { sha256 } of listFiles(store, files.part)) referenced.add(sha256);
  }
  const batch: string[] = [];
  for await (const { name } of store.list(objectsFolder)) {
    const sha256 = name.split('/').at(-1) ?? '';
    if (name === objectName(sha256) && !referenced.has(sha256)) batch.push(name);
    if (batch.length === batchSize) await store.remove(batch.splice(0));
  }
  await store.remove(batch);
}

const batchSize = 1000;
