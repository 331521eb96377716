import type { Readable } from 'node:stream';

/** A file in a store of backups. */
export interface StoreEntry {
  /** Relative to the store, with slashes. */
  name: string;
  sizeBytes: number;
  /** By the clock of the store. */
  modifiedMs: number;
}

/** Where backups are: a folder, or a part of a bucket. */
export interface BackupStore {
  /** As the operator wrote it. */
  address: string;
  /** All files whose name begins with `folder`, which ends with a slash. */
  list(folder: string): AsyncIterable<StoreEntry>;
  /** Undefined if there is no such file. */
  read(name: string): Promise<Readable | undefined>;
  /** Makes a local folder for the files of a backup until they are added. */
  makeWorkFolder(id: string): Promise<string>;
  /** Moves a local file into the store, atomically: nobody sees a part of it. */
  add(name: string, path: string): Promise<void>;
  /** Waits until the files that were added would survive a power cut. */
  flush(): Promise<void>;
  /** Whether a power cut before that may leave files without their content. */
  losesUnflushed: boolean;
  remove(names: string[]): Promise<void>;
}

/** Files with these contents, once for all backups. */
export const objectsFolder = 'objects/';
export const objectName = (sha256: string): string => `${objectsFolder}${sha256.slice(0, 2)}/${sha256}`;

/** Files that are being written into a store that is a folder. */
export const unfinishedFolder = 'unfinished/';

export const backupsFolder = 'backups/';
export const backupFolder = (id: string): string => `${backupsFolder}${id}/`;

/** Written last into the folder of a backup. */
export const manifestFile = 'manifest.json';

/** Thrown when the operator has to write the command in another way. */
export class WrongUse extends Error {}
