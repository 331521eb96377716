import { beforeAll, describe, expect, test } from 'vitest';
import { translator } from '#src/messages/server-catalogue.ts';
import type { Client } from '#test/client.ts';
import { hindi, printedStory, proposedOrder, publishNewspaper, tamil } from '#test/factories/newspapers.ts';
import { greenShare, pictureFile, pictureWithSubject } from '#test/factories/pictures.ts';
import { pdfText } from '#test/pdf-text.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { getNewestPrintedEdition } from './compose.service.ts';
import { describeEdition } from './newspaper.template.ts';

const site = siteForFile();
let editor: Client;
let lead: number;
let inHindi: number;
beforeAll(async () => {
  editor = await site.as('editor');
  lead = (await printedStory(editor, 'Night final at Naubat Ghat', { image: await pictureFile(600, 400) })).id;
  inHindi = (await printedStory(editor, 'बाज़ार की सड़क', { language: 'hi' }, `${hindi} `)).id;
  await printedStory(editor, 'கடலுக்குப் போகும் நேரம்', { language: 'ta' }, `${tamil} `);
  for (const title of ['Onion mandi', 'Ferry late']) await printedStory(editor, title);
  const table = '\n\n| Ward | Votes |\n|---|--:|\n| Naubat Ghat | 1,204 |\n| Chowk | 98 |';
  const list = 'First, a paragraph of the rules.\n\n1. Come early\n2. Stay late\n\nThen another paragraph.';
  await printedStory(editor, 'Roof gardens', {
    news_description: list + table,
    image: await pictureFile(1600, 900),
    image_caption: 'A roof',
  });
});

const compose = (client: Client, query: string) => client.get(`/api/compose?${query}`);
const preview = (client: Client, body: object) => client.json('POST', '/api/compose/preview', body);
const publish = (client: Client, body: object) => client.json('POST', '/api/compositions', body);

describe('the proposal', () => {
  test('contains the stories published in the period, with order and weight', async () => {
    const day = new Date().toISOString().slice(0, 10);
    const { status, body } = await compose(editor, `category=yearly&day=${day}`);
    expect(status).toBe(200);
    expect(body.from).toMatch(/-01-01$/);
    expect(body.stories).toHaveLength(6);
    expect(body.stories[0]).toMatchObject({ id: lead, weight: 'lead', category: 'Sports News' });
    expect((await compose(editor, 'category=monthly&day=2020-02-02')).body).toMatchObject({
      from: '2020-02-01',
      to: '2020-02-29',
      stories: [],
    });
  });

  test('is for editors only', async () => {
    const query = 'category=weekly&day=2026-11-21';
    expect((await compose(site.visitor, query)).status).toBe(401);
    expect((await compose(await site.as('reader'), query)).status).toBe(403);
  });

  test('needs a period and a day', async () => {
    expect((await compose(editor, 'category=weekly&day=2026-02-30')).body.fields).toHaveProperty('day');
    expect((await compose(editor, 'category=daily&day=2026-11-21')).status).toBe(422);
  });
});

describe('the preview', () => {
  test('is a picture of a page, with warnings', async () => {
    const order = await proposedOrder(editor);
    const { status, body } = await preview(editor, { ...order, page: 1 });
    expect(status).toBe(200);
    expect([body.page, body.more]).toEqual([1, true]);
    expect(body.picture).toMatch(/^data:image\/webp;base64,/);
    expect(body.warnings).toEqual([{ story_id: lead, kind: 'small_picture', letters: '' }]);
    const last = await preview(editor, { ...order, paper: 'a4', page: 99 });
    expect(last.body.page).toBeGreaterThan(1);
    expect(last.body.more).toBe(false);
  });

  test('crops a picture by its focal point', async () => {
    const image = await pictureWithSubject();
    const { id } = await printedStory(editor, 'A head near the edge', { image, image_caption: 'A head' });
    const order = { ...(await proposedOrder(editor)), stories: [{ id, weight: 'lead' }], page: 1 };
    const printed = async () => {
      const { body } = await preview(editor, order);
      return greenShare(Buffer.from(body.picture.split(',')[1], 'base64'));
    };
    expect(await printed()).toBe(0);
    await editor.form('PUT', `/api/admin/${id}`, { image_focus_y: 4 });
    expect(await printed()).toBeGreaterThan(0.001);
    await editor.delete(`/api/admin/${id}`);
  });

  test('is for editors only', async () => {
    const order = { ...(await proposedOrder(editor)), page: 1 };
    expect((await preview(site.visitor, order)).status).toBe(401);
    expect((await preview(await site.as('reader'), order)).status).toBe(403);
  });

  test('rejects missing, unknown and repeated stories, and reversed days', async () => {
    const order = { ...(await proposedOrder(editor)), page: 1 };
    expect((await preview(editor, { ...order, stories: [] })).body.fields).toHaveProperty('stories');
    const strange = { ...order, stories: [{ id: 2_000_000, weight: 'lead' }] };
    expect((await preview(editor, strange)).body.fields).toHaveProperty('stories');
    const twice = { ...order, stories: [order.stories[0], order.stories[0]] };
    expect((await preview(editor, twice)).body.fields).toHaveProperty('stories');
    expect((await preview(editor, { ...order, from: order.to, to: order.from })).body.fields).toHaveProperty('to');
  });
});

test('notes in a story are in its language, the words around it in the language of the order', () => {
  const ctx = { ...site.services, language: 'en' as const, text: translator('en') };
  const words = describeEdition(ctx, 'weekly', { from: '2026-11-16', to: '2026-11-22' }, 1);
  expect(words.indexTitle).toBe('Index');
  expect(words.notes.en?.on).toBe('Continued on page {page}');
  expect(words.notes.hi?.on).toBe('शेष पृष्ठ {page} पर');
  expect(words.notes.ur?.from).toBe('صفحہ {page} سے جاری');
});

describe('publishing', () => {
  test('adds a PDF to the library, with the stories and words of its pages', async () => {
    const order = await proposedOrder(editor);
    const id = await publishNewspaper(editor, { ...order, title: 'News Wing, this week', issue_date: order.to });
    const [report] = (await site.visitor.get('/api/pdfs')).body;
    expect(report).toMatchObject({
      id,
      category: 'weekly',
      filename: 'News Wing, this week.pdf',
      issue_date: order.to,
    });
    expect(report.thumbnail_url).toBeTruthy();

    const text = (await site.visitor.get(`/api/editions/${id}/pages/1`)).body;
    expect(text.garbled).toBe(false);
    const read = [1, 2].slice(0, report.pages).map((page) => editor.get(`/api/editions/${id}/pages/${page}`));
    const paragraphs = (await Promise.all(read)).flatMap(({ body }) => body.paragraphs);
    expect(paragraphs).toContain('बाज़ार की सड़क'.normalize('NFC'));
    expect(paragraphs.join(' ')).toContain(tamil);
    expect(paragraphs).toContain('Naubat Ghat, 1,204');

    const pdf = (await editor.get(`/api/download/${encodeURIComponent(report.filename)}`)).body;
    expect(await pdfText(pdf)).toContain('Naubat Ghat 1,204 Chowk 98');
    const objects = Buffer.from(pdf).toString('latin1'); // its tags and their text are uncompressed
    expect(objects).toMatch(/\/Type \/StructTreeRoot/);
    expect(objects).toMatch(/\/MarkInfo <<\s+\/Marked true/);
    expect(objects).toContain('/Lang (en)');
    expect(objects).toContain('/Lang (hi)');
    expect(objects).toContain('/Alt (Night final at Naubat Ghat)'); // a picture without a caption
    for (const tag of ['H1', 'H2', 'P', 'Figure', 'L', 'LI', 'Caption', 'Table', 'TR', 'TH', 'TD'])
      expect(objects, tag).toContain(`/S /${tag}\n`);

    const printed = await getNewestPrintedEdition(site, inHindi);
    expect(printed).toMatchObject({ editionId: id, title: 'News Wing, this week', issueDate: order.to });
    const query = `q=${encodeURIComponent('दुकानदारों')}&edition=${id}`;
    const { hits } = (await editor.get(`/api/editions/search?${query}`)).body;
    expect(hits[0].page).toBe(printed?.page);
    expect(hits[0].boxes.length).toBeGreaterThan(0);
    expect((await editor.send('DELETE', `/api/editions/${id}`)).status).toBe(200);
    expect(await getNewestPrintedEdition(site, inHindi)).toBeNull();
  });

  test('is for editors only, and so is its state', async () => {
    const order = { ...(await proposedOrder(editor)), title: 'Mine', issue_date: '2026-11-21' };
    for (const client of [site.visitor, await site.as('reader')]) {
      const status = client === site.visitor ? 401 : 403;
      expect((await publish(client, order)).status).toBe(status);
      expect((await client.get('/api/compositions/1')).status).toBe(status);
    }
  });

  test('needs a title, a day and stories of the period', async () => {
    const order = { ...(await proposedOrder(editor)), title: ' ', issue_date: 'soon' };
    expect(Object.keys((await publish(editor, order)).body.fields)).toEqual(['title', 'issue_date']);
    const strange = { ...order, title: 'This', issue_date: '2026-11-21', stories: [{ id: 2_000_000, weight: 'lead' }] };
    expect((await publish(editor, strange)).body.fields).toHaveProperty('stories');
    expect((await editor.get('/api/compositions/999999')).status).toBe(404);
  });
});
