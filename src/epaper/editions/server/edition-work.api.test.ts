import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { findEdition } from '#src/epaper/pages/server/editions.queries.ts';
import type { Client } from '#test/client.ts';
import { addEdition } from '#test/factories/editions.ts';
import { pdfFile } from '#test/factories/pdfs.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { processEdition, purgeEditions } from './editions.jobs.ts';

const site = siteForFile();
let editor: Client;
beforeAll(async () => {
  editor = await site.as('editor');
});

const managed = async (id: number) =>
  (await editor.get('/api/editions')).body.find((edition: { id: number }) => edition.id === id);
const upload = async (pages: string[]): Promise<number> =>
  (await editor.form('POST', '/api/upload-pdf', { pdf: pdfFile('weekly.pdf', pages), category: 'weekly' })).body.data
    .id;
const replace = (id: number, pages: string[]) =>
  editor.form('PUT', `/api/editions/${id}`, { pdf: pdfFile('other.pdf', pages) });
const pagesOf = async (id: number) =>
  (await site.db.execute(`SELECT page, text FROM edition_pages WHERE edition_id = ${id} ORDER BY page`)).rows;
const storeOf = async (id: number) => (await findEdition(site.db, id))?.store ?? '';
/** File names in a folder of the store; none if it does not exist. */
const stored = (...path: string[]) => readdir(join(site.dataDir, 'files', ...path)).catch(() => []);
const atRest = () => expect.poll(() => readdir(join(site.dataDir, 'working'))).toEqual([]);
const coverFile = async (id: number) => (await managed(id)).thumbnail_url.split('/').at(-1);

describe('the processing of an edition', () => {
  test('leaves nothing of a file that is replaced meanwhile', async () => {
    const id = await upload(Array.from({ length: 40 }, (_, n) => `old page ${n + 1}`));
    const old = await storeOf(id);
    await expect.poll(() => pagesOf(id)).not.toEqual([]);
    expect((await replace(id, ['new page'])).status).toBe(200);
    await atRest();
    await expect.poll(async () => (await managed(id)).work).toBe('done');
    expect(await pagesOf(id)).toEqual([{ page: 1, text: 'new page' }]);
    expect(await stored('editions', old)).toEqual([]);
  });

  test('runs in the background: the edition is listed before it has a cover', async () => {
    const id = await upload(Array.from({ length: 30 }, () => 'A page'));
    const library = await (await fetch(`${site.address}/api/pdfs`)).json();
    expect(library.find((report: { id: number }) => report.id === id)).toMatchObject({
      thumbnail_url: null,
      pages: 30,
    });
    await expect.poll(async () => (await managed(id)).thumbnail_url).toMatch(/\.webp$/);
    await replace(id, ['A page']); // else the jobs of the next tests would wait for all thirty pages
    await expect.poll(async () => (await managed(id)).work).toBe('done');
  });

  test('reports a failure, and succeeds when an editor starts it again', async () => {
    const id = await addEdition(editor, ['A page']);
    const folder = join(site.dataDir, 'files/editions', await storeOf(id));
    await rename(join(folder, 'edition.pdf'), join(folder, 'away.pdf'));
    expect((await editor.json('POST', `/api/editions/${id}/prepare`, {})).body).toMatchObject({ work: 'waiting' });
    await expect.poll(async () => (await managed(id)).work).toBe('failed');
    expect((await managed(id)).failure).toBe('Cover and pages could not be made from this PDF.');
    expect((await site.visitor.get('/api/pdfs')).body.map((report: { id: number }) => report.id)).toContain(id);

    await rename(join(folder, 'away.pdf'), join(folder, 'edition.pdf'));
    const again = await editor.json('POST', `/api/editions/${id}/prepare`, {});
    expect(again.body).toMatchObject({ work: 'waiting', failure: null });
    await expect.poll(async () => (await managed(id)).work).toBe('done');
    const { rows } = await site.db.execute(`SELECT action FROM audit_log WHERE subject = 'edition ${id}' ORDER BY id`);
    expect(rows.map(({ action }) => action)).toEqual(['edition.added', ...Array(2).fill('edition.prepared_again')]);
  });

  test('ignores a file that is no longer the edition’s', async () => {
    const id = await addEdition(editor, ['A page']);
    await site.services.jobs.send(processEdition, { editionId: id, store: '0123456789ab' });
    await site.services.jobs.send(processEdition, { editionId: 999_999, store: '0123456789ab' });
    await expect.poll(() => openJobs(processEdition.name)).toBe(0);
    expect(await managed(id)).toMatchObject({ work: 'done', failure: null });
  });
});

// Without failed jobs that will be retried: they wait until the queue is polled.
const openJobs = async (name: string) =>
  Number(
    (await site.db.execute(`SELECT count(*) FROM jobs.job WHERE name = '${name}' AND state IN ('created', 'active')`))
      .rows[0]?.count,
  );

describe('a change of an edition', () => {
  test('to another file deletes the old file and its cover', async () => {
    const id = await addEdition(editor, ['First']);
    const [store, cover] = [await storeOf(id), await coverFile(id)];
    expect(await stored('open')).toContain(cover);
    await replace(id, ['Second']);
    expect(await stored('open')).not.toContain(cover);
    expect(await stored('editions')).not.toContain(store);
  });

  test.each([
    ['edition.added', async () => editor.form('POST', '/api/upload-pdf', { pdf: pdfFile(), category: 'weekly' })],
    ['edition.replaced', async (id: number) => replace(id, ['Second'])],
    ['edition.restored', async (id: number) => editor.json('POST', `/api/editions/${id}/restore`, {})],
    ['edition.prepared_again', async (id: number) => editor.json('POST', `/api/editions/${id}/prepare`, {})],
  ])('that cannot be audited (%s) is rolled back and leaves no file', async (action, change) => {
    const id = await addEdition(editor, ['First']);
    if (action === 'edition.restored') await editor.delete(`/api/editions/${id}`);
    await expect.poll(() => openJobs(processEdition.name)).toBe(0); // the job ends shortly after its work
    const before = [await managed(id), await stored('editions')];
    await site.db.execute(`ALTER TABLE audit_log ADD CONSTRAINT broken CHECK (action <> '${action}') NOT VALID`);
    const { status } = await change(id);
    await site.db.execute('ALTER TABLE audit_log DROP CONSTRAINT broken');
    expect(status).toBe(500);
    expect([await managed(id), await stored('editions')]).toEqual(before);
    expect(await openJobs(processEdition.name)).toBe(0);
  });
});

describe('the purge', () => {
  const month = 31 * 86_400_000;

  test('removes row, pages and files of editions deleted long ago, and nothing else', async () => {
    const [gone, back, stays] = [
      await addEdition(editor, ['Gone']),
      await addEdition(editor, ['Back']),
      await addEdition(editor, ['Stays']),
    ];
    const [store, cover] = [await storeOf(gone), await coverFile(gone)];
    for (const id of [gone, back]) await editor.delete(`/api/editions/${id}`);
    await editor.json('POST', `/api/editions/${back}/restore`, {});
    site.advance(month);
    await site.services.jobs.send(purgeEditions, {});
    await expect.poll(() => findEdition(site.db, gone)).toBeUndefined();
    site.advance(-month);
    expect(await pagesOf(gone)).toEqual([]);
    expect(await stored('editions')).not.toContain(store);
    expect(await stored('open')).not.toContain(cover);
    for (const id of [back, stays]) {
      expect(await pagesOf(id)).toHaveLength(1);
      expect(await stored('editions', await storeOf(id))).toContain('edition.pdf');
    }
  });

  test('and a restore at the same moment run one after the other', async () => {
    const ids = await Promise.all(['a', 'b', 'c', 'd'].map((text) => addEdition(editor, [text])));
    for (const id of ids) await editor.delete(`/api/editions/${id}`);
    await site.db.execute(
      "UPDATE editions SET deleted_at = deleted_at - interval '40 days' WHERE deleted_at IS NOT NULL",
    );
    await site.services.jobs.send(purgeEditions, {});
    const answers = await Promise.all(ids.map((id) => editor.json('POST', `/api/editions/${id}/restore`, {})));
    await expect.poll(() => openJobs(purgeEditions.name)).toBe(0);
    for (const [index, { status }] of answers.entries()) {
      const edition = await findEdition(site.db, ids[index] as number); // there is one response for each
      expect([status, edition !== undefined]).toEqual(status === 200 ? [200, true] : [404, false]);
      if (edition) expect(await stored('editions', edition.store)).toContain('edition.pdf');
    }
  });
});
