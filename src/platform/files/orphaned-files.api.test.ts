import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { upload } from '#test/factories/editions.ts';
import { pdfFile } from '#test/factories/pdfs.ts';
import { pictureFile } from '#test/factories/pictures.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { areRemovalsDeferred, deferRemovals } from '../backup/removals.ts';
import { connect } from '../backup/snapshot.ts';
import { sweepOrphanedFiles } from './orphaned-files.jobs.ts';
import { adoptFiles, markOrphaned, removeOrphaned } from './orphaned-files.service.ts';

const site = siteForFile();
const hourMs = 3_600_000;
let editor: Client;
beforeAll(async () => {
  editor = await site.as('editor');
});

/** File names in a folder of the store; none if it does not exist. */
const stored = (...path: string[]) => readdir(join(site.dataDir, 'files', ...path)).catch(() => []);
const listed = async () =>
  (await site.db.execute<{ key: string }>('SELECT key FROM orphaned_files ORDER BY key')).rows.map(({ key }) => key);
const put = (key: string) => site.services.files.put(key, new Uint8Array(1), 'application/pdf');
const sweep = () => sweepOrphanedFiles.run({ ...site.services, log: { info: () => undefined } } as never, {});

test('files without a row are removed after a day; adopted and younger ones stay', async () => {
  await markOrphaned(site.services, site.db, ['shelf/crashed/', 'shelf/crashed.pdf', 'shelf/adopted/']);
  await put('shelf/crashed/1.pdf');
  await put('shelf/crashed/2.pdf');
  await put('shelf/crashed.pdf');
  await put('shelf/adopted/1.pdf');
  await put('shelf/unlisted.pdf');
  await site.db.transaction((tx) => adoptFiles(tx, ['shelf/adopted/']));
  site.advance(23 * hourMs);
  try {
    await markOrphaned(site.services, site.db, ['shelf/young.pdf']);
    await put('shelf/young.pdf');
    await sweep();
    expect((await stored('shelf')).sort()).toEqual(['adopted', 'crashed', 'crashed.pdf', 'unlisted.pdf', 'young.pdf']);
    site.advance(2 * hourMs);
    await sweep();
    expect((await stored('shelf')).sort()).toEqual(['adopted', 'unlisted.pdf', 'young.pdf']);
    expect(await listed()).toEqual(['shelf/young.pdf']);
    site.advance(23 * hourMs);
    await sweep();
    expect(await stored('shelf')).not.toContain('young.pdf');
  } finally {
    site.advance(-48 * hourMs);
  }
  expect(await listed()).toEqual([]);
});

test('files whose adoption is rolled back stay orphaned', async () => {
  await markOrphaned(site.services, site.db, ['shelf/rolled-back.pdf']);
  await put('shelf/rolled-back.pdf');
  const failing = site.db.transaction(async (tx) => {
    await adoptFiles(tx, ['shelf/rolled-back.pdf']);
    throw new Error('the row was refused');
  });
  await expect(failing).rejects.toThrow('the row was refused');
  await removeOrphaned(site.services, ['shelf/rolled-back.pdf']);
  expect(await stored('shelf')).not.toContain('rolled-back.pdf');
  await expect(site.db.transaction((tx) => adoptFiles(tx, ['shelf/rolled-back.pdf']))).rejects.toThrow('orphaned');
});

test('files that are adopted while the job checks them are not removed', async () => {
  await markOrphaned(site.services, site.db, ['shelf/just-now.pdf']);
  await put('shelf/just-now.pdf');
  const { promise: adopted, resolve: commit } = Promise.withResolvers<void>();
  const { promise: deleted, resolve: hasDeleted } = Promise.withResolvers<void>();
  const adoption = site.db.transaction(async (tx) => {
    await adoptFiles(tx, ['shelf/just-now.pdf']);
    hasDeleted();
    await adopted;
  });
  await deleted;
  const removal = removeOrphaned(site.services, ['shelf/just-now.pdf']);
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await expect.poll(async () => (await site.db.execute(waiting)).rows.length).toBe(1); // removal waits for adoption
  commit();
  await Promise.all([adoption, removal]);
  expect(await stored('shelf')).toContain('just-now.pdf');
});

test('files whose removal is deferred by a backup that has just begun stay listed', async () => {
  await markOrphaned(site.services, site.db, ['shelf/deferred.pdf']);
  await put('shelf/deferred.pdf');
  const backup = await connect(site.databaseUrl, () => {});
  const remove = async (key: string) => {
    await deferRemovals(backup);
    await site.services.files.remove(key);
  };
  await removeOrphaned({ db: site.db, files: { ...site.services.files, remove } }, ['shelf/deferred.pdf']);
  expect(await stored('shelf')).toContain('deferred.pdf');
  expect(await listed()).toEqual(['shelf/deferred.pdf']);
  await backup.end();
  await expect.poll(() => areRemovalsDeferred(site.db)).toBe(false);
  await removeOrphaned(site.services, ['shelf/deferred.pdf']);
  expect(await stored('shelf')).not.toContain('deferred.pdf');
  expect(await listed()).toEqual([]);
});

test('an edition’s files are listed from before they are stored until the row is committed', async () => {
  const { promise: locked, resolve: hasLocked } = Promise.withResolvers<void>();
  const { promise: seen, resolve: unlock } = Promise.withResolvers<void>();
  const lock = site.db.transaction(async (tx) => {
    await tx.execute('LOCK TABLE editions IN SHARE MODE');
    hasLocked();
    await seen;
  });
  await locked;
  const sent = upload(editor, pdfFile('weekly.pdf', ['One']));
  try {
    await expect.poll(() => stored('editions')).toHaveLength(1);
    const [store = ''] = await stored('editions');
    await expect.poll(() => stored('editions', store)).toEqual(['edition.pdf']);
    // If the process ends here, this is what the job removes.
    expect(await listed()).toEqual([`editions/${store}/`]);
    await sweep();
    expect(await stored('editions', store)).toEqual(['edition.pdf']);
  } finally {
    unlock();
    await lock;
  }
  expect((await sent).status).toBe(201);
  await expect.poll(listed).toEqual([]);
});

test('replacing a PDF or a portrait leaves no list entries and no orphaned files', async () => {
  const { body } = await upload(editor, pdfFile('daily.pdf', ['One']), { category: 'monthly' });
  const before = await stored('editions');
  const replaced = await editor.form('PUT', `/api/editions/${body.data.id}`, { pdf: pdfFile('b.pdf', ['Two']) });
  expect(replaced.status).toBe(200);
  await expect.poll(() => stored('editions')).toHaveLength(before.length);
  const reader = await site.as('reader');
  const { email } = (await reader.get('/api/verify_token')).body.user;
  const fields = { name: 'Asha Rao', email, mobile: '+919876543210' };
  const portraits = async () => (await stored('open')).filter((name) => name.endsWith('.jpg'));
  for (let attempt = 1; attempt <= 2; attempt++) {
    const changed = await reader.form('PUT', '/api/newswings_update_profile', {
      ...fields,
      profile_image: await pictureFile(),
    });
    expect(changed.status).toBe(200);
    expect(await portraits()).toHaveLength(1);
  }
  await expect.poll(listed).toEqual([]);
});

test('temporary files left by a crash are removed after a day', async () => {
  const [receiving, working] = [join(site.dataDir, 'receiving'), join(site.dataDir, 'working')];
  for (const folder of [receiving, working]) {
    await mkdir(join(folder, 'pages-old'), { recursive: true });
    await writeFile(join(folder, 'pages-old/essay.pdf'), 'x');
    await writeFile(join(folder, 'new'), 'x');
    const old = new Date(Date.now() - 25 * hourMs);
    await utimes(join(folder, 'pages-old'), old, old);
  }
  await sweep();
  for (const folder of [receiving, working]) {
    expect(await readdir(folder)).not.toContain('pages-old');
    expect(await readdir(folder)).toContain('new');
    await rm(join(folder, 'new'));
  }
});

test('the copy of the database from before an upgrade is removed after 30 days', async () => {
  const copy = join(site.dataDir, 'before-upgrade/postgres');
  await mkdir(copy, { recursive: true });
  const madeDaysAgo = async (days: number) => {
    const made = new Date(Date.now() - days * 24 * hourMs);
    await utimes(copy, made, made);
  };
  await madeDaysAgo(29);
  await sweep();
  expect(await readdir(join(copy, '..'))).toEqual(['postgres']);
  await madeDaysAgo(31);
  await sweep();
  expect(await readdir(join(copy, '..'))).toEqual([]);
});
