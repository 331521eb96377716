// What the steps of a backup have in common.
import type { Config } from '../config.ts';
import type { FileReferences } from '../files/file-references.ts';
import type { Part } from './parts.ts';
import type { OnProgress } from './progress.ts';
import { type BackupStore, backupFolder } from './store.ts';

/** A site, running or not. Its database is running. */
export interface BackupSite {
  config: Config;
  databaseUrl: string;
  /** The project's root folder. */
  root: string;
  /** What the rows of all slices refer to. */
  references: readonly FileReferences[];
}

export interface WorkOptions {
  /** Without it the secrets are not in the backup. */
  passphrase?: string | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: OnProgress | undefined;
  /** Called while the snapshot is open, with its id: another connection can read the same rows. */
  withSnapshot?: ((snapshotId: string) => Promise<void>) | undefined;
}

/** A backup that is being made. */
export interface Work extends WorkOptions {
  store: BackupStore;
  id: string;
  /** For files until they are added to the store. */
  workFolder: string;
}

/** A file in the work folder. */
export interface Spooled extends Omit<Part, 'name'> {
  path: string;
}

/** Moves a file of the work folder to its place among the parts of the backup. */
export async function addPart({ store, id }: Work, name: string, { path, ...digest }: Spooled): Promise<Part> {
  const part = { name: backupFolder(id) + name, ...digest };
  await store.add(part.name, path);
  return part;
}
