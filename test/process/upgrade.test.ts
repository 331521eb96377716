import { rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Client as Connection } from 'pg';
import { expect, test } from 'vitest';
import { readConfig } from '#src/platform/config.ts';
import { findVersion } from '#src/platform/database/schema-version.ts';
import { beforeUpgradeFolder } from '#src/platform/postgres/before-upgrade.ts';
import { startPostgres } from '#src/platform/postgres/server.ts';
import { jobs } from '#src/site/slices.ts';
import { earlierBackup, loadEarlierSite, written } from '../earlier-site.ts';
import { launch, logIn, main, newFolder, start, stop } from './program.ts';

test('a backup of an earlier version is restored, and the site of it starts', async () => {
  const dataDir = await newFolder();
  const env = { BACKUP_PASSPHRASE: earlierBackup.passphrase };
  const { exited, output } = launch(dataDir, env, [...main, 'restore', earlierBackup.folder]);
  expect([await exited, output()]).toEqual([0, expect.stringContaining('Start the site with npm start.')]);

  const running = await start(dataDir);
  const page = async (path: string) => {
    const { status, body } = await running.client.get(path);
    expect([path, status]).toEqual([path, 200]);
    return Buffer.from(body).toString();
  };
  const [pictured, corrected, draft] = written.stories;
  const front = await page('/news');
  expect(front).toContain(pictured?.news_title);
  expect(front).not.toContain(draft?.news_title);
  expect(await page('/category/sports-news')).toContain(corrected?.news_title);
  expect(await page('/topic/harbour')).toContain(pictured?.news_title);
  const editor = await logIn(running);
  const change = await editor.form('PUT', `/api/admin/${draft?.id}`, { status: 'published' });
  expect(change.body).toMatchObject({ status: 'published', news_title: draft?.news_title });
  expect(await page('/news')).toContain(draft?.news_title);
  expect(await stop(running)).toBe(0);
});

test('the database is copied before it is migrated, once, and the copy takes its place again', async () => {
  const dataDir = await newFolder();
  const before = await readEmbedded(dataDir, async (databaseUrl) => {
    const config = readConfig({ DATA_DIR: dataDir, SAMPLE_CONTENT: 'off' });
    await loadEarlierSite({ config, databaseUrl, root: join(import.meta.dirname, '../..'), jobs });
  });

  const upgraded = await start(dataDir);
  expect(upgraded.output()).toContain(
    `The database as it was before this upgrade is in ${beforeUpgradeFolder(dataDir)}.`,
  );
  const editor = await logIn(upgraded);
  await editor.form('PUT', `/api/admin/${written.stories[0]?.id}`, { news_title: 'Written after the upgrade' });
  expect(await stop(upgraded)).toBe(0);
  const copy = join(beforeUpgradeFolder(dataDir), 'postgres');
  const { birthtimeMs } = await stat(copy);
  const again = await start(dataDir);
  expect(again.output()).not.toContain('before this upgrade');
  expect(await stop(again)).toBe(0);
  expect((await stat(copy)).birthtimeMs).toBe(birthtimeMs);

  const after = await readEmbedded(dataDir);
  expect(after.version).toBeGreaterThan(before.version as number);
  expect(after.titles).toContain('Written after the upgrade');
  await rename(join(dataDir, 'postgres'), join(dataDir, 'postgres-upgraded'));
  await rename(copy, join(dataDir, 'postgres'));
  expect(await readEmbedded(dataDir)).toEqual(before);
});

/** What the embedded database holds, after `change`. */
async function readEmbedded(dataDir: string, change: (databaseUrl: string) => Promise<void> = async () => {}) {
  const postgres = await startPostgres(dataDir, { durable: false });
  const connection = new Connection({ connectionString: postgres.url });
  try {
    await change(postgres.url);
    await connection.connect();
    const { rows } = await connection.query('SELECT title FROM stories ORDER BY id');
    return { version: await findVersion(connection), titles: rows.map((row) => row.title) };
  } finally {
    await connection.end();
    await postgres.stop();
  }
}
