import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { translator } from '#src/messages/server-catalogue.ts';
import type { Context } from '#src/platform/context.ts';
import type { Client } from '#test/client.ts';
import { addArticles, addEdition } from '#test/factories/editions.ts';
import { printedStory, proposedOrder, publishNewspaper } from '#test/factories/newspapers.ts';
import { declarePayment } from '#test/factories/payments.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { getContents } from './articles.service.ts';

import { getOpenEdition } from './reader.service.ts';

const site = siteForFile();
const visiting = () =>
  ({ ...site.services, actor: { role: 'visitor' }, language: 'en', text: translator('en') }) as Context;
const about = (what: string) => `The ${what} was seen by many people on the quay. `.repeat(8);
let editor: Client;
let payer: Client;
let uploaded: number;
beforeAll(async () => {
  editor = await site.as('editor');
  payer = await site.as('reader');
  await declarePayment(payer);
  uploaded = await addArticles(editor, [
    [{ headline: 'Ferry sails late', text: about('ferry') }],
    [{ headline: 'Onion mandi opens', text: about('mandi') }],
    [
      { headline: 'Schools open libraries', text: about('marigold') },
      { headline: 'Jetty before the rains', text: about('jetty') },
    ],
  ]);
});

const article = (client: Client, page: number, number: number, edition = uploaded) =>
  client.get(`/api/editions/${edition}/articles/${page}/${number}`);

describe('articles of an uploaded edition', () => {
  test('have their headlines for everyone, by page', async () => {
    const { pages } = await getContents(visiting(), uploaded);
    expect(pages.map(({ page, articles }) => [page, ...articles.map(({ title }) => title)])).toEqual([
      [1, 'Ferry sails late'],
      [2, 'Onion mandi opens'],
      [3, 'Schools open libraries', 'Jetty before the rains'],
    ]);
  });

  test('have their text for those who may read the page', async () => {
    const free = await article(site.visitor, 1, 1);
    expect(free.status).toBe(200);
    expect(free.body).toMatchObject({ title: 'Ferry sails late', story_id: null, language: 'en', previous: null });
    expect(free.body.parts[0].paragraphs.join(' ')).toContain('The ferry was seen by many people on the quay.');
    expect(free.body.next).toEqual({ page: 2, number: 1, title: 'Onion mandi opens' });
    const paid = (await article(payer, 3, 1)).body;
    expect(paid.parts[0].paragraphs.join(' ')).toContain('The marigold was seen');
    expect(paid.parts[0].paragraphs.join(' ')).not.toContain('jetty');
    expect((await article(editor, 3, 2)).body.parts[0].paragraphs.join(' ')).toContain('The jetty was seen');
  });

  test('give no paid text to others, in any answer or page', async () => {
    for (const client of [site.visitor, await site.as('reader')])
      expect((await article(client, 3, 1)).body).toMatchObject({
        title: 'Schools open libraries',
        parts: [{ page: 3, paragraphs: null }],
      });
    const edition = await getOpenEdition(visiting(), uploaded, '3');
    const contents = await getContents(visiting(), uploaded);
    for (const data of [edition, contents, (await article(site.visitor, 3, 1)).body]) {
      expect(JSON.stringify(data)).toContain('Schools open libraries');
      expect(JSON.stringify(data)).not.toMatch(/marigold|jetty was|many people/);
    }
  });

  test('do not exist beyond those that were found, nor in a deleted edition', async () => {
    for (const [page, number] of [
      [1, 2],
      [4, 1],
      [3, 9],
    ] as const)
      expect((await article(payer, page, number)).status).toBe(404);
    const gone = await addEdition(editor, ['Night final']);
    await editor.delete(`/api/editions/${gone}`);
    expect((await article(payer, 1, 1, gone)).status).toBe(404);
  });

  test('are none on a page of one size of letters', async () => {
    const plain = await addEdition(editor, ['Night final', 'Onion mandi', about('secret')]);
    expect((await getContents(visiting(), plain)).pages).toEqual([]);
  });
});

test('articles of a composed edition are its stories, exactly, with the same access as their pages', async () => {
  const lead = await printedStory(editor, 'Night final at Naubat Ghat');
  for (let n = 0; n < 8; n++) await printedStory(editor, `Ferry number ${n}`);
  const id = await publishNewspaper(editor, {
    ...(await proposedOrder(editor)),
    paper: 'a4',
    title: 'News Wing, the week',
    issue_date: '2026-11-22',
  });
  const { pages } = await getContents(visiting(), id);
  const all = pages.flatMap(({ page, articles }) => articles.map((one) => ({ page, ...one })));
  expect(all.map(({ title }) => title).toSorted()).toEqual(
    ['Night final at Naubat Ghat', ...Array.from({ length: 8 }, (_, n) => `Ferry number ${n}`)].toSorted(),
  );
  const night = all.find(({ title }) => title.startsWith('Night'));
  const { body } = await article(payer, night?.page ?? 0, night?.number ?? 0, id);
  expect(body.story_id).toBe(lead.id);
  const text = body.parts.flatMap(({ paragraphs }: { paragraphs: string[] }) => paragraphs).join('\n\n');
  const printed = sql`SELECT string_agg(text, E'\n\n' ORDER BY id) AS text FROM printed_stories WHERE edition_id = ${id} AND story_id = ${lead.id}`;
  expect(`Night final at Naubat Ghat\n\n${text}`).toBe((await site.db.execute(printed)).rows[0]?.text);
  const locked = all.find(({ page }) => page > 2);
  const seen = (await article(site.visitor, locked?.page ?? 0, locked?.number ?? 0, id)).body;
  expect(
    seen.parts.every(({ page, paragraphs }: { page: number; paragraphs: unknown }) => page <= 2 || paragraphs === null),
  ).toBe(true);
  expect(seen.parts.some(({ paragraphs }: { paragraphs: unknown }) => paragraphs === null)).toBe(true);

  // A story that is no longer public has no headline here either.
  await editor.delete(`/api/admin/${lead.id}`);
  expect(JSON.stringify(await getContents(visiting(), id))).not.toContain('Night final');
  expect((await article(payer, 1, 99, id)).status).toBe(404);
});
