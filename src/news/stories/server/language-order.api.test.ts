import { beforeAll, describe, expect, test } from 'vitest';
import type { Language } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import { getFront, getTopStories } from '#src/news/front/server/front.service.ts';
import { getCategoryPage, getStoryPage } from '#src/news/published/server/reading.service.ts';
import type { Context } from '#src/platform/context.ts';
import type { Client } from '#test/client.ts';
import { createCategory } from '#test/factories/categories.ts';
import { createStory } from '#test/factories/stories.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
const inLanguage = (language: Language) =>
  ({ ...site.services, actor: { role: 'visitor' }, language, text: translator(language) }) as Context;
const titles = (cards: { title: string }[]) => cards.map(({ title }) => title);

let editor: Client;
const story = async (news_title: string, language: Language, changes: Record<string, string> = {}) =>
  (await createStory(editor, { news_title, language, ...changes })).id as number;
const business = { news_category: 'Business', news_sub_category: 'Markets' };

beforeAll(async () => {
  editor = await site.as('editor');
  const original = await story('Ferry', 'en');
  await story('नाव', 'hi', { version_of: String(original) });
  await story('Nets', 'en');
  await story('மழை', 'ta');
  await story('Onions', 'en', business);
  await story('सोना', 'hi', business);
});

describe('the front', () => {
  test("has sections of the page's language, then what has no version in it, newest first", async () => {
    const { order, sections, others } = await getFront(inLanguage('hi'));
    expect(order).toBe('first');
    expect(sections.map(({ category, cards }) => [category?.name, titles(cards)])).toEqual([
      ['खेल समाचार', ['नाव']],
      ['कारोबार', ['सोना']],
    ]);
    expect(titles(others)).toEqual(['Onions', 'மழை', 'Nets']); // Ferry has a Hindi version
    const english = await getFront(inLanguage('en'));
    expect(titles(english.others)).toEqual(['सोना', 'மழை']);
  });

  test("in the reader's order: only this language, or all together as the editors arranged them", async () => {
    const only = await getFront(inLanguage('hi'), 'only');
    expect([only.sections.length, only.others]).toEqual([2, []]);
    const { sections, others } = await getFront(inLanguage('hi'), 'all');
    expect(titles(sections[0]?.cards ?? [])).toEqual(['மழை', 'Nets', 'नाव', 'Ferry']);
    expect(others).toEqual([]);
    expect((await getFront(inLanguage('hi'), 'whatever')).order).toBe('first');
  });

  test('in a language that has no stories yet has all of them', async () => {
    const { order, sections } = await getFront(inLanguage('gu'), 'only');
    expect([order, sections.flatMap(({ cards }) => cards).length]).toEqual(['all', 6]);
  });

  test("in the paper's order, a setting", async () => {
    const admin = await site.as('admin');
    const set = (value: string | null) =>
      admin.json('PUT', '/api/settings', { values: { 'news.language_order': value } });
    expect((await set('newest')).status).toBe(422);
    await set('all');
    expect((await getFront(inLanguage('hi'))).order).toBe('all');
    expect((await getFront(inLanguage('hi'), 'first')).others).toHaveLength(3);
    await set(null);
  });

  test('leaves out drafts, the trash and hidden categories', async () => {
    const draft = await story('Draft', 'en', { ...business, status: 'draft' });
    const trashed = await story('Trashed', 'en', business);
    await editor.delete(`/api/admin/${trashed}`);
    const category = await createCategory(editor, 'Tides');
    await story('Hidden', 'en', { news_category: category.name, news_sub_category: 'Tides' });
    await editor.json('PUT', `/api/categories/${category.id}`, { hidden: true });
    const { others } = await getFront(inLanguage('hi'));
    expect(titles(others)).toEqual(['Onions', 'மழை', 'Nets']);
    // Its own page shows it.
    expect(titles((await getCategoryPage(inLanguage('hi'), category.slug)).cards)).toEqual(['Hidden']);
    await editor.delete(`/api/admin/${draft}`);
  });
});

test("top stories are those of the page's language, filled up with others", async () => {
  expect(titles(await getTopStories(inLanguage('hi'), 2)).sort()).toEqual(['नाव', 'सोना']);
  const four = titles(await getTopStories(inLanguage('hi'), 4));
  expect(four.slice(0, 2).sort()).toEqual(['नाव', 'सोना']);
  expect(new Set(four).size).toBe(4);
});

test("related stories are those of the page's language first", async () => {
  const id = await story('कबड्डी', 'hi');
  const { related } = await getStoryPage(inLanguage('hi'), id);
  expect(titles(related)).toEqual(['नाव', 'மழை', 'Nets']);
});

test('a category lists its own language to the end, then the newest of the others', async () => {
  const { slug, name } = await createCategory(editor, 'Tides');
  const fields = { news_category: name, news_sub_category: 'Tides' };
  await story('Low', 'en', fields);
  for (let n = 1; n <= 26; n++) await story(`ज्वार ${n}`, 'hi', fields);
  const first = await getCategoryPage(inLanguage('hi'), slug);
  expect([first.cards.length, first.cards[0]?.title, first.others]).toEqual([24, 'ज्वार 26', []]);
  const cursor = first.nextCursor ?? '';
  const second = await getCategoryPage(inLanguage('hi'), slug, { cursor });
  expect([titles(second.cards), second.nextCursor, titles(second.others)]).toEqual([
    ['ज्वार 2', 'ज्वार 1'],
    null,
    ['Low'],
  ]);
  const english = await getCategoryPage(inLanguage('en'), slug);
  expect([titles(english.cards), english.others.length]).toEqual([['Low'], 12]);
  // In a language without stories its pages are those of all languages.
  const tamil = await getCategoryPage(inLanguage('ta'), slug);
  expect([tamil.order, tamil.nextOrder, tamil.cards.length]).toEqual(['all', 'all', 24]);
  expect((await getCategoryPage(inLanguage('hi'), slug, { order: 'only' })).nextOrder).toBe('only');
  expect(first.nextOrder).toBeNull();
  const more = await getCategoryPage(inLanguage('ta'), slug, { cursor: tamil.nextCursor ?? '', order: 'all' });
  expect(titles(more.cards)).toEqual(['ज्वार 2', 'ज्वार 1', 'Low']);
});
