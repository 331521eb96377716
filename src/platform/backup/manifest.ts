// A backup counts once its manifest is there, which is written last.
import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseLines } from './lines.ts';
import { atMost, Damaged, type Part, readCompressed } from './parts.ts';
import { isSiteFile } from './site-files.ts';
import { type BackupStore, backupFolder, backupsFolder, manifestFile } from './store.ts';

/** Grows with every change that an older program would misread. */
const format = 1;

const count = z.int().min(0);
// Names of tables, columns and sequences.
const identifier = z.string().regex(/^\w{1,63}$/);
const digest = /^[0-9a-f]{64}$/;
// "backups/20261125T190411123Z-3fa2c1/tables/stories.copy.zst"
const partName = /^backups\/[\w-]+\/(?:tables\/)?\w+(?:\.[a-z]+)+$/;
const PartOf = z.strictObject({
  name: z.string().regex(partName),
  sizeBytes: count,
  sha256: z.string().regex(digest),
});

// They are read into memory.
const maxManifestBytes = 60_000_000;
const maxValues = 100_000;
const maxSecretsBytes = 10_000;

const Body = z.strictObject({
  format: z.literal(format),
  id: z.string(),
  /** Version of the program. */
  program: z.string().regex(/^[\w.+-]{1,50}$/),
  /** Version of PostgreSQL. */
  postgres: z.string(),
  startedAt: z.iso.datetime(),
  /** The instant of the snapshot. */
  snapshotAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** The date of the last migration. */
  schemaVersion: count,
  /** The rows of each table as PostgreSQL's COPY writes them, compressed. */
  tables: z.array(z.strictObject({ name: identifier, columns: z.array(identifier), rows: count, part: PartOf })),
  sequences: z.array(
    z.strictObject({ name: identifier, lastValue: z.string().regex(/^-?\d{1,19}$/), isCalled: z.boolean() }),
  ),
  /** Jobs that wait for their run, one on each line, compressed. */
  jobs: z.strictObject({ count, part: PartOf }),
  /** The stored files, one on each line, compressed. Each is an object of the store, by its SHA-256. */
  files: z.strictObject({ count, sizeBytes: count, part: PartOf }),
  /** Files that rows refer to and that the storage did not have: the first ones, and how many, if there are more. */
  missingFiles: z.array(z.string()),
  missingCount: count.exactOptional(),
  /** AUTH_SECRET and SEAL_KEY, encrypted with a passphrase in the format of age. */
  secrets: PartOf.extend({ sizeBytes: count.max(maxSecretsBytes) }).nullable(),
});

export type ManifestBody = z.infer<typeof Body>;
export interface Manifest extends ManifestBody {
  /** Of the other members as they are written. */
  sha256: string;
}

/** A line of the list of files. */
const FileOf = z.strictObject({
  /** `files/` and the key in the storage, or `outbox/` and the name of a mail. */
  key: z.string().refine(isSiteFile),
  sizeBytes: count,
  sha256: z.string().regex(digest),
  /** As the storage lists it; a file with the same version need not be read again. */
  version: z.string().exactOptional(),
});

export type BackedUpFile = z.infer<typeof FileOf>;

export class NewerFormat extends Error {}

/** Reads the files of a backup. Throws Damaged for a path that leads out of the site's storage, and the like. */
export const listFiles = (store: BackupStore, list: Part): AsyncGenerator<BackedUpFile> =>
  parseLines(readCompressed(store, list), FileOf, list.name);

const manifestName = (id: string) => backupFolder(id) + manifestFile;

/** Such as "20261125T190411123Z-3fa2c1": in the order of time, and no two are the same. */
export const newId = (now: Date): string =>
  `${now.toISOString().replaceAll(/[-:.]/g, '')}-${randomBytes(3).toString('hex')}`;
const idPattern = /^\d{8}T\d{9}Z-[0-9a-f]{6}$/;

const write = (body: object, sha256: string) => `${JSON.stringify({ ...body, sha256 }, null, 1)}\n`;
const hashOf = (body: object) => createHash('sha256').update(JSON.stringify(body)).digest('hex');

export async function addManifest(store: BackupStore, workFolder: string, body: ManifestBody): Promise<void> {
  const path = join(workFolder, manifestFile);
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
  const text = Buffer.concat(await Array.fromAsync(atMost(maxManifestBytes, stream, name))).toString();
  const found = parse(text, name);
  if (found.format !== format)
    throw new NewerFormat(`Backup ${id} was made by a newer News Wing: this one cannot read it.`);
  const { success, data } = Body.safeParse(found);
  if (!success || data.id !== id) throw new Damaged(`${name} is not what News Wing writes.`);
  return data;
}

// What begins a value within others: each may take more than a hundred bytes of memory. Names of missing files have none.
const innerValues = /[[{:]/g;

/** Throws Damaged if a byte has changed, and for what no manifest is: too many values, or nested too deeply to be written. */
function parse(text: string, name: string): { format?: unknown } {
  try {
    if (text.length - text.replaceAll(innerValues, '').length > maxValues) throw new Error('too many values');
    const { sha256: _, ...found } = Object(JSON.parse(text));
    if (write(found, hashOf(found)) === text) return found;
  } catch (cause) {
    throw new Damaged(`${name} has changed.`, { cause });
  }
  throw new Damaged(`${name} has changed.`);
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
