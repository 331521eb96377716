import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { addEdition } from '#test/factories/editions.ts';
import { declarePayment } from '#test/factories/payments.ts';
import { untilBlocked } from '#test/locks.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
let payer: Client;
let reader: Client;
let older: number;
let newer: number;
beforeAll(async () => {
  const editor = await site.as('editor');
  reader = await site.as('reader');
  payer = await site.as('reader');
  await declarePayment(payer);
  older = await addEdition(editor, ['Onion mandi opens', 'Ferry late', 'Onions are dear in the capital'], {
    title: 'Older',
    issue_date: '2026-11-01',
  });
  newer = await addEdition(editor, ['The price of an onion', 'None', 'Hidden treasure'], {
    title: 'Newer',
    issue_date: '2026-11-14',
  });
});

const search = async (client: Client, q: string, edition?: number) =>
  (await client.get(`/api/editions/search?q=${encodeURIComponent(q)}${edition ? `&edition=${edition}` : ''}`)).body;
const pages = ({ hits }: { hits: { edition_id: number; page: number }[] }) =>
  hits.map((hit) => [hit.edition_id, hit.page]);

describe('searching the pages', () => {
  test('finds words and prefixes, newest edition first, with the words marked', async () => {
    const found = await search(payer, 'ONION');
    expect(pages(found)).toEqual([
      [newer, 1],
      [older, 1],
      [older, 3],
    ]);
    expect(found.more).toBe(false);
    expect(found.hits[2]).toMatchObject({
      title: 'Older',
      issue_date: '2026-11-01',
      excerpt: [
        { text: 'Onions', hit: true },
        { text: ' are dear in the capital', hit: false },
      ],
      boxes: null,
    });
    expect(pages(await search(payer, 'onion mandi'))).toEqual([[older, 1]]);
  });

  test('in one edition returns the positions of the words on the page', async () => {
    const { hits } = await search(payer, 'onion', older);
    expect(pages({ hits })).toEqual([
      [older, 1],
      [older, 3],
    ]);
    const [box] = hits[1].boxes;
    expect(hits[1].boxes).toHaveLength(1);
    expect(box.left).toBeGreaterThan(0.05);
    expect(box.right).toBeLessThan(0.3);
    expect(box.bottom - box.top).toBeGreaterThan(0.005);
  });

  test('shows users without a plan the number of a locked page, but none of its text', async () => {
    for (const client of [site.visitor, reader]) {
      const { hits } = await search(client, 'onion', older);
      expect(hits[0].excerpt).toContainEqual({ text: 'Onion', hit: true });
      expect(hits[1]).toMatchObject({ page: 3, excerpt: null, boxes: null });
      expect(JSON.stringify(await search(client, 'treasure'))).not.toMatch(/hidden/i);
    }
  });

  test.each(['', '!*', "'", 'nowhere', ': & |', 'onion’ OR 1=1'])('%j finds nothing and causes no error', async (q) => {
    expect(await search(site.visitor, q)).toEqual({ hits: [], more: false });
  });

  test('rejects a search that is too long, and an edition that is not a number', async () => {
    expect((await site.visitor.get(`/api/editions/search?q=${'x'.repeat(101)}`)).status).toBe(422);
    expect((await site.visitor.get('/api/editions/search?q=x&edition=y')).status).toBe(422);
  });

  test('leaves out deleted editions', async () => {
    const editor = await site.as('editor');
    const gone = await addEdition(editor, ['Zebra crossing']);
    expect(pages(await search(site.visitor, 'zebra'))).toEqual([[gone, 1]]);
    await editor.delete(`/api/editions/${gone}`);
    expect(pages(await search(site.visitor, 'zebra'))).toEqual([]);
  });

  test('is rate-limited per address, over all search endpoints together', async () => {
    const places = ['/api/editions/search?q=onion', '/api/search?q=onion'];
    for (let n = 0; n < 150; n++) await Promise.all(places.map((place) => site.visitor.get(place)));
    for (const place of places) {
      const { status, headers } = await site.visitor.get(place);
      expect(status).toBe(429);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });
});

test('a page that is corrected while its edition is deleted does not come back into the search', async () => {
  const editor = await site.as('editor');
  const id = await addEdition(editor, ['Quinces']);
  const answers = await site.db.transaction(async (tx) => {
    await tx.execute(`UPDATE editions SET deleted_at = now() WHERE id = ${id}`);
    const correcting = editor.json('PUT', `/api/editions/${id}/pages/1`, { text: 'Quinces and pears' });
    await untilBlocked(site, 1);
    return [correcting];
  });
  expect(await Promise.all(answers)).toMatchObject([{ status: 404 }]);
  const { rows } = await site.db.execute(`SELECT FROM search_documents WHERE kind = 'page' AND ref = ${id}`);
  expect(rows).toEqual([]);
});
