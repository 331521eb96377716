// A backup counts once its manifest is there, which is written last.
import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { fromLines } from './lines.ts';
import { Damaged, type Part, readCompressed } from './parts.ts';
import { type BackupStore, backupFolder, backupsFolder } from './store.ts';

/** Grows with every change that an older program would misread. */
const format = 1;

const count = z.number().int().min(0);
const digest = /^[0-9a-f]{64}$/;
// "backups/20261125T190411123Z-3fa2c1/tables/stories.copy.zst"
const partName = /^backups\/[\w-]+\/(?:tables\/)?\w+(?:\.[a-z]+)+$/;
const PartOf = z.strictObject({
  name: z.string().regex(partName),
  sizeBytes: count,
  sha256: z.string().regex(digest),
});

const Body = z.strictObject({
  format: z.literal(format),
  id: z.string(),
  /** Version of the program. */
  program: z.string(),
  /** Version of PostgreSQL. */
  postgres: z.string(),
  startedAt: z.iso.datetime(),
  /** The instant that the rows are of. */
  snapshotAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** The date of the last migration. */
  schemaVersion: count,
  /** The rows of each table as PostgreSQL's COPY writes them, compressed. */
  tables: z.array(z.strictObject({ name: z.string(), columns: z.array(z.string()), rows: count, part: PartOf })),
  sequences: z.array(z.strictObject({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
  /** Jobs that wait for their run, one on each line, compressed. */
  jobs: z.strictObject({ count, part: PartOf }),
  /** The stored files, one on each line, compressed. Each is an object of the store, by its SHA-256. */
  files: z.strictObject({ count, sizeBytes: count, part: PartOf }),
  /** Files that rows refer to and that the storage did not have. */
  missingFiles: z.array(z.string()),
  /** AUTH_SECRET and SEAL_KEY, encrypted with a passphrase in the format of age. */
  secrets: PartOf.nullable(),
});

export type ManifestBody = z.infer<typeof Body>;
export interface Manifest extends ManifestBody {
  /** Of the other members as they are written. */
  sha256: string;
}

/** A line of the list of files. */
export interface BackedUpFile {
  /** `files/` and the key in the storage, or `outbox/` and the name of a mail. */
  key: string;
  sizeBytes: number;
  sha256: string;
  /** As the storage lists it; a file with the same version need not be read again. */
  version?: string;
}

export class NewerFormat extends Error {}

/**
 * Reads the files of a backup. Throws Damaged for a name that no backup has: whoever can write to the store could
 * otherwise have a restore write anywhere.
 */
export async function* listFiles(store: BackupStore, list: Part): AsyncGenerator<BackedUpFile> {
  for await (const file of fromLines<BackedUpFile>(readCompressed(store, list))) {
    const names = file.key.split('/');
    if (names.includes('..') || !fileFolders.includes(names[0] ?? '') || !digest.test(file.sha256))
      throw new Damaged(`${list.name} has a file that no backup has: ${file.key}.`);
    yield file;
  }
}

const fileFolders = ['files', 'outbox'];

const manifestName = (id: string) => `${backupFolder(id)}manifest.json`;

/** Such as "20261125T190411123Z-3fa2c1": in the order of time, and no two are the same. */
export const newId = (now: Date): string =>
  `${now.toISOString().replaceAll(/[-:.]/g, '')}-${randomBytes(3).toString('hex')}`;
const idPattern = /^\d{8}T\d{9}Z-[0-9a-f]{6}$/;

const write = (body: object, sha256: string) => `${JSON.stringify({ ...body, sha256 }, null, 1)}\n`;
const hashOf = (body: object) => createHash('sha256').update(JSON.stringify(body)).digest('hex');

export async function addManifest(store: BackupStore, workFolder: string, body: ManifestBody): Promise<void> {
  const path = join(workFolder, 'manifest.json');
  await writeFile(path, write(body, hashOf(body)), { mode: 0o600 });
  await store.flush();
  await store.add(manifestName(body.id), path);
  await store.flush();
}

/** Reads a manifest. Throws Damaged if a byte of it has changed, and NewerFormat if this program cannot read it. */
export async function readManifest(store: BackupStore, id: string): Promise<ManifestBody> {
  const name = manifestName(id);
  const stream = await store.read(name);
  if (!stream) throw new Damaged(`${name} is missing.`);
  const text = Buffer.concat(await stream.toArray()).toString();
  const { sha256: _, ...found } = parse(text, name);
  if (write(found, hashOf(found)) !== text) throw new Damaged(`${name} has changed.`);
  if (found.format !== format)
    throw new NewerFormat(`Backup ${id} was made by a newer News Wing: this one cannot read it.`);
  return Body.parse(found);
}

function parse(text: string, name: string): { sha256?: unknown; format?: unknown } {
  try {
    return Object(JSON.parse(text));
  } catch (cause) {
    throw new Damaged(`${name} has changed.`, { cause });
  }
}

/** The ids of backups, the oldest first: those that have a manifest, and those that have not or not yet. */
export async function listBackups(store: BackupStore): Promise<{ complete: string[]; incomplete: string[] }> {
  const ids = new Set<string>();
  const complete = new Set<string>();
  for await (const { name } of store.list(backupsFolder)) {
    const id = name.split('/')[1] ?? '';
    if (!idPattern.test(id)) continue;
    ids.add(id);
    if (name === manifestName(id)) complete.add(id);
  }
  const sorted = [...ids].sort();
  return { complete: sorted.filter((id) => complete.has(id)), incomplete: sorted.filter((id) => !complete.has(id)) };
}

/** The id of the backup to read: the named one, or the newest. */
export async function chooseBackup(store: BackupStore, wanted: string | undefined): Promise<string> {
  const { complete } = await listBackups(store);
  const id = wanted ?? complete.at(-1);
  if (id && complete.includes(id)) return id;
  throw new Error(
    wanted ? `There is no backup ${wanted} in ${store.address}.` : `There is no backup in ${store.address}.`,
  );
}
