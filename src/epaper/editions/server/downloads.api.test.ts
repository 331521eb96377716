import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { download, newName, upload } from '#test/factories/editions.ts';
import { declarePayment } from '#test/factories/payments.ts';
import { heavyPdf, pdfBytes } from '#test/factories/pdfs.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
let editor: Client;
let reader: Client;
let payer: Client;
beforeAll(async () => {
  editor = await site.as('editor');
  reader = await site.as('reader');
  payer = await site.as('reader');
  await declarePayment(payer);
});

describe('downloading', () => {
  const bytes = pdfBytes(['The exact bytes of this page.', 'And of that one.']);
  const hindi = 'सूर्यनगर साप्ताहिक अंक.pdf';
  let name: string;
  beforeAll(async () => {
    name = (await upload(editor, new File([new Uint8Array(bytes)], newName()))).body.data.filename;
    await upload(editor, new File([new Uint8Array(bytes)], hindi));
  });

  test('returns the exact bytes to a reader with a plan, an editor and an admin', async () => {
    for (const client of [payer, editor, await site.as('admin')]) {
      const { status, headers, body } = await download(client, name);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('application/pdf');
      expect(headers.get('content-disposition')).toBe(`attachment; filename="${name}"; filename*=UTF-8''${name}`);
      expect(headers.get('cache-control')).toBe('private, no-cache');
      expect(Buffer.from(body).equals(bytes)).toBe(true);
    }
  });

  test('supports Hindi names in either Unicode normalization form', async () => {
    const { status, headers } = await download(payer, hindi.normalize('NFD'));
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toContain(`filename*=UTF-8''${encodeURIComponent(hindi)}`);
  });

  test('returns 401 without a login, 402 without a plan, 404 for an unknown file', async () => {
    expect(await download(site.visitor, name)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    expect(await download(reader, name)).toMatchObject({ status: 402, body: { code: 'plan_needed' } });
    expect(await download(payer, 'nothing.pdf')).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test.each(['../../secrets/auth', '..%2f..%2fsecrets%2fauth', 'editions', '.', 'C:\\x.pdf'])(
    'never reads the path %s',
    async (path) => {
      for (const client of [payer, await site.as('admin')])
        expect(
          (await client.send('GET', `/api/download/${path.includes('%') ? path : encodeURIComponent(path)}`)).status,
        ).toBe(404);
    },
  );

  test('finds nothing under a name with invalid characters', async () => {
    expect((await payer.get('/api/download/%00.pdf')).status).toBe(404);
  });

  test.each([
    ['bytes=0-4', 0, 4],
    ['bytes=100-199', 100, 199],
    ['bytes=-10', bytes.length - 10, bytes.length - 1],
    [`bytes=${bytes.length - 1}-`, bytes.length - 1, bytes.length - 1],
  ])('returns the range %s', async (range, start, end) => {
    const { status, headers, body } = await download(payer, name, { range });
    expect(status).toBe(206);
    expect(headers.get('content-range')).toBe(`bytes ${start}-${end}/${bytes.length}`);
    expect(Buffer.from(body).equals(bytes.subarray(start, end + 1))).toBe(true);
  });

  test('answers several ranges with the whole file, and a range beyond the end with 416', async () => {
    expect((await download(payer, name, { range: 'bytes=0-1,5-6' })).status).toBe(200);
    const beyond = await download(payer, name, { range: `bytes=${bytes.length}-` });
    expect(beyond).toMatchObject({ status: 416, body: { code: 'range_not_satisfiable' } });
    expect(beyond.headers.get('content-range')).toBe(`bytes */${bytes.length}`);
  });

  test('resumes only if the file is the same', async () => {
    const { headers } = await download(payer, name);
    const etag = headers.get('etag') ?? '';
    expect((await download(payer, name, { range: 'bytes=5-9', 'if-range': etag })).status).toBe(206);
    expect((await download(payer, name, { range: 'bytes=5-9', 'if-range': '"another"' })).status).toBe(200);
  });

  test('returns the size for HEAD', async () => {
    const { status, headers, body } = await payer.send('HEAD', `/api/download/${name}`);
    expect(status).toBe(200);
    expect(headers.get('content-length')).toBe(String(bytes.length));
    expect(body).toHaveLength(0);
  });

  test('by a signed URL works for 15 minutes, for one edition, until the session or plan ends', async () => {
    const own = await site.as('reader');
    const claim = await declarePayment(own, 'weekly');
    const { body } = await own.json('POST', `/api/download/${name}/pass`, {});
    const open = () => site.visitor.get(`/api${body.url}`);
    expect((await open()).status).toBe(200);
    expect((await site.visitor.get(`/api${body.url.replace(name, encodeURIComponent(hindi))}`)).status).toBe(401);
    const admin = await site.as('admin');
    await admin.json('PUT', `/api/payments/${claim.id}`, { state: 'rejected' });
    expect((await open()).status).toBe(402);
    await admin.json('PUT', `/api/payments/${claim.id}`, { state: 'confirmed' });
    site.advance(16 * 60_000);
    expect((await open()).status).toBe(401);
    site.advance(-16 * 60_000);
    await own.json('POST', '/api/newswings_logout', {});
    expect((await open()).status).toBe(401);
    expect((await reader.json('POST', `/api/download/${name}/pass`, {})).status).toBe(402);
    expect((await site.visitor.json('POST', `/api/download/${name}/pass`, {})).status).toBe(401);
  });

  test('continues if the plan ends meanwhile; the next download is refused', async () => {
    const own = await site.as('reader');
    const claim = await declarePayment(own, 'weekly');
    const big = new File([new Uint8Array(heavyPdf(30_000_000))], newName());
    const { filename } = (await upload(editor, big)).body.data;
    const response = await fetch(`${site.address}/api/download/${filename}`, {
      headers: { authorization: `Bearer ${own.token}` },
    });
    await (await site.as('admin')).json('PUT', `/api/payments/${claim.id}`, { state: 'rejected' });
    expect((await response.bytes()).length).toBe(big.size);
    expect((await download(own, filename)).status).toBe(402);
  });
});
