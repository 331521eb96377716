import { beforeAll, describe, expect, test } from 'vitest';
import type { Language } from '#src/messages/languages.ts';
import type { Client } from '#test/client.ts';
import { createCategory, createStoryIn, subIdOf } from '#test/factories/categories.ts';
import { addEdition } from '#test/factories/editions.ts';
import { createStory } from '#test/factories/stories.ts';
import { siteForFile } from '#test/site-for-file.ts';
import type { SearchResponse, Suggestion } from '../search.contract.ts';

const site = siteForFile();
let editor: Client;

beforeAll(async () => {
  editor = await site.as('editor');
});

async function find(q: string, language: Language = 'en', more: Record<string, string> = {}): Promise<SearchResponse> {
  const { status, body } = await site.visitor.get(`/api/search?${new URLSearchParams({ q, ...more })}`, {
    'accept-language': language,
  });
  expect(status).toBe(200);
  return body;
}
const titles = ({ results }: SearchResponse) => results.map(({ title }) => title.map(({ text }) => text).join(''));
const other = { news_category: 'Health', news_sub_category: 'Disease' };

describe('the best first', () => {
  test('an Indian word in Latin letters finds that word, not one that looks like it', async () => {
    await createStory(editor, { news_title: 'वह घास जो चुने गए', language: 'hi' });
    // No result is better than one with a word of another meaning.
    expect(await find('chunav')).toMatchObject({ total: 0, meant: null });
    await createStory(editor, { news_title: 'चुनाव आज', language: 'hi' });
    await createStory(editor, { news_title: 'नेता चुने गए', language: 'hi' });
    expect(titles(await find('chunav'))).toEqual(['चुनाव आज']);
    expect(titles(await find('chunab'))).toEqual(['चुनाव आज']); // corrected
    expect((await find('chunab')).meant).toBe('चुनाव');
  });

  test('words that only look alike come after the word itself', async () => {
    await createStory(editor, { news_title: 'কলকাতা আজ', language: 'bn' });
    await createStory(editor, { news_title: 'কলকাতি শাড়ি', language: 'bn' });
    expect(titles(await find('কলকাতা'))[0]).toBe('কলকাতা আজ');
  });

  test('a story comes before a page of an edition that matches as well', async () => {
    await createStory(editor, { news_title: 'Bridge', news_description: 'The heliport opens.' });
    await addEdition(editor, ['The heliport opens. The heliport is small. A heliport!'], { title: 'Weekly number' });
    expect(titles(await find('heliport'))).toEqual(['Bridge', 'Weekly number']);
  });

  test('a corrected word is searched for in all its forms', async () => {
    await createStory(editor, { news_title: 'Telescopes' });
    await createStory(editor, { news_title: 'A telescope' });
    const { meant, total } = await find('telescpoe');
    expect([meant, total]).toEqual(['telescope', 2]);
  });
});

describe('names of sections', () => {
  test.each(['cricket', 'Crickets', 'क्रिकेट', 'kriket', 'கிரிக்கெட்'])(
    '%s finds the stories of that section',
    async (q) => {
      await createStory(editor, { news_title: 'Captain retires', news_description: 'After ten years.' });
      expect(titles(await find(q))).toContain('Captain retires');
      expect(titles(await find(`${q} captain`))).toContain('Captain retires');
      expect(titles(await find(`"${q} captain"`))).not.toContain('Captain retires');
    },
  );

  test('come after the word in a title', async () => {
    await createStory(editor, { ...other, news_title: 'Scholarships for nurses' });
    await createStory(editor, {
      news_title: 'Forms by Friday',
      news_category: 'Education',
      news_sub_category: 'Scholarships',
    });
    expect(titles(await find('scholarship'))).toEqual(['Scholarships for nurses', 'Forms by Friday']);
  });

  test('follow renamed, merged, moved and deleted sections at once', async () => {
    const category = await createCategory(editor, 'Archery', 'Rowing');
    const into = await createCategory(editor, 'Canoeing');
    const subId = subIdOf(category, 'Archery');
    const { id } = await createStoryIn(editor, category, 'Archery', { news_title: 'Bull’s eye' });
    expect(titles(await find('archery'))).toEqual(['Bull’s eye']);
    const version = async () =>
      (await editor.get('/api/categories')).body.find((one: { id: number }) => one.id === category.id).version;
    const rename = await editor.json('PUT', `/api/categories/${category.id}/sub-categories/${subId}`, {
      name: 'Bowmanship',
      names: { hi: 'तीरंदाज़ी' },
      version: await version(),
    });
    expect(rename.status).toBe(200);
    expect((await find('archery')).total).toBe(0);
    for (const q of ['bowmanship', 'तीरंदाज़ी', 'tirandazi']) expect(titles(await find(q)), q).toEqual(['Bull’s eye']);
    const moved = await editor.form('PUT', `/api/admin/${id}`, { news_sub_category: 'Rowing' });
    expect(moved.status).toBe(200);
    expect((await find('bowmanship')).total).toBe(0);
    expect(titles(await find('rowing'))).toEqual(['Bull’s eye']);
    const merged = await editor.json('POST', `/api/categories/${category.id}/merge`, {
      into: into.id,
      version: await version(),
    });
    expect(merged.status).toBe(200);
    const [, desk] = into.name.split(' '); // a number that only this category has
    expect(titles(await find(`desk ${desk}`))).toEqual(['Bull’s eye']);
  });

  test('do not include Others, nor what is no public story', async () => {
    await createStory(editor, {
      news_title: 'Odd',
      news_category: 'Others',
      news_sub_category: 'Others',
      news_submenu: 'Oddities',
    });
    expect(titles(await find('others'))).not.toContain('Odd');
    await createStory(editor, { news_title: 'Not yet', status: 'draft' });
    expect(titles(await find('cricket'))).not.toContain('Not yet');
  });
});

describe('in the language of the reader', () => {
  beforeAll(async () => {
    const original = await createStory(editor, {
      ...other,
      news_title: 'Monsoon in Kochi',
      news_description: 'Kerala',
    });
    const version_of = String(original.id);
    await createStory(editor, { ...other, news_title: 'Kochi में मानसून', language: 'hi', version_of });
    await createStory(editor, { ...other, news_title: 'Kochi boats' });
    await createStory(editor, { ...other, news_title: 'Kochi படகு', language: 'ta' });
    await createStory(editor, { ...other, news_title: 'Madurai படகு', language: 'ta' });
    await addEdition(editor, ['Kochi boats'], { title: 'Kochi weekly' });
  });

  test('its stories and the e-paper come first, then others that have no version in it', async () => {
    const hindi = await find('kochi', 'hi');
    expect(titles(hindi).slice(0, 2)).toEqual(['Kochi में मानसून', 'Kochi weekly']);
    expect(titles(hindi).slice(2).sort()).toEqual(['Kochi boats', 'Kochi படகு'].sort());
    expect(hindi).toMatchObject({ languages: 'first', in_language: 2, total: 4 });
    const tamil = await find('kochi', 'ta');
    expect(titles(tamil)[0]).toBe('Kochi படகு');
    expect(tamil).toMatchObject({ in_language: 2, total: 5 });
  });

  test("in the reader's order, else the paper's", async () => {
    const only = await find('kochi', 'hi', { languages: 'only' });
    expect(titles(only)).toEqual(['Kochi में मानसून', 'Kochi weekly']);
    expect(only).toMatchObject({ languages: 'only', in_language: 2, total: 2 });
    const all = await find('kochi', 'hi', { languages: 'all' });
    expect(all).toMatchObject({ languages: 'all', in_language: 5, total: 5 });
    const admin = await site.as('admin');
    await admin.json('PUT', '/api/settings', { values: { 'news.language_order': 'only' } });
    expect((await find('kochi', 'hi')).total).toBe(2);
    await admin.json('PUT', '/api/settings', { values: { 'news.language_order': null } });
    const { status, body } = await site.visitor.get('/api/search?q=kochi&languages=some');
    expect([status, Object.keys(body.fields)]).toEqual([422, ['languages']]);
  });

  test('what only other languages have is found, whatever the order', async () => {
    const found = await find('madurai', 'hi', { languages: 'only' });
    expect(titles(found)).toEqual(['Madurai படகு']);
    expect(found).toMatchObject({ languages: 'first', in_language: 0, total: 1, meant: null });
  });

  test('pages run on from its stories to the others', async () => {
    for (let n = 0; n < 12; n++)
      for (const language of ['hi', 'ta'])
        await createStory(editor, { ...other, news_title: `Zephyr ${n} ${language}`, language });
    const [first, second] = [await find('zephyr', 'ta'), await find('zephyr', 'ta', { page: '2' })];
    expect(first).toMatchObject({ total: 24, in_language: 12, pages: 2 });
    const languages = [...first.results, ...second.results].map(({ language }) => language);
    expect(languages).toEqual([...Array(12).fill('ta'), ...Array(12).fill('hi')]);
  });

  test('suggestions begin with its titles and its script', async () => {
    const suggest = async (q: string, language: string): Promise<string[]> => {
      const { body } = await site.visitor.get(`/api/search/suggestions?q=${q}`, { 'accept-language': language });
      return body.map(({ text }: Suggestion) => text);
    };
    await createStory(editor, { ...other, news_title: 'Pustak mela' });
    await createStory(editor, { ...other, news_title: 'Pustak में पुस्तक', language: 'hi' });
    await createStory(editor, { ...other, news_title: 'Pustaks' });
    expect(await suggest('pust', 'hi')).toEqual([
      'पुस्तक',
      'pustak',
      'pustaks',
      'Pustak में पुस्तक',
      'Pustaks',
      'Pustak mela',
    ]);
    expect(await suggest('pust', 'en')).toEqual([
      'pustak',
      'pustaks',
      'पुस्तक',
      'Pustaks',
      'Pustak mela',
      'Pustak में पुस्तक',
    ]);
  });
});
