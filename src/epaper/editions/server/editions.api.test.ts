import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { addEdition, download, newName, upload } from '#test/factories/editions.ts';
import { badPdfs, pdfBytes, pdfFile, pdfWithLinks } from '#test/factories/pdfs.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
let editor: Client;
let reader: Client;
beforeAll(async () => {
  editor = await site.as('editor');
  reader = await site.as('reader');
});

const managed = async (id: number) =>
  (await editor.get('/api/editions')).body.find((edition: { id: number }) => edition.id === id);

/** A chunked upload without a content length, at the beginning of its file. */
function beginUpload() {
  const { hostname, port } = new URL(site.address);
  const headers = { authorization: `Bearer ${editor.token}`, 'content-type': 'multipart/form-data; boundary=x' };
  const sent = request({ hostname, port, path: '/api/upload-pdf', method: 'POST', headers });
  sent.on('error', () => undefined); // the test aborts it
  sent.write('--x\r\ncontent-disposition: form-data; name="pdf"; filename="a.pdf"\r\n\r\n%PDF-1.7');
  return sent;
}

describe('uploading an edition', () => {
  test('works: it is listed at once, and its cover, pages and text follow', async () => {
    const { status, body } = await upload(
      editor,
      pdfFile('Suryanagar edition 2026-11-21.pdf', ['Night final', 'Onion mandi']),
      { category: 'monthly' },
    );
    expect(status).toBe(201);
    expect(body.message).toBe('PDF uploaded successfully!');
    expect(body.data).toMatchObject({
      category: 'monthly',
      filename: 'Suryanagar edition 2026-11-21.pdf',
      url: '/download/Suryanagar%20edition%202026-11-21.pdf',
      title: 'Suryanagar edition',
      issue_date: '2026-11-21',
      place: 'Suryanagar',
      pages: 2,
    });
    const { id } = body.data;
    await expect.poll(async () => (await managed(id)).work).toBe('done');
    const [listed] = (await site.visitor.get('/api/pdfs')).body.filter((entry: { id: number }) => entry.id === id);
    const cover = await site.visitor.get(`/api${listed.thumbnail_url}`);
    expect(cover.headers.get('content-type')).toBe('image/webp');
    expect(await sharp(cover.body).metadata()).toMatchObject({ width: 400, height: 566 });
    const { rows } = await site.db.execute(
      `SELECT page, text FROM edition_pages WHERE edition_id = ${id} ORDER BY page`,
    );
    expect(rows).toEqual([
      { page: 1, text: 'Night final' },
      { page: 2, text: 'Onion mandi' },
    ]);
    expect((await site.visitor.get('/api/api/pdfs')).body).toEqual((await site.visitor.get('/api/pdfs')).body);
  });

  test('stores all files with the same name', async () => {
    const name = newName();
    const names = (await Promise.all([1, 2, 3].map(() => upload(editor, pdfFile(name))))).map(
      ({ body }) => body.data.filename,
    );
    expect(names.sort()).toEqual([name, name.replace('.pdf', ' (2).pdf'), name.replace('.pdf', ' (3).pdf')].sort());
  });

  test('accepts links to pages about scripts, and media', async () => {
    expect((await upload(editor, new File([new Uint8Array(pdfWithLinks())], newName()))).status).toBe(201);
  });

  test.each([
    ['no token', () => site.visitor, 401],
    ['a reader', () => reader, 403],
  ])('refuses %s', async (_, client, status) => {
    expect((await upload(client(), pdfFile(newName()))).status).toBe(status);
  });

  test.each([
    ['no file', { category: 'weekly' }],
    ['no period', { pdf: pdfFile('x.pdf') }],
    ['another period', { pdf: pdfFile('x.pdf'), category: 'daily' }],
    ['nothing', {}],
  ])('rejects %s', async (_, fields) => {
    expect(await editor.form('POST', '/api/upload-pdf', fields as Record<string, string>)).toMatchObject({
      status: 422,
      body: { error: 'Please select both a file and category.' },
    });
  });

  test.each(['week.txt', 'week.pdf.docx'])('rejects a PDF with another extension: %s', async (name) => {
    const sentence = 'Please select a valid PDF file.';
    const sent = { pdf: new File([await pdfFile('week.pdf').bytes()], name), category: 'weekly' };
    expect(await editor.form('POST', '/api/upload-pdf', sent)).toMatchObject({
      status: 415,
      body: { code: 'wrong_type', error: sentence, fields: { pdf: sentence } },
    });
  });

  test.each(badPdfs)(
    'rejects $name, and serves other requests meanwhile',
    async ({ bytes, status, sentence }) => {
      const before = (await site.visitor.get('/api/pdfs')).body.length;
      const answer = upload(editor, new File([new Uint8Array(bytes())], newName()));
      let slowest = 0;
      for (let done = false; !done; ) {
        const started = performance.now();
        expect((await site.visitor.get('/healthz')).status).toBe(200);
        slowest = Math.max(slowest, performance.now() - started);
        done = await Promise.race([answer.then(() => true), sleep(20, false)]);
      }
      expect(slowest).toBeLessThan(2000);
      expect(await answer).toMatchObject({ status, body: { error: sentence } });
      expect((await site.visitor.get('/api/pdfs')).body).toHaveLength(before);
      await expect.poll(() => readdir(`${site.dataDir}/receiving`)).toEqual([]);
    },
    60_000,
  );

  test('refuses 200 MB while they are received', async () => {
    const huge = new File([new Uint8Array(200 * 1024 * 1024)], 'huge.pdf');
    expect(await upload(editor, huge)).toMatchObject({
      status: 413,
      body: { error: 'The file is larger than 100 MB.' },
    });
  });

  test('refuses an upload of unknown length while it streams in, and leaves no file and no row', async () => {
    const admin = await site.as('admin');
    const limit = (value: number | null) =>
      admin.json('PUT', '/api/settings', { values: { 'epaper.max_megabytes': value } });
    expect((await limit(251)).body.error).toBe('A whole number from 1 to 250, please.');
    await limit(1);
    const before = (await site.visitor.get('/api/pdfs')).body.length;
    const sent = beginUpload();
    const answered = once(sent, 'response');
    const sending = setInterval(() => sent.write(randomBytes(200_000)), 10); // this would never end
    const [answer] = (await answered) as [IncomingMessage];
    clearInterval(sending);
    expect(sent.writableEnded).toBe(false);
    expect(answer.statusCode).toBe(413);
    expect(await json(answer)).toMatchObject({ error: 'The file is larger than 1 MB.', code: 'too_large' });
    sent.destroy();
    await limit(null);
    await expect.poll(() => readdir(`${site.dataDir}/receiving`)).toEqual([]);
    expect((await site.visitor.get('/api/pdfs')).body).toHaveLength(before);
  });

  test('leaves no file and no row if the upload is aborted', async () => {
    const before = (await site.visitor.get('/api/pdfs')).body.length;
    const sent = beginUpload();
    sent.write(randomBytes(500_000));
    await expect.poll(async () => (await readdir(`${site.dataDir}/receiving`)).length).toBe(1);
    sent.destroy();
    await expect.poll(() => readdir(`${site.dataDir}/receiving`)).toEqual([]);
    expect((await site.visitor.get('/api/pdfs')).body).toHaveLength(before);
  });
});

describe('an edition', () => {
  test('can be changed, replaced, deleted and restored', async () => {
    const { body } = await upload(editor, pdfFile(newName(), ['first file']));
    const { id, filename } = body.data;
    const changed = await editor.form('PUT', `/api/editions/${id}`, {
      title: 'Winter number',
      issue_date: '2026-12-01',
      place: '',
      category: 'yearly',
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { title: 'Winter number', issue_date: '2026-12-01', place: null, category: 'yearly', filename },
    });
    const second = pdfBytes(['second file', 'with two pages']);
    const replaced = await editor.form('PUT', `/api/editions/${id}`, {
      pdf: new File([new Uint8Array(second)], 'other-name.pdf'),
    });
    expect(replaced.body).toMatchObject({ title: 'Winter number', pages: 2, filename, work: 'waiting' });
    expect(Buffer.from((await download(editor, filename)).body).equals(second)).toBe(true);
    await expect.poll(async () => (await managed(id)).work).toBe('done');

    const cover = (await managed(id)).thumbnail_url;
    const coverShown = async () => (await site.visitor.get(`/api${cover}`)).status;
    expect(await coverShown()).toBe(200);
    expect(await editor.delete(`/api/editions/${id}`)).toMatchObject({
      status: 200,
      body: { message: 'Edition deleted' },
    });
    expect(await coverShown()).toBe(404);
    expect((await managed(id)).thumbnail_url).toBeNull();
    expect((await download(editor, filename)).status).toBe(404);
    const other = (await upload(editor, pdfFile(filename))).body.data;
    expect(other.filename).toBe(filename);
    expect((await editor.json('POST', `/api/editions/${id}/restore`, {})).body.filename).toBe(
      filename.replace('.pdf', ' (2).pdf'),
    );
    expect(await coverShown()).toBe(200);
    expect((await editor.json('POST', `/api/editions/${id}/restore`, {})).status).toBe(404);
  });

  test('that a colleague has changed since it was loaded is not overwritten', async () => {
    const id = await addEdition(editor, ['Night final']);
    const save = (fields: Record<string, string | File>) => editor.form('PUT', `/api/editions/${id}`, fields);
    const { version } = await managed(id);
    const [first, ...others] = (
      await Promise.all(['One', 'Two', 'Three'].map((title) => save({ version, title })))
    ).toSorted((a, b) => a.status - b.status);
    expect([first?.status, ...others.map(({ status }) => status)]).toEqual([200, 409, 409]);
    expect(first?.body.version).not.toBe(version);
    for (const { body } of others)
      expect(body).toMatchObject({
        code: 'conflict',
        current: { title: first?.body.title, version: first?.body.version },
      });
    const pdf = new File([new Uint8Array(pdfBytes(['Late']))], 'late.pdf', { type: 'application/pdf' });
    expect((await save({ version, pdf })).status).toBe(409);
    expect((await save({ version: first?.body.version, title: 'Four' })).status).toBe(200);
    expect((await save({ title: 'Without a version' })).status).toBe(200);
  });

  test('can be managed by editors only', async () => {
    for (const [client, status] of [
      [site.visitor, 401],
      [reader, 403],
    ] as const) {
      expect((await client.get('/api/editions')).status).toBe(status);
      expect((await client.form('PUT', '/api/editions/1', { title: 'x' })).status).toBe(status);
      expect((await client.delete('/api/editions/1')).status).toBe(status);
      expect((await client.json('POST', '/api/editions/1/restore', {})).status).toBe(status);
      expect((await client.json('POST', '/api/editions/1/prepare', {})).status).toBe(status);
    }
  });

  test('that is unknown, and invalid details, are refused', async () => {
    expect((await editor.form('PUT', '/api/editions/999999', { title: 'x' })).status).toBe(404);
    expect((await editor.delete('/api/editions/999999')).status).toBe(404);
    for (const path of ['editions/999999/restore', 'editions/999999/prepare', 'editions/999999/pass'])
      expect((await editor.json('POST', `/api/${path}`, {})).status).toBe(404);
    expect((await editor.json('POST', '/api/download/none.pdf/pass', {})).status).toBe(404);
    const { id } = (await upload(editor, pdfFile(newName()))).body.data;
    expect((await editor.form('PUT', `/api/editions/${id}`, { issue_date: '31-31-2026' })).status).toBe(422);
    expect((await editor.form('PUT', `/api/editions/${id}`, { category: 'daily' })).status).toBe(422);
  });
});
