import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { editionPages, editions } from '#src/epaper/pages/server/editions.tables.ts';
import { countTerms } from '#src/search-index/server/search-index.jobs.ts';
import { searchTerms } from '#src/search-index/server/search-index.tables.ts';
import type { Client } from '#test/client.ts';
import { pdfFile } from '#test/factories/pdfs.ts';
import { createStory } from '#test/factories/stories.ts';
import { decide, publish } from '#test/factories/submissions.ts';
import { siteForFile } from '#test/site-for-file.ts';
import type { SearchResponse, SearchResult } from '../search.contract.ts';

const site = siteForFile();
let editor: Client;

beforeAll(async () => {
  editor = await site.as('editor');
});

async function find(q: string, filters: Record<string, string> = {}): Promise<SearchResponse> {
  const { status, body } = await site.visitor.get(`/api/search?${new URLSearchParams({ q, ...filters })}`);
  expect(status).toBe(200);
  return body;
}
const plain = (parts: SearchResult['title']) => parts.map(({ text }) => text).join('');
const marks = (parts: SearchResult['title']) => parts.filter(({ marked }) => marked).map(({ text }) => text);
const titles = ({ results }: SearchResponse) => results.map(({ title }) => plain(title));
const suggest = async (q: string) =>
  (await site.visitor.get(`/api/search/suggestions?${new URLSearchParams({ q })}`)).body as {
    text: string;
    story: number | null;
  }[];

async function addPages(title: string, texts: string[], changes: Partial<typeof editions.$inferInsert> = {}) {
  const [edition] = await site.db
    .insert(editions)
    .values({
      period: 'weekly',
      filename: `${title}.pdf`,
      title,
      store: title,
      sizeBytes: 1,
      pages: texts.length,
      widthPt: 595,
      heightPt: 842,
      createdAt: new Date(),
      ...changes,
    })
    .returning();
  if (!edition) throw new Error('The edition was not created');
  await site.db
    .insert(editionPages)
    .values(texts.map((text, n) => ({ editionId: edition.id, page: n + 1, widthPt: 1, heightPt: 1, text, words: [] })));
  return edition;
}

describe('searching', () => {
  test('finds a story by its words in any form, matches in titles first', async () => {
    await createStory(editor, {
      news_title: 'Harbour pilots strike',
      news_description: 'Ships wait outside.\n\nThe *quayside* is silent, pilots said.',
      author: 'Meher Wadia',
    });
    await createStory(editor, { news_title: 'Fog at dawn', news_description: 'A harbour in fog. Pilots waited.' });
    const found = await find('harbours pilot');
    expect(titles(found)).toEqual(['Harbour pilots strike', 'Fog at dawn']);
    expect(found).toMatchObject({ total: 2, more_than_total: false, page: 1, pages: 1, meant: null });
    expect(marks(found.results[0]?.title ?? [])).toEqual(['Harbour', 'pilots']);
    expect(plain(found.results[0]?.excerpt ?? [])).toContain('The quayside is silent, pilots said.');
    expect(found.results[0]).toMatchObject({ kind: 'story', page: null, locked: false, label: 'Sports News' });
    expect(titles(await find('the quayside wadia'))).toEqual(['Harbour pilots strike']);
    expect(titles(await find('"pilots strike"'))).toEqual(['Harbour pilots strike']);
    expect((await find('"strike pilots"')).results).toEqual([]);
  });

  test('finds only public stories, and each change at once', async () => {
    const draft = await createStory(editor, { news_title: 'Quagga sighted', status: 'draft' });
    expect((await find('quagga')).total).toBe(0);
    expect(await suggest('quag')).toEqual([]);
    const { body } = await editor.form('PUT', `/api/admin/${draft.id}`, { status: 'published' });
    expect(titles(await find('quagga'))).toEqual(['Quagga sighted']);
    await editor.form('PUT', `/api/admin/${body.id}`, { news_title: 'Okapi sighted' });
    expect((await find('quagga')).total).toBe(0);
    expect(titles(await find('okapi'))).toEqual(['Okapi sighted']);
    await editor.delete(`/api/admin/${body.id}`);
    expect((await find('okapi')).total).toBe(0);
    await editor.json('POST', `/api/trash/${body.id}/restore`, {});
    expect(titles(await find('okapi'))).toEqual(['Okapi sighted']);
    expect((await suggest('qua')).some(({ text }) => text === 'quagga')).toBe(false);
  });

  test('finds Indian scripts in any spelling or transliteration', async () => {
    await createStory(editor, {
      news_title: 'नगर निगम चुनावों की तारीख़ तय',
      news_description: 'हिन्दी भाषी ज़िलों में मतदान।',
      language: 'hi',
    });
    for (const typed of ['चुनाव', 'chunav', 'chunaav', 'chunaw', 'तारीख', 'हिंदी', 'ज़िलों', 'जिलों', 'nagar nigam'])
      expect(titles(await find(typed)), typed).toEqual(['नगर निगम चुनावों की तारीख़ तय']);
    expect(marks((await find('chunav')).results[0]?.title ?? [])).toEqual(['चुनावों']);
    await createStory(editor, { news_title: 'சென்னையில் மழை', language: 'ta' });
    expect(titles(await find('சென்னை'))).toEqual(['சென்னையில் மழை']);
    await createStory(editor, { news_title: 'কলকাতায় বইমেলা', language: 'bn' });
    expect(titles(await find('কলকাতা'))).toEqual(['কলকাতায় বইমেলা']);
  });

  test('returns category names in the language of the request', async () => {
    await createStory(editor, { news_title: 'Quokka photographed' });
    const { body } = await site.visitor.get('/api/search?q=quokka', { 'accept-language': 'hi' });
    expect(body.results[0]).toMatchObject({ label: 'खेल समाचार', language: 'en' });
  });

  test('corrects mistyped words', async () => {
    await createStory(editor, { news_title: 'Municipal engineers inspect bridges' });
    const found = await find('enginears brigdes');
    expect(titles(found)).toEqual(['Municipal engineers inspect bridges']);
    expect(found.meant).toBe('engineers bridges');
    expect(marks(found.results[0]?.title ?? [])).toEqual(['engineers', 'bridges']);
  });

  test('corrects only to words that still occur in a document', async () => {
    const gone = await createStory(editor, { news_title: 'Dulcimar played' });
    await createStory(editor, { news_title: 'Dulcimer played' });
    await editor.delete(`/api/admin/${gone.id}`);
    expect(await find('dulcimor')).toMatchObject({ meant: 'dulcimer', total: 1 });
  });

  test('filters by kind, category and day', async () => {
    await createStory(editor, {
      news_title: 'Saffron prices',
      news_category: 'Business',
      news_sub_category: 'Markets',
    });
    await createStory(editor, { news_title: 'Saffron field', news_category: 'India', news_sub_category: 'States' });
    await addPages('Saffron weekly', ['Saffron everywhere'], { issueDate: '2020-02-03' });
    expect((await find('saffron')).total).toBe(3);
    expect(titles(await find('saffron', { kind: 'story', category: 'india' }))).toEqual(['Saffron field']);
    expect(titles(await find('saffron', { kind: 'page' }))).toEqual(['Saffron weekly']);
    expect(titles(await find('saffron', { from: '2020-02-03', to: '2020-02-03' }))).toEqual(['Saffron weekly']);
    expect((await find('saffron', { to: '2020-02-02', category: '', from: '' })).total).toBe(0);
  });

  test('finds all pages of an edition, and shows the text of free ones only', async () => {
    const edition = await addPages('Monsoon number', ['Monsoon arrives', 'Monsoon maps', 'Monsoon finance secrets']);
    const found = await find('monsoon');
    const byPage = found.results.sort((a, b) => (a.page ?? 0) - (b.page ?? 0));
    expect(byPage.map(({ page, locked }) => [page, locked])).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ]);
    expect(byPage[2]).toMatchObject({ kind: 'page', id: edition.id, excerpt: [] });
    expect(JSON.stringify(await find('secrets'))).not.toContain('finance');
    await site.db.update(editions).set({ deletedAt: new Date() }).where(eq(editions.id, edition.id));
    expect((await find('monsoon')).total).toBe(0);
    await site.db.update(editions).set({ deletedAt: null, title: 'Rain number' }).where(eq(editions.id, edition.id));
    expect(new Set(titles(await find('monsoon')))).toEqual(new Set(['Rain number']));
    await site.db.delete(editions).where(eq(editions.id, edition.id));
    expect((await find('monsoon')).total).toBe(0);
  });

  test('finds an uploaded edition once it is processed', async () => {
    await editor.form('POST', '/api/upload-pdf', {
      pdf: pdfFile('kite.pdf', ['The kite festival']),
      category: 'weekly',
    });
    await expect.poll(async () => (await find('kite festival')).total).toBe(1);
  });

  test('finds an essay while it is public, by its own words and those of its pages', async () => {
    const essay_file = pdfFile('essay.pdf', ['The wetland breathes']);
    const { id } = await publish(site, { title: 'Tadpoles of Neelbagh', abstract: 'Counted at dawn.', essay_file });
    const found = await find('tadpole dawn');
    expect(found.results).toMatchObject([{ kind: 'essay', id, page: null, locked: false, label: null }]);
    expect(plain(found.results[0]?.excerpt ?? [])).toContain('Counted at dawn.');
    expect((await find('tadpoles', { kind: 'essay' })).total).toBe(1);
    expect((await find('tadpoles', { kind: 'story' })).total).toBe(0);
    await expect.poll(async () => (await find('wetland breathes')).total).toBe(1);
    await decide(editor, id, 'rejected', { reasons: ['scope'], note: 'Withdrawn by the college.' });
    expect((await find('tadpoles')).total).toBe(0);
  });

  test('paginates the results', async () => {
    for (let n = 0; n < 23; n++) await createStory(editor, { news_title: `Walnut ${n}` });
    const [first, second] = [await find('walnut'), await find('walnut', { page: '2' })];
    expect(first).toMatchObject({ total: 23, pages: 2, page: 1 });
    expect(new Set([...titles(first), ...titles(second)]).size).toBe(23);
    const [mistyped, more] = [await find('wallnut'), await find('wallnut', { page: '2' })];
    expect(more).toMatchObject({ total: 23, pages: 2, page: 2, meant: 'walnut' });
    expect(new Set([...titles(mistyped), ...titles(more)]).size).toBe(23);
  });

  test('suggests words and titles that begin with the input', async () => {
    const { id } = await createStory(editor, { news_title: 'Zamindars of old', news_description: 'Zamindari ended.' });
    expect(await suggest('zami')).toEqual([
      { text: 'zamindari', story: null },
      { text: 'zamindars', story: null },
      { text: 'Zamindars of old', story: id },
    ]);
    expect(await suggest('old zami')).toContainEqual({ text: 'old zamindars', story: null });
    expect(await suggest('"the old-zami')).toContainEqual({ text: '"the old-zamindars', story: null });
    expect((await suggest('chun')).map(({ text }) => text)).toContain('चुनावों');
    expect(await suggest('z')).toEqual([]);
  });

  test('counts words at night, and deletes those that occur no more', async () => {
    const { id } = await createStory(editor, { news_title: 'Xylophones', news_description: 'xylophones' });
    await createStory(editor, { news_title: 'More xylophones' });
    const counted = async () =>
      (await site.db.select().from(searchTerms).where(eq(searchTerms.term, 'xylophones')))[0]?.documents;
    await site.services.jobs.send(countTerms, {});
    await expect.poll(counted).toBe(2);
    await editor.delete(`/api/admin/${id}`);
    for (const { id } of (await find('xylophones')).results) await editor.delete(`/api/admin/${id}`);
    await site.services.jobs.send(countTerms, {});
    await expect.poll(counted).toBeUndefined();
  });

  test('stores stories with the same new words at once', async () => {
    const words = Array.from(
      { length: 200 },
      (_, n) => `word${String.fromCharCode(97 + (n % 26), 97 + (n % 7))}q`,
    ).join(' ');
    const sent = Array.from({ length: 8 }, () => createStory(editor, { news_description: `${words} togetherness` }));
    await Promise.all(sent);
    expect((await find('togetherness')).total).toBe(8);
  });
});

describe('search access', () => {
  test('is public, and results contain only public documents', async () => {
    await createStory(editor, { news_title: 'Umbra', status: 'draft' });
    const { body } = await editor.get('/api/search?q=umbra');
    expect(body.total).toBe(0);
  });
});

describe('search parameters', () => {
  test.each([
    ['q', ''],
    ['q', `q=${'a'.repeat(201)}`],
    ['kind', 'q=a&kind=essays'],
    ['from', 'q=a&from=yesterday'],
    ['to', 'q=a&to=2026-02-31'],
    ['from', 'q=a&from=0000-01-01'],
    ['to', 'q=a&to=0001-01-01'],
    ['page', 'q=a&page=99999999999'],
    ['page', 'q=a&page=11'],
    ['page', 'q=a&page=0'],
  ])('reject an invalid %s: %s', async (field, query) => {
    const { status, body } = await site.visitor.get(`/api/search?${query}`);
    expect([status, Object.keys(body.fields)]).toEqual([422, [field]]);
  });

  test('reject an unknown category', async () => {
    expect((await site.visitor.get('/api/search?q=a&category=gossip')).status).toBe(404);
  });

  // Similar to ㎭㎭㎭, which is compared with it.
  beforeAll(() => createStory(editor, { news_title: 'Radar' }));

  test.each([
    '',
    ' ',
    '"',
    '""',
    '!&|()<->:*',
    "'; DROP TABLE stories",
    '\\',
    '%',
    'a:*',
    '<b>',
    '🙂',
    'the',
    'zq',
    'x'.repeat(200),
    'क'.repeat(200),
    '㌖'.repeat(200),
    '㎭'.repeat(100),
    '"the the"',
    'zqcunv',
    '\u200d',
  ])('accept any text as the query: %s', async (q) => {
    const { status, body } = await site.visitor.get(`/api/search?${new URLSearchParams({ q })}`);
    expect([status, body.query]).toEqual([200, q]);
    expect((await site.visitor.get(`/api/search/suggestions?${new URLSearchParams({ q })}`)).status).toBe(200);
  });
});
