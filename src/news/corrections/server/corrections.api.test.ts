import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Language } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import { getStoryPage } from '#src/news/published/server/reading.service.ts';
import type { Context } from '#src/platform/context.ts';
import { addDays, isoDate } from '#src/rules/calendar.rules.ts';
import type { Client } from '#test/client.ts';
import { createAuthor } from '#test/factories/authors.ts';
import { createStory } from '#test/factories/stories.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { getCorrections } from './corrections.service.ts';

const site = siteForFile({ SITE_URL: 'https://paper.test' });
let editor: Client;

beforeAll(async () => {
  editor = await site.as('editor');
});

const correction = { kind: 'correction', text: 'Not **40**, but 14 lakh.' };
const add = (client: Client, id: number, body: object = correction) =>
  client.json('POST', `/api/stories/${id}/corrections`, body);
const today = () => isoDate(site.services.now());
const visitor = (language: Language = 'en') =>
  ({ ...site.services, actor: { role: 'visitor' }, language, text: translator(language) }) as Context;
const block = (attributes: string, words = 'Words.') => `It rains.\n\n:::correction{${attributes}}\n${words}\n:::`;

describe('works', () => {
  test('a correction is added to the text, listed, and recorded', async () => {
    const { id, version } = await createStory(editor, { news_title: 'Canal budget' });
    const { status, body } = await add(editor, id, { ...correction, version });
    expect(status).toBe(200);
    expect(body).toMatchObject({ version: version + 1 });
    expect(body.news_description).toMatch(
      /came after\.\n\n:::correction\{date=[\d-]{10}\}\nNot \*\*40\*\*, but 14 lakh\.\n:::$/,
    );
    const [entry] = (await getCorrections(visitor(), {})).corrections;
    expect(entry).toEqual({
      kind: 'correction',
      date: today(),
      text: 'Not 40, but 14 lakh.',
      storyId: id,
      place: 1,
      title: 'Canal budget',
      language: 'en',
    });
    expect((await getStoryPage(visitor(), id)).corrections).toEqual([
      { kind: 'correction', date: today(), text: 'Not 40, but 14 lakh.' },
    ]);
    const { events } = (await editor.get(`/api/stories/${id}/events`)).body;
    expect(events.map(({ action }: { action: string }) => action)).toContain('story.corrected');
  });

  test('what others have changed since stays', async () => {
    const { id, version } = await createStory(editor);
    await editor.form('PUT', `/api/admin/${id}`, { news_title: 'Another title' });
    const { body } = await add(editor, id, { ...correction, version });
    expect(body.news_title).toBe('Another title');
    expect(body.news_description).toContain(':::correction');
  });

  test('the name of an author who was deleted since stays', async () => {
    const [asha, ravi] = [await createAuthor(editor), await createAuthor(editor)];
    const { id, author } = await createStory(editor, { authors: `${asha.id},${ravi.id}` });
    expect((await editor.delete(`/api/authors/${asha.id}`)).status).toBe(200);
    expect(author).toContain(asha.name);
    expect((await add(editor, id)).body.author).toBe(author);
  });

  test('corrections follow the text: typed, changed, restored, and in the trash', async () => {
    const story = await createStory(editor, { news_description: block('kind=clarification date=2026-11-02') });
    const listed = async () =>
      (await getCorrections(visitor(), {})).corrections
        .filter(({ storyId }) => storyId === story.id)
        .map(({ text }) => text);
    expect(await listed()).toEqual(['Words.']);
    await editor.form('PUT', `/api/admin/${story.id}`, { news_description: 'None.' });
    expect(await listed()).toEqual([]);
    await editor.json('POST', `/api/stories/${story.id}/revisions/1/restore`, { version: 2 });
    expect(await listed()).toEqual(['Words.']);
    await editor.delete(`/api/admin/${story.id}`);
    expect(await listed()).toEqual([]);
  });

  test('the list is by date, newest first, in pages without gaps', async () => {
    const description = Array.from({ length: 40 }, (_, day) =>
      block(
        `date=2025-${String(1 + Math.floor(day / 28)).padStart(2, '0')}-${String(1 + (day % 28)).padStart(2, '0')}`,
        `No. ${day}`,
      ),
    ).join('\n\n');
    const { id } = await createStory(editor, { news_description: description, language: 'mr' });
    const first = await getCorrections(visitor('mr'), { order: 'only' });
    expect(first.corrections).toHaveLength(30);
    const second = await getCorrections(visitor('mr'), { order: 'only', cursor: first.nextCursor ?? '' });
    const all = [...first.corrections, ...second.corrections].filter(({ storyId }) => storyId === id);
    expect(all.map(({ text }) => text)).toEqual(Array.from({ length: 40 }, (_, index) => `No. ${39 - index}`));
    expect(second.nextCursor).toBe(null);
  });

  test('a language has its own list, then those of others', async () => {
    const { id } = await createStory(editor, { language: 'hi', news_description: block('date=2026-11-01') });
    const page = await getCorrections(visitor('hi'), {});
    expect(page.corrections.map(({ storyId }) => storyId)).toEqual([id]);
    expect(page.others.length).toBeGreaterThan(0);
    const all = await getCorrections(visitor('ta'), {});
    expect([all.order, all.corrections.length > 1]).toEqual(['all', true]);
  });

  test('feeds have the corrections as items', async () => {
    const rss = await site.visitor.get('/corrections/feed.xml');
    expect([rss.status, rss.headers.get('content-type')]).toEqual([200, 'application/rss+xml; charset=utf-8']);
    const text = Buffer.from(rss.body).toString();
    expect(XMLValidator.validate(text)).toBe(true);
    const { channel } = new XMLParser({ isArray: (name) => name === 'item' }).parse(text).rss;
    const item = channel.item.find(({ title }: { title: string }) => title === 'Correction: Canal budget');
    expect(item).toMatchObject({ description: 'Not 40, but 14 lakh.' });
    expect(item.link).toMatch(/^https:\/\/paper\.test\/news\/\d+$/);
    const atom = Buffer.from((await site.visitor.get('/hi/corrections/atom.xml')).body).toString();
    expect(atom).toContain('https://paper.test/hi/corrections/atom.xml');
    const { items } = (await site.visitor.get('/corrections/feed.json')).body;
    expect(items[0]).toMatchObject({ id: expect.stringMatching(/\/news\/\d+#correction-1$/) });
    const sitemap = Buffer.from((await site.visitor.get('/sitemaps/pages.xml')).body).toString();
    expect(sitemap).toContain('https://paper.test/corrections<');
  });

  test('stories that were corrected lately, once each, the same for everybody', async () => {
    const early = isoDate(addDays(site.services.now(), -91));
    const twice = await createStory(editor, {
      news_description: `${block('date=2026-01-01')}\n\n${block(`date=${today()}`)}`,
    });
    const long = await createStory(editor, { news_description: block(`date=${early}`) });
    const draft = await createStory(editor, { status: 'draft', news_description: block(`date=${today()}`) });
    const listed = async (query = '') => (await site.visitor.get(`/api/corrections${query}`)).body.stories;
    const all = await listed();
    expect(all).toContainEqual({
      id: twice.id,
      title: twice.news_title,
      language: 'en',
      date: today(),
      corrections: 2,
    });
    const ids = all.map(({ id }: { id: number }) => id);
    expect([ids.includes(long.id), ids.includes(draft.id)]).toEqual([false, false]);
    expect(await listed('?since=2026-01-01')).toEqual(all);
    const later = isoDate(addDays(site.services.now(), 1));
    expect(await listed(`?since=${later}`)).toEqual([]);
    expect((await site.visitor.get('/api/corrections?since=yesterday')).status).toBe(422);
  });
});

describe('refuses', () => {
  test('visitors, readers and reporters of a public story', async () => {
    const { id } = await createStory(editor);
    expect((await add(site.visitor, id)).status).toBe(401);
    expect((await add(await site.as('reader'), id)).status).toBe(403);
    expect((await add(await site.as('reporter'), id)).status).toBe(403);
    expect((await add(editor, 999_999)).status).toBe(404);
  });

  test('to list the corrections of a draft', async () => {
    const { id } = await createStory(editor, { status: 'draft', news_description: block('date=2026-11-03') });
    const { corrections } = await getCorrections(visitor(), { order: 'all' });
    expect(corrections.map(({ storyId }) => storyId)).not.toContain(id);
  });

  test('a second correction by an editor who has not seen the first', async () => {
    const { id, version } = await createStory(editor);
    await add(editor, id, { ...correction, version });
    const { status, body } = await add(editor, id, { ...correction, version });
    expect([status, body.current.version]).toEqual([409, version + 1]);
    const other = { ...correction, text: 'It was Monday.', version: version + 1 };
    expect((await add(editor, id, other)).status).toBe(200);
  });

  test('the same correction once more, by an editor whose answer was lost', async () => {
    const { id } = await createStory(editor);
    const { body: corrected } = await add(editor, id);
    const { status, body } = await add(editor, id, { ...correction, version: corrected.version });
    expect([status, body.current.version]).toEqual([409, corrected.version]);
    expect((await add(editor, id, { ...correction, kind: 'clarification' })).status).toBe(200);
  });
});

describe('rejects', () => {
  test.each([
    ['without a text', { kind: 'correction', text: ' ' }],
    ['of an unknown kind', { kind: 'apology', text: 'Sorry.' }],
    ['that is too long', { kind: 'correction', text: 'x'.repeat(2001) }],
  ])('a correction %s', async (_, body) => {
    const { id } = await createStory(editor);
    const answer = await add(editor, id, body);
    expect(answer.status).toBe(422);
    expect((await editor.get(`/api/admin/${id}`)).body.version).toBe(1);
  });

  test('a correction behind a block without an end', async () => {
    const { id } = await createStory(editor, { news_description: 'Text.\n\n:::facts[Known]\nOne.' });
    const { status, body } = await add(editor, id);
    expect([status, Object.keys(body.fields)]).toEqual([422, ['text']]);
  });

  test.each([
    ['a day in the future', 'date=2999-01-01'],
    ['a day before 1900', 'date=1899-12-31'],
    ['a day that does not exist', 'date=2026-02-31'],
    ['an unknown kind', 'kind=apology date=2026-11-01'],
  ])('a story whose correction has %s', async (_, attributes) => {
    const { id } = await createStory(editor);
    const answer = await editor.form('PUT', `/api/admin/${id}`, { news_description: block(attributes) });
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([422, ['news_description']]);
  });

  test('a cursor that is not one', async () => {
    await expect(getCorrections(visitor(), { cursor: '42' })).rejects.toThrow();
  });
});
