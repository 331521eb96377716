// Makes a backup while the site is in use: decision 150.
import { rm } from 'node:fs/promises';
import { addManifest, type ManifestBody, newId } from './manifest.ts';
import { type Removal, removeOld } from './retention.ts';
import { markBackup } from './running.ts';
import { openStore } from './target.ts';
import type { BackupSite, WorkOptions } from './work.ts';
import { writeParts } from './write-parts.ts';

export interface BackupOptions extends WorkOptions {
  /** How many backups the store holds afterwards, this one included; without it all stay. */
  keep?: number | undefined;
}

export interface CreatedBackup {
  manifest: ManifestBody;
  /** Bytes of files that the store did not have before. */
  newBytes: number;
  /** What was removed afterwards; an Error if the backup is complete and only that has failed. */
  removal: Removal | Error;
}

/**
 * Makes a backup in a folder or at s3://bucket/prefix. Throws WrongUse if there can be none. If it throws or the process
 * ends, there is no new backup.
 */
export async function createBackup(
  site: BackupSite,
  target: string,
  options: BackupOptions = {},
): Promise<CreatedBackup> {
  const startedAt = new Date();
  const store = openStore(site.config, target);
  const id = newId(startedAt);
  const workFolder = await store.makeWorkFolder(id);
  try {
    const marker = await markBackup(store, workFolder, id, options.signal);
    try {
      const { newBytes, ...parts } = await writeParts(site, { ...options, store, id, workFolder });
      const times = { startedAt: startedAt.toISOString(), finishedAt: new Date().toISOString() };
      const manifest: ManifestBody = { format: 1, id, ...times, ...parts };
      await marker.check();
      options.signal?.throwIfAborted();
      await addManifest(store, workFolder, manifest);
      const removal = await removeOld(store, workFolder, id, options.keep)
        .finally(() => marker.end())
        .catch((error: Error) => error); // the store may forbid removals
      return { manifest, newBytes, removal };
    } catch (error) {
      await marker.end().catch(() => {}); // the first error counts; the marker becomes stale
      throw error;
    }
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
}
