import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { addEdition, madeEdition } from '#test/factories/editions.ts';
import { declarePayment } from '#test/factories/payments.ts';
import { pdfFile } from '#test/factories/pdfs.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
let editor: Client;
let reader: Client;
let payer: Client;
let id: number;
let other: number;
beforeAll(async () => {
  editor = await site.as('editor');
  reader = await site.as('reader');
  payer = await newPayer();
  id = await addEdition(editor, ['Night final', 'Onion mandi', 'Secret ferry', 'Last page']);
  other = await addEdition(editor, ['One', 'Two', 'Three']);
});

async function newPayer() {
  const client = await site.as('reader');
  await declarePayment(client);
  return client;
}

const picture = (page: number, rendition = 'screen', edition = id) =>
  `/api/editions/${edition}/pages/${page}/${rendition}`;
const tile = (page: number, name = '0-0') => `/api/editions/${id}/pages/${page}/tiles/${name}`;
const passOf = async (client: Client, edition = id): Promise<string> =>
  (await client.send('POST', `/api/editions/${edition}/pass`)).body.pass;
const withPass = (path: string, pass: string) => site.visitor.get(`${path}?pass=${encodeURIComponent(pass)}`);

describe('pictures of pages', () => {
  test('of the first two are public, in every rendition and as tiles', async () => {
    for (const [rendition, width] of Object.entries({ strip: 200, small: 800, screen: 1400, print: 2800 })) {
      const { status, headers, body } = await site.visitor.get(picture(2, rendition));
      expect([rendition, status, headers.get('content-type')]).toEqual([rendition, 200, 'image/webp']);
      expect(headers.get('cache-control')).toBe('public, max-age=86400');
      expect((await sharp(body).metadata()).width).toBe(width);
    }
    const { status, body } = await site.visitor.get(tile(1, '4-7'));
    expect(status).toBe(200);
    expect(await sharp(body).metadata()).toMatchObject({ width: 840, height: 60 });
  });

  test('are AVIF for browsers that accept it, if there is one', async () => {
    const accept = { accept: 'image/avif,image/webp,*/*' };
    for (const rendition of ['small', 'screen']) {
      const [avif, webp] = [
        await site.visitor.get(picture(1, rendition), accept),
        await site.visitor.get(picture(1, rendition)),
      ];
      expect([avif.status, avif.headers.get('content-type'), webp.headers.get('content-type')]).toEqual([
        200,
        'image/avif',
        'image/webp',
      ]);
      expect(avif.headers.get('vary')).toMatch(/accept\b(?!-)/);
      expect(avif.headers.get('etag')).not.toBe(webp.headers.get('etag'));
      const { width, height } = await sharp(webp.body).metadata();
      expect(await sharp(avif.body).metadata()).toMatchObject({ format: 'heif', width, height });
    }
    expect((await site.visitor.get(picture(1, 'strip'), accept)).headers.get('content-type')).toBe('image/webp');
    expect((await site.visitor.get(picture(3), accept)).status).toBe(401);
    expect((await payer.get(picture(3), { ...accept, range: 'bytes=0-9' })).status).toBe(206);
  });

  test('as tiles form the page, and are rendered once for simultaneous requests', async () => {
    const names = ['0-0', '1-0', '2-0', '0-1', '1-1', '2-1'];
    const tiles = await Promise.all(names.map((name) => site.visitor.get(tile(2, name))));
    expect(tiles.map(({ status }) => status)).toEqual(names.map(() => 200));
    const parts = tiles.map(({ body }, index) => ({
      input: body,
      left: (index % 3) * 840,
      top: Math.floor(index / 3) * 840,
    }));
    const sheet = { create: { width: 2520, height: 1680, channels: 3 as const, background: '#fff' } };
    const joined = await sharp(sheet).composite(parts).png().toBuffer();
    const print = (await site.visitor.get(picture(2, 'print'))).body;
    const same = await sharp(print)
      .extract({ left: 0, top: 0, width: 1680, height: 1120 })
      .greyscale()
      .raw()
      .toBuffer();
    const small = await sharp(joined).resize(1680, 1120).greyscale().raw().toBuffer();
    const apart = same.reduce((sum, value, at) => sum + Math.abs(value - (small[at] ?? 0)), 0) / same.length;
    expect(apart).toBeLessThan(1);
  });

  test('of other pages need a signed URL, or the token of an editor or of a reader with a plan', async () => {
    const { headers } = await withPass(picture(3), await passOf(payer));
    expect(headers.get('cache-control')).toBe('private, max-age=900');
    for (const pass of [await passOf(payer), await passOf(editor)]) {
      expect((await withPass(picture(3), pass)).status).toBe(200);
      expect((await withPass(tile(4), pass)).status).toBe(200);
    }
    for (const client of [payer, editor, await site.as('admin')])
      expect((await client.get(picture(4, 'strip'))).status).toBe(200);
    const etag = headers.get('etag') ?? '';
    expect((await payer.get(picture(3), { 'if-none-match': etag })).status).toBe(304);
    const part = await payer.get(picture(3), { range: 'bytes=0-99' });
    expect([part.status, part.body.length]).toEqual([206, 100]);
  });

  test('of other pages are refused without access, whole and in part', async () => {
    const paths = [picture(3), picture(3, 'strip'), picture(4, 'print'), tile(3)];
    for (const path of paths) {
      expect(await site.visitor.get(path)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
      expect((await site.visitor.get(path, { range: 'bytes=0-99' })).status).toBe(401);
      expect((await site.visitor.get(path, { 'if-none-match': '*' })).status).toBe(401);
      expect(await reader.get(path)).toMatchObject({ status: 402, body: { code: 'plan_needed' } });
      expect((await reader.get(path, { range: 'bytes=0-99' })).status).toBe(402);
    }
  });

  test('are refused with a signed URL that is forged, expired, or of another edition or ended session', async () => {
    const pass = await passOf(payer);
    const [head, , seal] = pass.split('.');
    const claims = Buffer.from(
      JSON.stringify({ sub: `pages ${id} x`, aud: 'pass', sid: 'x', exp: 9_999_999_999 }),
    ).toString('base64url');
    const leaver = await newPayer();
    const left = await passOf(leaver);
    expect((await withPass(picture(3), left)).status).toBe(200);
    await leaver.send('POST', '/api/newswings_logout');
    for (const bad of [
      '',
      'x',
      `${head}.${claims}.${seal}`,
      `${pass}x`,
      await passOf(payer, other),
      left,
      payer.token ?? '',
    ])
      expect([bad, (await withPass(picture(3), bad)).status]).toEqual([bad, 401]);
    // Another user's signed URL does not help a request that has a token of its own.
    expect((await reader.get(`${picture(3)}?pass=${pass}`)).status).toBe(402);
    expect((await withPass(picture(3), pass)).status).toBe(200);
    site.advance(15 * 60_000 + 1000);
    expect((await withPass(picture(3), pass)).status).toBe(401);
  });

  test('are refused when the plan ends, even if the signed URL is still valid', async () => {
    const lapsing = await newPayer();
    const pass = await passOf(lapsing);
    expect((await withPass(picture(3), pass)).status).toBe(200);
    await site.db.execute(
      `UPDATE payment_claims SET state = 'rejected' WHERE user_id = (SELECT max(user_id) FROM payment_claims)`,
    );
    expect((await withPass(picture(3), pass)).status).toBe(402);
    expect((await lapsing.send('POST', `/api/editions/${id}/pass`)).status).toBe(402);
  });

  test('get no signed URL for visitors or without a plan', async () => {
    expect((await site.visitor.send('POST', `/api/editions/${id}/pass`)).status).toBe(401);
    expect((await reader.send('POST', `/api/editions/${id}/pass`)).status).toBe(402);
    expect((await payer.send('POST', '/api/editions/999999/pass')).status).toBe(404);
  });

  test.each([
    ['another page', () => picture(5), 404],
    ['another edition', () => picture(1, 'screen', 999_999), 404],
    ['a tile beyond the page', () => tile(1, '5-0'), 404],
    ['a tile without a name', () => tile(1, '..%2F..'), 404],
    ['another rendition', () => picture(1, 'edition.pdf'), 404],
  ])('rejects %s', async (_, path, status) => {
    expect((await payer.get(path())).status).toBe(status);
  });

  test('of a deleted edition are gone, and those of a replaced one need a new signed URL', async () => {
    const gone = await addEdition(editor, ['a', 'b', 'c']);
    const pass = await passOf(payer, gone);
    expect((await withPass(picture(3, 'screen', gone), pass)).status).toBe(200);
    await editor.form('PUT', `/api/editions/${gone}`, { pdf: pdfFile('new.pdf', ['d', 'e', 'f']) });
    await madeEdition(editor, gone);
    expect((await withPass(picture(3, 'screen', gone), pass)).status).toBe(401);
    await editor.delete(`/api/editions/${gone}`);
    expect((await payer.get(picture(3, 'screen', gone))).status).toBe(404);
    expect((await site.visitor.get(picture(1, 'screen', gone))).status).toBe(404);
  });
});

describe('texts of pages', () => {
  const text = (page: number) => `/api/editions/${id}/pages/${page}`;

  test('of the first two are public, those of the others need a plan', async () => {
    const free = {
      page: 2,
      paragraphs: ['Onion mandi'],
      language: 'en',
      garbled: false,
      partly: false,
      corrected: false,
      version: expect.any(Number),
    };
    expect((await site.visitor.get(text(2))).body).toEqual(free);
    expect((await payer.get(text(3))).body.paragraphs).toEqual(['Secret ferry']);
    expect((await editor.get(text(3))).status).toBe(200);
  });

  test('of the others are refused without a plan, even with a signed URL for pictures', async () => {
    expect((await site.visitor.get(text(3))).status).toBe(401);
    expect((await reader.get(text(3))).status).toBe(402);
    expect((await site.visitor.get(`${text(3)}?pass=${await passOf(payer)}`)).status).toBe(401);
  });

  test('are hidden if garbled, until an editor corrects them, which is audited', async () => {
    const kruti = "Hkkjr ljdkj us vkt dgk fd ;g ;kstuk iwjs ns'k esa ykxw gksxh vkSj fdlkuksa dks";
    const garbled = await addEdition(editor, [kruti]);
    const path = `/api/editions/${garbled}/pages/1`;
    expect((await site.visitor.get(path)).body).toMatchObject({ garbled: true, paragraphs: [] });
    const correction = { text: 'भारत सरकार ने आज कहा।' };
    for (const [client, status] of [
      [site.visitor, 401],
      [payer, 403],
    ] as const)
      expect((await client.json('PUT', path, correction)).status).toBe(status);
    expect((await editor.json('PUT', `/api/editions/${garbled}/pages/2`, correction)).status).toBe(404);
    expect((await editor.json('PUT', path, { text: 7 })).status).toBe(422);

    expect((await editor.json('PUT', path, correction)).status).toBe(200);
    const shown = (await site.visitor.get(path)).body;
    expect(shown).toMatchObject({ corrected: true, garbled: false, language: 'hi', paragraphs: [correction.text] });
    const { rows } = await site.db.execute(
      `SELECT details FROM audit_log WHERE action = 'edition.text_corrected' AND subject = 'edition ${garbled}'`,
    );
    expect(rows).toEqual([{ details: { page: 1 } }]);
    expect((await site.visitor.get('/api/editions/search?q=सरकार')).body.hits).toMatchObject([{ edition_id: garbled }]);
    // The correction survives when the page is processed again.
    await editor.send('POST', `/api/editions/${garbled}/prepare`);
    await madeEdition(editor, garbled);
    expect((await site.visitor.get(path)).body.corrected).toBe(true);
    await editor.json('PUT', path, { text: ' ' });
    expect((await site.visitor.get(path)).body).toMatchObject({ corrected: false, garbled: true });
  });

  test('a correction with an old version gets the current text, and may then replace it', async () => {
    const path = `/api/editions/${await addEdition(editor, ['Onion mandi'])}/pages/1`;
    const { version } = (await editor.get(path)).body;
    const first = await editor.json('PUT', path, { text: 'The first', version });
    expect(first).toMatchObject({ status: 200, body: { paragraphs: ['The first'] } });
    expect(first.body.version).toBeGreaterThan(version);
    const second = await editor.json('PUT', path, { text: 'The second', version });
    expect(second).toMatchObject({ status: 409, body: { code: 'conflict', current: first.body } });
    expect((await editor.get(path)).body).toEqual(first.body);
    const again = await editor.json('PUT', path, { text: 'The second', version: first.body.version });
    expect(again).toMatchObject({ status: 200, body: { paragraphs: ['The second'] } });
    expect((await editor.json('PUT', path, { text: 'Of an old client' })).status).toBe(200);
  });

  test('of corrections that arrive together one is stored, the others are refused', async () => {
    const path = `/api/editions/${await addEdition(editor, ['Onion mandi'])}/pages/1`;
    const { version } = (await editor.get(path)).body;
    const texts = ['One', 'Two', 'Three', 'Four'];
    const answers = await Promise.all(texts.map((text) => editor.json('PUT', path, { text, version })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const stored = answers.find(({ status }) => status === 200)?.body;
    expect((await editor.get(path)).body).toEqual(stored);
  });

  test('a correction of a replaced PDF is not stored for the new one', async () => {
    const id = await addEdition(editor, ['Onion mandi']);
    const path = `/api/editions/${id}/pages/1`;
    const { version } = (await editor.get(path)).body;
    await editor.form('PUT', `/api/editions/${id}`, { pdf: pdfFile('other.pdf', ['Ferry']) });
    await madeEdition(editor, id);
    expect((await editor.json('PUT', path, { text: 'Onion market', version })).status).toBe(409);
    expect((await editor.get(path)).body.paragraphs).toEqual(['Ferry']);
  });
});
