// A site whose data an earlier program has written: test/fixtures/upgrade/README.md.
import { join } from 'node:path';
import { Client as Connection, Pool } from 'pg';
import { loadRows } from '#src/platform/backup/load.ts';
import type { ManifestBody } from '#src/platform/backup/manifest.ts';
import { openBackup } from '#src/platform/backup/restore-backup.ts';
import { restoreFiles } from '#src/platform/backup/restore-files.ts';
import { restoreSecrets } from '#src/platform/backup/secrets.ts';
import { openSiteFiles } from '#src/platform/backup/site-files.ts';
import { applyMigrations } from '#src/platform/database/migrations.ts';
import { openFiles } from '#src/platform/files/files.ts';
import written from './fixtures/upgrade/written.json' with { type: 'json' };

/** What the earlier program answered about the data that it had written. */
export { written };

export const earlierBackup = {
  folder: join(import.meta.dirname, 'fixtures/upgrade/site'),
  passphrase: 'correct horse battery staple',
};

type Place = Parameters<typeof openBackup>[0] & { databaseUrl: string };

/** Puts the earlier site into an empty place as it was: its schema too, which the next start migrates. */
export async function loadEarlierSite(place: Place): Promise<ManifestBody> {
  const { store, manifest, secrets } = await openBackup(place, earlierBackup.folder, earlierBackup);
  const pool = new Pool({ connectionString: place.databaseUrl });
  const connection = new Connection({ connectionString: place.databaseUrl });
  await connection.connect();
  try {
    await applyMigrations(pool, join(place.root, 'db/migrations'), { upTo: manifest.schemaVersion });
    await loadRows(connection, store, manifest, { signal: undefined, onTable: () => {}, finish: async () => {} });
  } finally {
    await connection.end();
    await pool.end();
  }
  const files = openSiteFiles(place.config, await openFiles(place.config));
  await restoreFiles(place.config, files, store, manifest.files, {});
  await restoreSecrets(place.config, secrets ?? {});
  return manifest;
}
