// Copies a site's files into a store: each content once, under whatever names and in however many backups.
import { rm } from 'node:fs/promises';
import type { ListedFile } from '../files/files.ts';
import { inParallel } from './in-parallel.ts';
import type { BackedUpFile } from './manifest.ts';
import { spool } from './parts.ts';
import { otherKey, type SiteFiles } from './site-files.ts';
import { type BackupStore, backupsFolder, manifestFile, objectName, objectsFolder } from './store.ts';

/** Files that are read or written at a time, because each waits for a disk or a server. */
export const concurrency = 6;

export interface CopyFiles {
  site: SiteFiles;
  store: BackupStore;
  workFolder: string;
  signal: AbortSignal | undefined;
  /** Called with what has been copied or was there already. */
  onFile(file: BackedUpFile, newBytes: number): void;
}

/**
 * Sizes of the objects that a store has, by their SHA-256: about 100 bytes of memory for each. Those of a backup that
 * did not finish are left out if the store may have lost their content: they are written again.
 */
export async function listObjects(store: BackupStore): Promise<Map<string, number>> {
  const flushedMs = store.losesUnflushed ? await findLastManifest(store) : Number.POSITIVE_INFINITY;
  const objects = new Map<string, number>();
  for await (const { name, sizeBytes, modifiedMs } of store.list(objectsFolder))
    if (modifiedMs <= flushedMs) objects.set(name.split('/').at(-1) ?? '', sizeBytes);
  return objects;
}

/** When the last manifest was written, before which its files were flushed. */
async function findLastManifest(store: BackupStore): Promise<number> {
  let lastMs = 0;
  for await (const { name, modifiedMs } of store.list(backupsFolder))
    if (name.endsWith(`/${manifestFile}`)) lastMs = Math.max(lastMs, modifiedMs);
  return lastMs;
}

/**
 * Copies the listed files, in their order. Those that the previous backup has with the same version are not read; those
 * that were removed in the meantime are left out.
 */
export async function* copyFiles(
  listed: AsyncIterable<ListedFile>,
  before: AsyncIterable<BackedUpFile>,
  objects: Map<string, number>,
  options: CopyFiles,
): AsyncGenerator<BackedUpFile> {
  const copy = ([file, last]: [ListedFile, BackedUpFile | undefined]) => copyFile(file, last, objects, options);
  for await (const file of inParallel(besides(listed, before), concurrency, copy)) {
    options.signal?.throwIfAborted();
    if (file) yield file;
  }
}

/** Each listed file with its entry in the previous backup. */
async function* besides(
  listed: AsyncIterable<ListedFile>,
  before: AsyncIterable<BackedUpFile>,
): AsyncGenerator<[ListedFile, BackedUpFile | undefined]> {
  const older = before[Symbol.asyncIterator]();
  let last = await older.next();
  for await (const file of listed) {
    while (!last.done && last.value.key < file.key) last = await older.next();
    yield [file, !last.done && last.value.key === file.key ? last.value : undefined];
  }
  await older.return?.();
}

async function copyFile(
  { key, sizeBytes, version }: ListedFile,
  last: BackedUpFile | undefined,
  objects: Map<string, number>,
  options: CopyFiles,
): Promise<BackedUpFile | undefined> {
  const isUnchanged = version !== undefined && version === last?.version && sizeBytes === last.sizeBytes;
  if (isUnchanged && objects.get(last.sha256) === sizeBytes) {
    options.onFile(last, 0);
    return last;
  }
  const copied = (await addObject(key, objects, options)) ?? (await addOther(key, objects, options));
  if (!copied) return undefined;
  const { newBytes, ...digest } = copied;
  // A file that was written while it was read has another version next time.
  const file = { key, ...digest, ...(version && digest.sizeBytes === sizeBytes && { version }) };
  options.onFile(file, newBytes);
  return file;
}

/** Published or withheld since it was listed: the backup has it under its former key. */
const addOther = async (key: string, objects: Map<string, number>, options: CopyFiles) => {
  const other = otherKey(key);
  return other ? addObject(other, objects, options) : undefined;
};

/** Adds the content of a file to the store, if it is not there; undefined if there is no such file. */
export async function addObject(
  key: string,
  objects: Map<string, number>,
  { site, store, workFolder, signal }: CopyFiles,
): Promise<{ sizeBytes: number; sha256: string; newBytes: number } | undefined> {
  const spooled = await site.read(key, (stream) => spool(stream, workFolder, { compress: false, signal }));
  if (!spooled) return undefined;
  const { path, ...digest } = spooled;
  if (objects.get(digest.sha256) === digest.sizeBytes) {
    await rm(path);
    return { ...digest, newBytes: 0 };
  }
  await store.add(objectName(digest.sha256), path);
  objects.set(digest.sha256, digest.sizeBytes);
  return { ...digest, newBytes: digest.sizeBytes };
}
