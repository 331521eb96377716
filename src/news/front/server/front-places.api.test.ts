import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Language } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import type { Context } from '#src/platform/context.ts';
import { hourMs } from '#src/rules/calendar.rules.ts';
import type { Client } from '#test/client.ts';
import { createStory } from '#test/factories/stories.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { changedSections, moveCard, stepCard } from '../board-layout.rules.ts';
import type { FrontPlace } from '../front-places.contract.ts';
import { getFront, getTopStories } from './front.service.ts';
import { endPlaces } from './front-places.jobs.ts';

const site = siteForFile();
let editor: Client;
beforeAll(async () => {
  editor = await site.as('editor');
});
beforeEach(async () => {
  await site.db.execute(sql`DELETE FROM stories`);
});

const front = (language: Language = 'en', order?: string) =>
  getFront({ ...site.services, actor: { role: 'visitor' }, language, text: translator(language) } as Context, order);
const titles = (cards: { title: string }[]) => cards.map(({ title }) => title);
/** Titles by section. */
const sections = async () =>
  Object.fromEntries((await front()).sections.map(({ category, cards }) => [category?.slug, titles(cards)]));

const story = async (news_title: string, changes: Record<string, string> = {}): Promise<number> =>
  (await createStory(editor, { news_title, news_category: 'Business', news_sub_category: 'Markets', ...changes })).id;
const place = (id: number, places: Partial<FrontPlace>[], client = editor) =>
  client.json('PUT', `/api/stories/${id}/places`, { places: places.map((entry) => ({ until: null, ...entry })) });
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();
const lead = { kind: 'lead' } as const;
const pinned = { kind: 'pinned' } as const;
const breaking = { kind: 'breaking', until: inHours(1) } as const;

describe('the lead of the paper', () => {
  test('is above the sections and in none, beside the latest headlines', async () => {
    for (const title of ['old', 'middle', 'new']) await story(title);
    const id = await story('Big', { news_category: 'Health', news_sub_category: 'Science' });
    expect(await front()).toMatchObject({ lead: null, latest: [] });
    const answer = await place(id, [lead]);
    expect(answer).toMatchObject({ status: 200, body: { places: [{ kind: 'lead', until: null }] } });
    expect((await editor.get(`/api/stories/${id}/places`)).body).toEqual(answer.body);
    expect((await front()).lead).toMatchObject({ id, title: 'Big' });
    expect(titles((await front()).latest)).toEqual(['new', 'middle', 'old']);
    expect(await sections()).toEqual({ business: ['new', 'middle', 'old'] });
    const context = { ...site.services, language: 'en', text: translator('en') } as unknown as Context;
    expect(titles(await getTopStories(context, 2))).toEqual(['Big', 'new']);
  });

  test('is one for each language; all languages together show the last one', async () => {
    const [first, second, hindi] = [await story('One'), await story('Two'), await story('तीन', { language: 'hi' })];
    await place(first, [lead, pinned]);
    await place(hindi, [lead]);
    await place(second, [lead]);
    expect([(await front()).lead?.title, (await front('hi')).lead?.title]).toEqual(['Two', 'तीन']);
    expect((await front('en', 'all')).lead?.title).toBe('Two');
    expect((await editor.get(`/api/stories/${first}/places`)).body).toEqual({
      places: [{ kind: 'pinned', until: null }],
    });
    expect((await front('ta')).lead?.title).toBe('Two'); // no story in Tamil
  });

  test('that two editors choose at once is one', async () => {
    const ids = [await story('One'), await story('Two')];
    const other = await site.as('editor');
    const answers = await Promise.all(ids.map((id, index) => place(id, [lead], index ? other : editor)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { rows } = await site.db.execute('SELECT kind FROM front_places');
    expect(rows).toEqual([{ kind: 'lead' }]);
  });

  test('in a language with no other story is a front of its own', async () => {
    await story('English');
    await place(await story('நாளிதழ்', { language: 'ta' }), [lead]);
    expect(await front('ta')).toMatchObject({ order: 'first', lead: { title: 'நாளிதழ்' }, sections: [], latest: [] });
  });
});

describe('a pinned story', () => {
  test('is first in its section, whatever is published later, also when it is older than the board', async () => {
    const id = await story('pinned');
    for (let n = 0; n < 14; n++) await story(`later ${n}`);
    expect((await sections()).business).not.toContain('pinned');
    await place(id, [pinned]);
    const { business } = await sections();
    expect([business?.length, business?.[0], business?.[1]]).toEqual([12, 'pinned', 'later 13']);
    await place(id, []);
    expect((await sections()).business?.[0]).toBe('later 13');
  });

  test('leaves the order of its section as it is, which can be arranged and saved', async () => {
    const ids = new Map<string, number>();
    for (const title of ['a', 'b', 'c']) ids.set(title, await story(title));
    await place(ids.get('a') as number, [pinned]);
    const loaded = (await front()).sections;
    expect(titles(loaded[0]?.cards ?? [])).toEqual(['a', 'c', 'b']);
    const save = (body: ReturnType<typeof changedSections>) => editor.json('PUT', '/api/board', { sections: body });
    expect((await save(changedSections(loaded, stepCard(loaded, ids.get('b') as number, -1)))).status).toBe(200);
    expect((await sections()).business).toEqual(['a', 'b', 'c']);
    await place(ids.get('a') as number, []);
    expect((await sections()).business).toEqual(['b', 'c', 'a']); // its natural place
  });

  test('moves to another section with its place', async () => {
    const [id, other] = [await story('a'), await story('b', { news_category: 'India', news_sub_category: 'States' })];
    await place(id, [pinned]);
    const loaded = (await front()).sections;
    const moved = moveCard(loaded, id, { card: other, after: true });
    expect((await editor.json('PUT', '/api/board', { sections: changedSections(loaded, moved) })).status).toBe(200);
    expect(await sections()).toEqual({ india: ['a', 'b'] });
  });
});

describe('breaking news', () => {
  test('is three stories at most, the last one first', async () => {
    for (const title of ['one', 'two', 'three', 'four']) await place(await story(title), [breaking]);
    expect(titles((await front()).breaking)).toEqual(['four', 'three', 'two']);
    expect((await front('hi')).breaking).toHaveLength(3); // no story in Hindi
    await story('हिन्दी', { language: 'hi' });
    expect((await front('hi')).breaking).toEqual([]);
  });

  test('ends in time', async () => {
    const id = await story('Alert');
    await place(id, [{ kind: 'breaking', until: new Date(Date.now() + 1500).toISOString() }, lead]);
    expect(titles((await front()).breaking)).toEqual(['Alert']);
    await expect.poll(async () => titles((await front()).breaking), { timeout: 20_000 }).toEqual([]);
    expect((await front()).lead?.title).toBe('Alert');
  });
});

test('places end with the publication of their story', async () => {
  const id = await story('Withdrawn');
  await place(id, [lead, pinned, breaking]);
  await editor.form('PUT', `/api/admin/${id}`, { status: 'unpublished' });
  expect(await front()).toMatchObject({ lead: null, breaking: [], sections: [] });
  await site.services.jobs.send(endPlaces, {});
  await expect.poll(async () => (await editor.get(`/api/stories/${id}/places`)).body).toEqual({ places: [] });
});

test('places are in the audit log, once for each change', async () => {
  const id = await story('Logged');
  await place(id, [lead]);
  await place(id, []);
  const { acts } = (await (await site.as('admin')).get(`/api/audit?search=story ${id}`)).body;
  const placed = acts.filter(({ action }: { action: string }) => action === 'board.placed');
  expect(placed.map(({ details }: { details: object }) => details)).toEqual([
    { before: 'lead', after: '' },
    { before: '', after: 'lead' },
  ]);
});

test('places are for editors, of public stories, within their limits', async () => {
  const id = await story('Public');
  const draft = await story('Draft', { status: 'draft' });
  expect((await place(id, [lead], site.visitor)).status).toBe(401);
  expect((await site.visitor.get(`/api/stories/${id}/places`)).status).toBe(401);
  for (const role of ['reader', 'reporter', 'sub_editor'] as const) {
    const client = await site.as(role);
    expect([role, (await place(id, [lead], client)).status]).toEqual([role, 403]);
    expect([role, (await client.get(`/api/stories/${id}/places`)).status]).toEqual([role, 403]);
  }
  for (const missing of [draft, 999_999]) expect((await place(missing, [lead])).status).toBe(404);
  const wrong: [string, unknown][] = [
    ['a time in the past', [{ kind: 'lead', until: inHours(-1) }]],
    ['too far away', [{ kind: 'pinned', until: inHours(31 * 24) }]],
    ['breaking for two days', [{ kind: 'breaking', until: inHours(48) }]],
    ['breaking without an end', [{ kind: 'breaking', until: null }]],
    ['the same place twice', [lead, lead].map((entry) => ({ ...entry, until: null }))],
    ['no such place', [{ kind: 'cover', until: null }]],
    ['no time', [{ kind: 'lead', until: 'soon' }]],
    ['no list', 'lead'],
    ['more than there are', Array(4).fill({ kind: 'lead', until: null })],
  ];
  for (const [what, places] of wrong)
    expect([what, (await editor.json('PUT', `/api/stories/${id}/places`, { places })).status]).toEqual([what, 422]);
  expect((await editor.get(`/api/stories/${id}/places`)).body).toEqual({ places: [] });
});
