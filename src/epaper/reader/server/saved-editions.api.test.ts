import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { addEdition, madeEdition } from '#test/factories/editions.ts';
import { declarePayment } from '#test/factories/payments.ts';
import { pdfFile } from '#test/factories/pdfs.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
const day = 86_400_000;
let editor: Client;
let reader: Client;
let payer: Client;
let id: number;
beforeAll(async () => {
  editor = await site.as('editor');
  reader = await site.as('reader');
  payer = await site.as('reader');
  await declarePayment(payer, 'weekly');
  id = await addEdition(editor, ['Night final', 'Onion mandi', 'Secret ferry']);
});

const offer = (client: Client, rendition = 'screen', edition = id) =>
  client.get(`/api/editions/${edition}/keeping?rendition=${rendition}`);
const check = (client: Client, ...ids: (number | string)[]) => client.get(`/api/editions/keeping?ids=${ids.join()}`);
const daysUntil = (until: string) => (Date.parse(until) - Date.now()) / day;

describe('saving an edition on a device', () => {
  test('returns its size, its version and the end of the plan', async () => {
    const { status, body } = await offer(payer);
    expect(status).toBe(200);
    const sizes = await Promise.all(
      [1, 2, 3].flatMap((page) =>
        ['strip', 'screen'].map(
          async (name) => (await payer.get(`/api/editions/${id}/pages/${page}/${name}`)).body.length,
        ),
      ),
    );
    expect(body.bytes).toBe(sizes.reduce((sum, size) => sum + size));
    expect((await offer(payer, 'small')).body.bytes).toBeLessThan(body.bytes);
    expect(body.until).toBe((await payer.get('/api/user/plan')).body.until);
    expect((await check(payer, id, 999_999)).body).toEqual({
      until: body.until,
      editions: [{ id, version: body.version }],
    });
  });

  test('lasts a month at most without contact to the server, also with a longer plan and for editors', async () => {
    const yearly = await site.as('reader');
    await declarePayment(yearly, 'yearly');
    for (const client of [yearly, editor]) expect(daysUntil((await offer(client)).body.until)).toBeCloseTo(30, 2);
  });

  test('is refused without a plan, and once it has ended', async () => {
    for (const call of [offer, (client: Client) => check(client, id)]) {
      expect((await call(site.visitor)).status).toBe(401);
      expect(await call(reader)).toMatchObject({ status: 402, body: { code: 'plan_needed' } });
    }
    site.advance(7 * day);
    expect((await offer(payer)).status).toBe(402);
    expect((await check(payer, id)).status).toBe(402);
  });

  test.each(['', 'x', '1,', '1,x', '1'.repeat(10), Array(101).fill(1).join()])('rejects the ids %j', async (ids) => {
    expect((await check(payer, ids)).status).toBe(422);
  });

  test('rejects other renditions', async () => {
    expect((await offer(payer, 'print')).status).toBe(422);
  });

  test('ends if the edition is withdrawn or replaced', async () => {
    const gone = await addEdition(editor, ['Zebra']);
    const { version } = (await offer(payer, 'screen', gone)).body;
    await editor.form('PUT', `/api/editions/${gone}`, { pdf: pdfFile('another.pdf', ['d']) });
    await madeEdition(editor, gone);
    expect((await check(payer, gone)).body.editions).toEqual([
      { id: gone, version: expect.not.stringMatching(version) },
    ]);
    await editor.delete(`/api/editions/${gone}`);
    expect((await check(payer, gone)).body.editions).toEqual([]);
    expect((await offer(payer, 'screen', gone)).status).toBe(404);
  });
});
