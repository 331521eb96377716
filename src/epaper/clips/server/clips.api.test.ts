import { sql } from 'drizzle-orm';
import jsQR from 'jsqr';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { purgeEditions } from '#src/epaper/editions/server/editions.jobs.ts';
import type { Client } from '#test/client.ts';
import { addEdition } from '#test/factories/editions.ts';
import { declarePayment } from '#test/factories/payments.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
let editor: Client;
let payer: Client;
let id: number;
beforeAll(async () => {
  editor = await site.as('editor');
  payer = await site.as('reader');
  await declarePayment(payer);
  id = await addEdition(editor, ['Night final', 'Onion mandi', 'Secret ferry'], { title: 'Suryanagar' });
});

const top = { left: 0, top: 0, right: 0.5, bottom: 0.25 };
const clip = (client: Client, page: number, region: Record<string, number> = top, edition = id) =>
  client.json('POST', `/api/editions/${edition}/clips`, { page, ...region });

describe('clips', () => {
  test('show the exact region of the page to anyone below its masthead, with its text', async () => {
    const { status, body } = await clip(payer, 3);
    expect(status).toBe(201);
    expect(body).toMatchObject({ title: 'Suryanagar', page: 3, edition_id: id, text: 'Secret ferry', width: 1400 });
    expect((await site.visitor.get(`/api/clips/${body.code}`)).body).toEqual(body);
    const shown = await site.visitor.get(`/api${body.picture_url}`);
    expect(shown.headers.get('content-type')).toBe('image/webp');
    const drawn = await sharp(shown.body).metadata();
    expect([drawn.width, drawn.height]).toEqual([body.width, body.height]);
    const page = (await payer.get(`/api/editions/${id}/pages/3/print`)).body;
    const { width = 0, height = 0 } = await sharp(page).metadata();
    const grey = (image: Uint8Array, size?: { width: number; height: number }) =>
      (size ? sharp(image).extract({ left: 0, top: 0, ...size }) : sharp(image))
        .resize(700, 495, { fit: 'fill' })
        .greyscale()
        .raw()
        .toBuffer();
    const region = await grey(page, { width: Math.round(width / 2), height: Math.round(height / 4) });
    const part = Math.round((1352 / (width / 2)) * (height / 4));
    const top = body.height - part - 24;
    expect(top).toBeGreaterThan(150); // the masthead
    const own = await grey(await sharp(shown.body).extract({ left: 24, top, width: 1352, height: part }).toBuffer());
    const apart = own.reduce((sum, value, at) => sum + Math.abs(value - (region[at] ?? 0)), 0) / own.length;
    expect(apart).toBeLessThan(2);
  });

  test('name the page, and lead to their own page by a QR code', async () => {
    const { body } = await clip(payer, 2, { left: 0, top: 0, right: 0.2, bottom: 0.25 });
    const shown = await site.visitor.get(`/api${body.picture_url}`);
    for (const width of [body.width, 600]) {
      const { data, info } = await sharp(shown.body)
        .resize({ width })
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const code = jsQR(new Uint8ClampedArray(data), info.width, info.height);
      expect(code?.data).toMatch(new RegExp(`/clip/${body.code}$`));
    }
  });

  test('cut no letters: their edges move to the borders of columns', async () => {
    const row = { left: 0.1, top: 0.05, right: 0.16, bottom: 0.11 };
    const { body } = await clip(payer, 3, row); // through the word "ferry"
    const shown = await site.visitor.get(`/api${body.picture_url}`);
    expect(['Secret', 'Secret ferry']).toContain(body.text);
    const { data, info } = await sharp(shown.body).greyscale().raw().toBuffer({ resolveWithObject: true });
    const right = Array.from({ length: 80 }, (_, y) => data[(info.height - 30 - y) * info.width + info.width - 24]);
    expect(Math.min(...right.map((value) => value ?? 0))).toBeGreaterThan(200);
  });

  test('of a free page can be made by anyone', async () => {
    expect((await clip(site.visitor, 1)).status).toBe(201);
  });

  test('of other pages are refused without a plan', async () => {
    expect((await clip(site.visitor, 3)).status).toBe(401);
    expect((await clip(await site.as('reader'), 3)).status).toBe(402);
    expect((await clip(editor, 3)).status).toBe(201);
  });

  test.each([
    [
      'more than a third of the page',
      { left: 0, top: 0, right: 1, bottom: 0.4 },
      'A clip can be a third of the page at most.',
    ],
    ['a sliver', { left: 0, top: 0, right: 0.01, bottom: 1 }, 'The clip is too small to be read.'],
    ['a region inside out', { left: 0.5, top: 0.5, right: 0.2, bottom: 0.2 }, 'The clip is too small to be read.'],
    ['a region off the page', { left: -0.1, top: 0, right: 0.2, bottom: 0.2 }, undefined],
  ])('rejects %s', async (_, region, sentence) => {
    expect(await clip(payer, 1, region)).toMatchObject({ status: 422, body: sentence ? { error: sentence } : {} });
  });

  test('of unknown pages and editions are rejected', async () => {
    expect((await clip(payer, 4)).status).toBe(404);
    expect((await clip(payer, 1, top, 999_999)).status).toBe(404);
    expect((await site.visitor.get('/api/clips/none')).status).toBe(404);
  });

  test('disappear with their edition, and their pictures when it is purged', async () => {
    const gone = await addEdition(editor, ['Zebra']);
    const { code, picture_url } = (await clip(payer, 1, top, gone)).body;
    const shown = async () => (await site.visitor.get(`/api${picture_url}`)).status;
    await editor.delete(`/api/editions/${gone}`);
    expect((await site.visitor.get(`/api/clips/${code}`)).status).toBe(404);
    expect(await shown()).toBe(404);
    await editor.json('POST', `/api/editions/${gone}/restore`, {});
    expect(await shown()).toBe(200);
    await editor.delete(`/api/editions/${gone}`);
    const file = picture_url.replace('/static/uploads/', 'withheld/');
    expect(await site.services.files.find(file)).toBeDefined();
    const month = 31 * 86_400_000;
    site.advance(month);
    await site.services.jobs.send(purgeEditions, {});
    await expect.poll(() => site.services.files.find(file)).toBeUndefined();
  });

  test('of an edition that is deleted meanwhile are not published', async () => {
    const deleted = await addEdition(editor, ['Ibex']);
    const clipCount = async () => (await site.db.execute('SELECT count(*)::int FROM clips')).rows[0]?.count;
    const before = await clipCount();
    const refused = await site.db.transaction(async (tx) => {
      await tx.execute(sql`UPDATE editions SET deleted_at = now() WHERE id = ${deleted}`);
      const answer = clip(payer, 1, top, deleted);
      const waiting = sql`SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await expect.poll(async () => (await site.db.execute(waiting)).rows[0]?.count).toBeGreaterThan(0);
      return () => answer;
    });
    expect((await refused()).status).toBe(404);
    expect(await clipCount()).toBe(before);
  });

  test('are part of the user’s data export', async () => {
    const { code } = (await clip(payer, 2)).body;
    const { body } = await payer.get('/api/user/data');
    expect(JSON.stringify(body.clips)).toContain(code);
  });

  test('are rate-limited per reader', async () => {
    const busy = await site.as('reader');
    await site.db.execute("UPDATE rate_limits SET points = 30 WHERE key LIKE 'clips:%'");
    for (let n = 0; n < 2; n++) await clip(busy, 1);
    await site.db.execute("UPDATE rate_limits SET points = 30 WHERE key LIKE 'clips:%'");
    expect((await clip(busy, 1)).status).toBe(429);
  });
});
