// The text of paid pages is searchable, but cannot be reconstructed by searching.
import { beforeAll, expect } from 'vitest';
import type { Client } from '#test/client.ts';
import { addArticles, addEdition } from '#test/factories/editions.ts';
import { decidePayment, declarePayment, newUtr } from '#test/factories/payments.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { attack } from './attack.ts';

const site = siteForFile();
const secret = 'marigold barges crossed the estuary before anybody counted lanterns';
beforeAll(async () => {
  const admin = await site.as('admin');
  await addEdition(admin, ['The front page is free.', 'The second too.', secret]);
});

attack('14 a paid page read by phrases, word by word', async ({ refused, honest }) => {
  const known = 'marigold barges';
  const phrase = (words: string) => `/api/search?kind=page&q=${encodeURIComponent(`"${words}"`)}`;
  for (const words of [known, `${known} crossed`, secret]) {
    const { body } = await site.visitor.get(phrase(words));
    expect(body).toMatchObject({ total: 0, results: [], meant: null });
  }
  const single = await site.visitor.get('/api/search?kind=page&q=marigold');
  expect(single.body.results).toMatchObject([{ page: 3, locked: true, excerpt: [] }]);
  for (const beginning of ['marig', 'estu', 'lante'])
    expect((await site.visitor.get(`/api/search/suggestions?q=${beginning}`)).body).toEqual([]);
  expect((await site.visitor.get('/api/search?kind=page&q=marigolt')).body.meant).toBe(null);
  refused('no phrase, no suggestion, no excerpt');
  const reader = await site.as('reader');
  await declarePayment(reader, 'weekly', { utr: newUtr() });
  expect((await reader.get(phrase(`${known} crossed`))).body.results).toMatchObject([{ page: 3 }]);
  honest('found by a reader with a plan');
});

attack('14 a paid article read by its headline', async ({ refused, honest }) => {
  const admin = await site.as('admin');
  const story = (what: string) => [{ headline: `Headline of the ${what}`, text: `${what} ${secret}. `.repeat(4) }];
  const id = await addArticles(admin, [story('heron'), story('otter'), story('ibex')]);
  const article = `/api/editions/${id}/articles/3/1`;
  for (const client of [site.visitor, await site.as('reader')])
    for (const path of [article, `${article}?pass=x`]) {
      const { status, body } = await client.get(path);
      expect([status, body.title, JSON.stringify(body).includes('estuary')]).toEqual([
        200,
        'Headline of the ibex',
        false,
      ]);
    }
  refused('the headline alone');
  const reader = await site.as('reader');
  await declarePayment(reader, 'weekly', { utr: newUtr() });
  expect(JSON.stringify((await reader.get(article)).body)).toContain('estuary');
  honest('the text for a reader with a plan');
});

attack('M6 a payment is declared anew after each rejection', async ({ refused, honest }) => {
  const admin = await site.as('admin');
  const text = `The ibex ${secret}. `.repeat(4);
  const id = await addArticles(admin, [[], [], [{ headline: 'Headline of the ibex', text }]]);
  const thief = await site.as('reader');
  const reads = async (client: Client) =>
    JSON.stringify((await client.get(`/api/editions/${id}/articles/3/1`)).body).includes('estuary');
  const [first, beside] = [await declarePayment(thief), await declarePayment(thief, 'yearly')];
  expect(await reads(thief)).toBe(true);
  await decidePayment(admin, first.id, 'rejected');
  const waiting = [await reads(thief)]; // despite the second declared payment
  for (const utr of [undefined, newUtr()]) {
    await declarePayment(thief, 'weekly', { utr });
    waiting.push(await reads(thief));
  }
  expect(waiting).toEqual([false, false, false]);
  refused('nothing is open until one is confirmed');
  const other = await site.as('reader');
  await declarePayment(other);
  await decidePayment(admin, beside.id, 'confirmed');
  expect([await reads(other), await reads(thief)]).toEqual([true, true]);
  honest('the first payment of another reader opens at once, and so does a confirmed one');
});

attack('14 more questions than anybody has, by every way of asking', async ({ refused, honest }) => {
  const from = { 'x-forwarded-for': '192.0.2.7' };
  const ways = ['/api/search?q=marigold', '/api/editions/search?q=marigold'];
  const statuses: number[] = [];
  for (let n = 0; n < 160; n++)
    for (const { status } of await Promise.all(ways.map((way) => site.visitor.get(way, from)))) statuses.push(status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(300);
  expect(statuses.at(-1)).toBe(429);
  refused('429 after 300 in ten minutes');
  expect((await site.visitor.get('/api/search?q=marigold', { 'x-forwarded-for': '192.0.2.8' })).status).toBe(200);
  honest('200');
});
