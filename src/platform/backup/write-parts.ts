// All parts of a backup but its manifest.
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import type { Config } from '../config.ts';
import { findVersion, newestVersion, requireKnownVersion } from '../database/schema-version.ts';
import { openFiles } from '../files/files.ts';
import type { ManifestBody } from './manifest.ts';
import { digestOf, type Part } from './parts.ts';
import { deferRemovals, requireDeferred } from './removals.ts';
import { encryptSecrets, readSecrets } from './secrets.ts';
import { openSiteFiles, type SiteFiles } from './site-files.ts';
import { connect, type Snapshot, takeSnapshot } from './snapshot.ts';
import { addPart, type BackupSite, type Work } from './work.ts';
import { copySiteFiles, type Listing, spoolListing } from './write-files.ts';

type Parts = Omit<ManifestBody, 'format' | 'id' | 'startedAt' | 'finishedAt'> & { newBytes: number };

/** Writes the rows as of one instant, then the files that were there at that instant, then the secrets. */
export async function writeParts(site: BackupSite, work: Work): Promise<Parts> {
  const files = openSiteFiles(site.config, await openFiles(site.config));
  const client = await connect(site.databaseUrl, () => {}); // the next query reports it
  try {
    await deferRemovals(client);
    const { snapshot, listing } = await readSite(client, site, files, work);
    const { postgres, takenAt, schemaVersion, sequences } = snapshot;
    const [program, rows] = [await programVersion(site.root), await addRows(snapshot, work)];
    const stored = await copySiteFiles(site, files, listing, snapshot.references, work);
    await requireDeferred(client);
    const secrets = work.passphrase === undefined ? null : await addSecrets(site.config, work.passphrase, work);
    const snapshotAt = takenAt.toISOString();
    return { program, postgres, snapshotAt, schemaVersion, ...rows, sequences, ...stored, secrets };
  } finally {
    await client.end();
  }
}

async function readSite(client: Client, { root, references }: BackupSite, files: SiteFiles, work: Work) {
  const migrations = join(root, 'db/migrations');
  await requireKnownVersion(client, migrations);
  // Before the start that migrates it, a database may lack columns in which the slices look for names of files.
  const isCurrent = (await findVersion(client)) === (await newestVersion(migrations));
  let listing: Listing | undefined;
  const snapshot = await takeSnapshot(client, {
    workFolder: work.workFolder,
    references: isCurrent ? references : [],
    signal: work.signal,
    onTable: (detail, done, total) => work.onProgress?.({ step: 'Copying tables', done, total, detail }),
    // Later, the list would have files of rows that are not in the snapshot.
    within: async (snapshotId) => {
      work.onProgress?.({ step: 'Listing files', done: 0, total: 0 });
      listing = await spoolListing(files, work);
      await work.withSnapshot?.(snapshotId);
    },
  });
  return { snapshot, listing: listing as Listing }; // `within` has been called
}

async function addRows(snapshot: Snapshot, work: Work): Promise<Pick<Parts, 'tables' | 'jobs'>> {
  const tables: Parts['tables'] = [];
  for (const { file, ...table } of snapshot.tables)
    tables.push({ ...table, part: await addPart(work, `tables/${table.name}.copy.zst`, file) });
  const { count, file } = snapshot.jobs;
  return { tables, jobs: { count, part: await addPart(work, 'jobs.jsonl.zst', file) } };
}

async function addSecrets(config: Config, passphrase: string, work: Work): Promise<Part> {
  const path = join(work.workFolder, randomUUID());
  const encrypted = await encryptSecrets(await readSecrets(config), passphrase);
  await writeFile(path, encrypted, { mode: 0o600 });
  return addPart(work, 'secrets.age', { path, ...digestOf(encrypted) });
}

async function programVersion(root: string): Promise<string> {
  return JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).version;
}
