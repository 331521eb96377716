// The program starts on a database that an earlier version has written and left, and serves what is in it.
import { join } from 'node:path';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { installChangeTriggers } from '#src/platform/cache/change-triggers.ts';
import { findVersion, newestVersion } from '#src/platform/database/schema-version.ts';
import { type Site, startSite } from '#src/site/site.ts';
import { visibleRows } from '#src/site/slices.ts';
import { newDatabase, openBackups } from '../backups.ts';
import { Client } from '../client.ts';
import { readDatabase } from '../database-contents.ts';
import { loadEarlierSite, written } from '../earlier-site.ts';
import { pictureFile } from '../factories/pictures.ts';
import { storyFields } from '../factories/stories.ts';
import { decide } from '../factories/submissions.ts';
import { template } from '../setup/postgres.ts';
import { siteForFile } from '../site-for-file.ts';

const current = siteForFile();
const { stories, submissions, edition, password } = written;
const [pictured, corrected, draft] = stories as [(typeof stories)[0], (typeof stories)[0], (typeof stories)[0]];
let backups: Awaited<ReturnType<typeof openBackups>>;
let site: Site;
let pool: Pool;
let visitor: Client;
let editor: Client;
let reader: Client;
let versionBefore: number | undefined;
let auditRows: number;
let leftAt: Date;

beforeAll(async () => {
  backups = await openBackups(current);
  const place = await backups.place(await newDatabase());
  pool = new Pool({ connectionString: place.databaseUrl });
  const { snapshotAt, tables } = await loadEarlierSite(place);
  auditRows = tables.find(({ name }) => name === 'audit_log')?.rows ?? 0;
  versionBefore = await findVersion(pool);
  leftAt = new Date(snapshotAt);
  const [then, started] = [Date.parse(snapshotAt), Date.now()];
  // An hour later: what the site deletes after some months is still there.
  site = await startSite({ ...place, now: () => new Date(then + 3_600_000 + Date.now() - started) });
  visitor = new Client(site.address);
  editor = await visitor.login('/api/admin_login', written.admin, password);
  reader = await visitor.login('/api/newswings_login', written.reader, password);
});
afterAll(async () => {
  await site.close();
  await pool.end();
  await backups.close();
});

describe('the database', () => {
  test('was of an earlier version and has the newest', async () => {
    const newest = await newestVersion(join(import.meta.dirname, '../../db/migrations'));
    expect(versionBefore).toBeLessThan(newest);
    expect(await findVersion(pool)).toBe(newest);
  });

  test('has the schema of a new site', async () => {
    const empty = new Pool({ connectionString: inject('postgres').replace('DATABASE', template) });
    await installChangeTriggers(empty, visibleRows);
    const { schema } = await readDatabase(empty);
    await empty.end();
    expect((await readDatabase(pool)).schema).toEqual(schema);
  });
});

test('the audit log has its rows, and goes on with the next id', async () => {
  const { rows } = await pool.query('SELECT id, at FROM audit_log ORDER BY id');
  expect(auditRows).toBeGreaterThan(5);
  expect(rows.filter(({ at }) => at <= leftAt)).toHaveLength(auditRows);
  const { id } = (await editor.form('POST', '/api/admin', storyFields())).body;
  const events = await pool.query('SELECT id FROM audit_log WHERE subject = $1', [`story ${id}`]);
  expect(events.rows[0].id).toBeGreaterThan(rows.at(-1).id);
});

describe('what the earlier version has written', () => {
  test.for(stories)('is read: "$news_title"', async (story) => {
    expect((await editor.get(`/api/admin/${story.id}`)).body).toMatchObject(story);
    expect((await visitor.get(`/api/admin/${story.id}`)).status).toBe(story.status === 'published' ? 200 : 404);
    if (story.image_url) expect((await visitor.get(`/api${story.image_url}`)).status).toBe(200);
  });

  test('is read: subtitles, whose names have moved to another column', async () => {
    const { body } = await editor.get(`/api/media/files/${written.mediaId}`);
    expect(body.subtitles_url).toMatch(/\.vtt\?pass=/);
    const { status, body: subtitles } = await visitor.get(`/api${body.subtitles_url}`);
    expect([status, Buffer.from(subtitles).toString()]).toEqual([200, expect.stringContaining('The horn.')]);
  });

  test('is read: submissions, with the encrypted file by its author alone', async () => {
    const { body } = await reader.get('/api/get-articles');
    expect(body.data).toEqual(
      expect.arrayContaining(submissions.map(({ id, title }) => expect.objectContaining({ id, title }))),
    );
    const { bonafide_file } = body.data.find(({ id }: { id: number }) => id === submissions[1]?.id);
    const { status, body: bytes } = await reader.get(`/api${bonafide_file}`);
    expect([status, Buffer.from(bytes).subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    expect((await visitor.get(`/api${bonafide_file.split('?')[0]}`)).status).toBe(404);
  });

  test('is read: the edition', async () => {
    expect((await visitor.get('/api/pdfs')).body).toMatchObject([{ id: edition.id, filename: edition.filename }]);
    expect((await editor.get(`/api${edition.url}`)).status).toBe(200);
    expect((await reader.get(`/api${edition.url}`)).status).toBe(402);
  });

  test('is found', async () => {
    const { body } = await visitor.get('/api/search?q=ferry');
    expect(body.results).toMatchObject([{ kind: 'story', id: pictured.id }]);
  });

  test('is changed: stories', async () => {
    const news_title = 'The ferry stays';
    const change = { news_title, image: await pictureFile(300, 200), topics: 'Harbour' };
    const changed = await editor.form('PUT', `/api/admin/${pictured.id}`, change);
    expect(changed).toMatchObject({ status: 200, body: { news_title, version: pictured.version + 1 } });
    expect(changed.body.topics).toEqual([{ name: 'Harbour', slug: 'harbour' }]);

    const correction = { kind: 'correction', text: 'Fifteen.', version: corrected.version };
    const again = await editor.json('POST', `/api/stories/${corrected.id}/corrections`, correction);
    expect(again.body.news_description).toMatch(/fourteen lakh\.\n:::.+Fifteen\.\n:::$/s);

    const published = await editor.form('PUT', `/api/admin/${draft.id}`, { status: 'published' });
    expect(published.body.status).toBe('published');
    const { body: revisions } = await editor.get(`/api/stories/${pictured.id}/revisions`);
    expect(JSON.stringify(revisions)).toContain(pictured.news_title);
    expect((await editor.form('POST', '/api/admin', storyFields())).body.id).toBeGreaterThan(draft.id);
  });

  test('is changed: a submission and a profile', async () => {
    expect((await decide(editor, submissions[1]?.id ?? 0, 'approved')).status).toBe(200);
    const { body } = await visitor.get('/api/get-articles');
    expect(body.data.map(({ title }: { title: string }) => title)).toContain(submissions[1]?.title);
    const fields = { name: 'Meera Rao', email: written.reader, mobile: '+919876543211' };
    const renamed = await reader.form('PUT', '/api/newswings_update_profile', fields);
    expect(renamed.body.user).toMatchObject({ name: 'Meera Rao', email: written.reader });
  });
});
