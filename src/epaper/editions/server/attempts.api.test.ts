import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { addEdition } from '#test/factories/editions.ts';
import { declarePayment } from '#test/factories/payments.ts';
import { siteForFile } from '#test/site-for-file.ts';

// All ways to page 3 for users without a running plan: every attempt of each of them is refused.
const site = siteForFile();
const day = 86_400_000;
let id: number;
let other: number;
let filename: string;
let payer: Client;
let reader: Client;
let lapsed: Client;
const passes: Record<string, string> = {};

beforeAll(async () => {
  const editor = await site.as('editor');
  [payer, reader, lapsed] = [await site.as('reader'), await site.as('reader'), await site.as('reader')];
  const leaver = await site.as('reader');
  id = await addEdition(editor, ['Night final', 'Onion mandi', 'Hidden rhubarb below'], { title: 'Attempts' });
  other = await addEdition(editor, ['One', 'Two', 'Three']);
  const listed: { id: number; filename: string }[] = (await site.visitor.get('/api/pdfs')).body;
  filename = encodeURIComponent(listed.find((report) => report.id === id)?.filename ?? '');
  const pass = async (client: Client, edition = id): Promise<string> =>
    (await client.send('POST', `/api/editions/${edition}/pass`)).body.pass;
  await declarePayment(lapsed, 'weekly');
  // Long enough ago that the signed URL, the plan and the link have expired.
  passes.old = await pass(lapsed);
  const download = await lapsed.send('POST', `/api/download/${filename}/pass`);
  passes.download = new URL(download.body.url, site.address).searchParams.get('pass') ?? '';
  site.advance(8 * day);
  await declarePayment(payer);
  await declarePayment(leaver);
  passes.left = await pass(leaver);
  await leaver.send('POST', '/api/newswings_logout');
  passes.elsewhere = await pass(payer, other);
});

const renditions = ['strip', 'small', 'screen', 'print', 'tiles/0-0'];
const pictures = () => renditions.map((name) => `/api/editions/${id}/pages/3/${name}`);
const ranges = [{}, { range: 'bytes=0-99' }, { range: 'bytes=-1' }, { 'if-none-match': '*' }];

const strangers = () => [
  { who: 'a visitor', client: site.visitor, status: 401 },
  { who: 'a reader without a plan', client: reader, status: 402 },
  { who: 'a reader whose plan has ended', client: lapsed, status: 402 },
];

describe('page 3 is refused without a plan', () => {
  test('by its address, whole and in part', async () => {
    for (const { who, client, status } of strangers())
      for (const path of pictures())
        for (const headers of ranges)
          expect([who, path, headers, (await client.get(path, headers)).status]).toEqual([who, path, headers, status]);
  });

  test('by signed URLs that are expired, logged out or for another resource, and by a token', async () => {
    for (const [name, pass] of [...Object.entries(passes), ['token', payer.token ?? '']] as const)
      for (const path of pictures())
        for (const headers of ranges) {
          const { status } = await site.visitor.get(`${path}?pass=${pass}`, headers);
          expect([name, path, headers, status]).toEqual([name, path, headers, 401]);
        }
  });

  test('by another user’s signed URL, if the request has a token of its own', async () => {
    const { pass } = (await payer.send('POST', `/api/editions/${id}/pass`)).body;
    for (const path of pictures()) expect((await reader.get(`${path}?pass=${pass}`)).status).toBe(402);
    expect((await site.visitor.get(`${pictures()[0]}?pass=${pass}`)).status).toBe(200);
  });

  test('as text, as clips, as a saved edition and as the whole PDF', async () => {
    const region = JSON.stringify({ page: 3, left: 0, top: 0, right: 0.5, bottom: 0.25 });
    const json = { 'content-type': 'application/json' };
    const edition = `/api/editions/${id}`;
    for (const { who, client, status } of strangers()) {
      const answers = await Promise.all([
        client.get(`${edition}/pages/3`),
        client.get(`${edition}/pages/3?pass=${passes.old}`),
        client.send('POST', `${edition}/clips`, { body: region, headers: json }),
        client.send('POST', `${edition}/clips?pass=${passes.old}`, { body: region, headers: json }),
        client.send('POST', `${edition}/pass`),
        client.get(`${edition}/keeping?rendition=screen`),
        client.get(`/api/editions/keeping?ids=${id}`),
        client.get(`/api/download/${filename}`),
        client.get(`/api/download/${filename}`, { range: 'bytes=0-99' }),
        client.send('POST', `/api/download/${filename}/pass`),
      ]);
      expect([who, answers.map((answer) => answer.status)]).toEqual([who, answers.map(() => status)]);
      // For a signed download URL only the signature is checked.
      for (const pass of Object.values(passes))
        expect((await site.visitor.get(`/api/download/${filename}?pass=${pass}`)).status).toBe(401);
    }
  });

  test('by searching: the results contain the page number, but not its text', async () => {
    for (const { client } of strangers())
      for (const path of [
        `/api/editions/search?q=rhubarb&edition=${id}`,
        '/api/editions/search?q=rhubarb',
        `/api/editions/search?q=rhubarb&pass=${passes.old}`,
        '/api/search?q=rhubarb',
      ]) {
        const { status, body } = await client.get(path);
        expect([path, status]).toEqual([path, 200]);
        expect([path, JSON.stringify(body)]).not.toEqual([path, expect.stringMatching(/hidden|below|"boxes":\[/i)]);
      }
  });

  test('by the paths of public files', async () => {
    const { rows } = await site.db.execute(`SELECT store FROM editions WHERE id = ${id}`);
    const { store } = rows[0] as { store: string };
    for (const name of [`${store}/3-1400.webp`, `../editions/${store}/3-1400.webp`, '3-1400.webp'])
      for (const folder of ['/api/static/uploads/', '/api/share/', '/api/download/'])
        expect((await site.visitor.get(folder + encodeURIComponent(name))).status).toBeOneOf([401, 404]);
    expect((await site.visitor.get(`/api/download/${encodeURIComponent(`${store}/edition.pdf`)}`)).status).toBe(401);
  });
});
