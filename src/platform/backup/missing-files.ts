// Files that the snapshot's rows refer to and that were not copied.
import type { Client } from 'pg';
import type { FileReferences } from '../files/file-references.ts';
import { addObject, type CopyFiles } from './copy-files.ts';
import { subtract } from './lines.ts';
import type { BackedUpFile, ManifestBody } from './manifest.ts';
import { otherKey } from './site-files.ts';
import { allReferences } from './snapshot.ts';

const storage = 'files/';

/** The keys among `references` that no copied file has, nor its other key. All are in the order of their keys' bytes. */
export function findMissing(
  references: AsyncIterable<string>,
  copied: () => AsyncIterable<BackedUpFile>,
): AsyncIterable<string> {
  const keys = async function* () {
    for await (const { key } of copied()) if (key.startsWith(storage)) yield key.slice(storage.length);
  };
  // The other keys of withheld files are in the order of the withheld ones.
  const published = async function* () {
    for await (const { key } of copied()) {
      const other = key.startsWith(`${storage}withheld/`) ? otherKey(key) : undefined;
      if (other) yield other.slice(storage.length);
    }
  };
  const keyOf = (key: string) => key;
  return subtract(subtract(references, keys(), keyOf), published(), keyOf);
}

/**
 * Looks once more for files that were moved while the storage was listed, and adds them to `found`. Returns the references
 * whose files are missing.
 */
export async function* copyLate(
  missing: AsyncIterable<string>,
  objects: Map<string, number>,
  { found, ...options }: CopyFiles & { found: BackedUpFile[] },
): AsyncGenerator<string> {
  for await (const reference of missing) {
    const key = storage + reference;
    const other = otherKey(key);
    const object =
      (await addObject(key, objects, options)) ?? (other ? await addObject(other, objects, options) : undefined);
    if (!object) {
      yield reference;
      continue;
    }
    const file = { key, sizeBytes: object.sizeBytes, sha256: object.sha256 };
    options.onFile(file, object.newBytes);
    found.push(file);
  }
}

/** The most missing files whose names are stored and shown. */
const mostNames = 1000;

/**
 * Those of these files that rows still refer to: the others have been removed meanwhile, on purpose. A storage may have
 * lost millions, so they are looked for in batches, and counted.
 */
export async function namesOfMissing(
  missing: AsyncIterable<string>,
  stillReferenced: (keys: string[]) => Promise<string[]>,
): Promise<Pick<ManifestBody, 'missingFiles' | 'missingCount'>> {
  const names: string[] = [];
  let count = 0;
  for await (const keys of inBatches(missing, mostNames)) {
    const lost = await stillReferenced(keys);
    count += lost.length;
    names.push(...lost.slice(0, mostNames - names.length));
  }
  return { missingFiles: names, ...(count > names.length && { missingCount: count }) };
}

/** How many files a backup lacks. */
export const countOfMissing = ({ missingFiles, missingCount }: ManifestBody): number =>
  missingCount ?? missingFiles.length;

async function* inBatches<T>(values: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const value of values) {
    batch.push(value);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

export async function stillReferenced(
  client: Client,
  references: readonly FileReferences[],
  keys: string[],
): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(
    `SELECT key FROM (${allReferences(references)}) AS files WHERE key = ANY($1) ORDER BY key`,
    [keys],
  );
  return rows.map(({ key }) => key);
}
