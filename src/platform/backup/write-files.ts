// The files of a backup: objects of the store, and the list that says which object each of them is.
import { createReadStream } from 'node:fs';
import type { ListedFile } from '../files/files.ts';
import { type CopyFiles, copyFiles, listObjects } from './copy-files.ts';
import { fromLines, mergeByKey, readLines, toLines } from './lines.ts';
import { type BackedUpFile, listBackups, listFiles, type ManifestBody, NewerFormat, readManifest } from './manifest.ts';
import { copyLate, findMissing, namesOfMissing, stillReferenced } from './missing-files.ts';
import { checkPart, Damaged, type Part, spool } from './parts.ts';
import type { SiteFiles } from './site-files.ts';
import { connect } from './snapshot.ts';
import type { BackupStore } from './store.ts';
import { addPart, type BackupSite, type Spooled, type Work } from './work.ts';

/** The site's files at one instant. */
export interface Listing {
  file: Spooled;
  count: number;
}

export async function spoolListing(files: SiteFiles, { workFolder, signal }: Work): Promise<Listing> {
  let count = 0;
  const counted = async function* () {
    for await (const file of files.list()) {
      count += 1;
      yield file;
    }
  };
  return { file: await spool(toLines(counted()), workFolder, { compress: false, signal }), count };
}

const linesOf = <T>({ path }: Spooled) => fromLines<T>(createReadStream(path));

/** `references` is the sorted list of the keys that rows refer to, if they are known. */
export async function copySiteFiles(
  site: BackupSite,
  files: SiteFiles,
  listing: Listing,
  references: Spooled | undefined,
  work: Work,
): Promise<Pick<ManifestBody, 'files' | 'missingFiles' | 'missingCount'> & { newBytes: number }> {
  const { store, workFolder, signal } = work;
  const objects = await listObjects(store);
  let [done, sizeBytes, newBytes] = [0, 0, 0];
  const options: CopyFiles = {
    site: files,
    store,
    workFolder,
    signal,
    onFile(file, added) {
      done += 1;
      sizeBytes += file.sizeBytes;
      newBytes += added;
      work.onProgress?.({ step: 'Copying files', done, total: listing.count });
    },
  };
  const copying = copyFiles(linesOf<ListedFile>(listing.file), filesBefore(store), objects, options);
  const copied = await spool(toLines(copying), workFolder, { compress: false, signal });

  const copiedFiles = () => linesOf<BackedUpFile>(copied);
  const missing = references
    ? findMissing(readLines(createReadStream(references.path)), copiedFiles)
    : (async function* () {})();
  const found: BackedUpFile[] = [];
  const lost = await withoutRemoved(site, copyLate(missing, objects, { ...options, found }));

  const all = mergeByKey(copiedFiles(), found);
  const list = await spool(toLines(all), workFolder, { compress: true, signal });
  return {
    files: { count: done, sizeBytes, part: await addPart(work, 'files.jsonl.zst', list) },
    ...lost,
    newBytes,
  };
}

/** The files of the newest backup; none if there is no backup, or if it cannot be read: then all files are read. */
async function* filesBefore(store: BackupStore): AsyncGenerator<BackedUpFile> {
  const id = (await listBackups(store)).complete.at(-1);
  const list = id && (await findList(store, id));
  if (list) yield* listFiles(store, list);
}

async function findList(store: BackupStore, id: string): Promise<Part | undefined> {
  try {
    const { files } = await readManifest(store, id);
    await checkPart(store, files.part);
    return files.part;
  } catch (error) {
    if (error instanceof Damaged || error instanceof NewerFormat) return undefined;
    throw error;
  }
}

async function withoutRemoved({ databaseUrl, references }: BackupSite, missing: AsyncIterable<string>) {
  const client = await connect(databaseUrl, () => {}); // the query reports it
  try {
    return await namesOfMissing(missing, (keys) => stillReferenced(client, references, keys));
  } finally {
    await client.end();
  }
}
