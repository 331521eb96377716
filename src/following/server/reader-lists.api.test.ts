import { beforeAll, describe, expect, test } from 'vitest';
import { historyLength, maxSaved } from '#src/rules/reader-lists.rules.ts';
import type { Client } from '#test/client.ts';
import { createAuthor } from '#test/factories/authors.ts';
import { createCategory, createStoryIn, subIdOf } from '#test/factories/categories.ts';
import { createStory } from '#test/factories/stories.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { marksAtMost } from '../reader-lists.contract.ts';
import { purgeRemovals } from './reader-lists.jobs.ts';
import { changesLimit } from './reader-lists.service.ts';

const site = siteForFile();
const dayMs = 86_400_000;
let editor: Client;
beforeAll(async () => {
  editor = await site.as('editor');
});

const now = () => site.services.now().getTime();
const saved = (id: number, at = now(), removed = false) => ({ kind: 'story', id, at, removed });
const read = (id: number, at = now(), corrections = 0) => ({ id, at, corrections });
const put = (client: Client, marks: object[], history?: object) =>
  client.json('PUT', '/api/user/reading', { marks, ...(history && { history }) });
const lists = async (client: Client) => (await client.get('/api/user/reading')).body;
const idsOf = (list: { id: number }[]) => list.map(({ id }) => id);
const syncHistory = (client: Client, synced: boolean) => client.json('PUT', '/api/user/reading/history', { synced });

describe('works', () => {
  test('for you: the newest stories of a topic, an author and sections, with what they come from', async () => {
    const author = await createAuthor(editor);
    const category = await createCategory(editor, 'Rivers', 'Ferries');
    const rivers = await createStoryIn(editor, category, 'Rivers', { topics: 'Monsoon' });
    const ferries = await createStoryIn(editor, category, 'Ferries', { authors: String(author.id) });
    await createStory(editor);
    const draft = await createStoryIn(editor, category, 'Ferries', { status: 'draft' });
    const topics = (await editor.get('/api/topics')).body;
    const { id: topic } = topics.find(({ name }: { name: string }) => name === 'Monsoon');
    const forYou = async (query: string) => {
      const { status, body } = await site.visitor.get(`/api/for-you?${query}`);
      expect(status).toBe(200);
      return body.stories.map(({ id, from }: { id: number; from: string[] }) => [id, from]);
    };
    const sub = subIdOf(category, 'Ferries');
    expect(await forYou(`topics=${topic}&authors=${author.id}`)).toEqual([
      [ferries.id, [`author:${author.id}`]],
      [rivers.id, [`topic:${topic}`]],
    ]);
    expect(await forYou(`categories=${category.id}&sub_categories=${sub}&topics=${topic}`)).toEqual([
      [ferries.id, [`category:${category.id}`, `sub_category:${sub}`]],
      [rivers.id, [`topic:${topic}`, `category:${category.id}`]],
    ]);
    expect(await forYou('')).toEqual([]);
    expect(await forYou('topics=999999')).toEqual([]);
    expect(idsOf((await site.visitor.get(`/api/for-you?categories=${category.id}`)).body.stories)).not.toContain(
      draft.id,
    );
  });

  test('for you: stories in the language of the page, in all if there are none', async () => {
    const category = await createCategory(editor, 'Boats');
    const english = await createStoryIn(editor, category, 'Boats');
    const hindi = await createStoryIn(editor, category, 'Boats', { language: 'hi' });
    const ids = async (language: string) =>
      idsOf(
        (await site.visitor.get(`/api/for-you?categories=${category.id}`, { 'accept-language': language })).body
          .stories,
      );
    expect([await ids('en'), await ids('hi')]).toEqual([[english.id], [hindi.id]]);
    expect(await ids('ta')).toEqual([hindi.id, english.id]);
  });

  test('for you: an author who was merged is followed under his former id', async () => {
    const [one, other] = [await createAuthor(editor), await createAuthor(editor)];
    const { id } = await createStory(editor, { authors: String(other.id) });
    const merged = await editor.json('POST', `/api/authors/${one.id}/merge`, { into: other.id, version: one.version });
    expect(merged.status).toBe(200);
    const { stories } = (await site.visitor.get(`/api/for-you?authors=${one.id}`)).body;
    expect(stories).toMatchObject([{ id, from: [`author:${one.id}`] }]);
  });

  test('saved on one device and removed on another', async () => {
    const reader = await site.as('reader');
    const [one, two] = [await createStory(editor), await createStory(editor)];
    const begin = now();
    await put(reader, [saved(one.id, begin - 3000), saved(two.id, begin - 2000)]);
    const { body } = await put(reader, [saved(one.id, begin - 1000, true)]);
    expect(body.marks).toEqual([
      { ...saved(one.id, begin - 1000, true), title: '', path: '', language: null },
      { ...saved(two.id, begin - 2000), title: two.news_title, path: `/news/${two.id}`, language: 'en' },
    ]);
    await put(reader, [saved(one.id, begin - 2500)]); // of a device that was offline
    expect(await lists(reader)).toEqual(body);
    expect((await lists(await site.as('reader'))).marks).toEqual([]);
  });

  test('what is not public any more comes back with it', async () => {
    const reader = await site.as('reader');
    const { id } = await createStory(editor);
    await put(reader, [saved(id), { kind: 'topic', id: 999_999, at: now(), removed: false }]);
    expect(idsOf((await lists(reader)).marks)).toEqual([id]);
    await editor.form('PUT', `/api/admin/${id}`, { status: 'draft' });
    expect((await lists(reader)).marks).toEqual([]);
    await editor.form('PUT', `/api/admin/${id}`, { status: 'published' });
    expect(idsOf((await lists(reader)).marks)).toEqual([id]);
  });

  test('history is in the account only while its owner wants it', async () => {
    const reader = await site.as('reader');
    const [one, two] = [await createStory(editor), await createStory(editor)];
    const history = { cleared_at: 0, stories: [read(one.id, now() - 2000, 1), read(two.id, now() - 1000)] };
    const before = await put(reader, [], history);
    expect(before.body.history).toEqual({ synced: false, cleared_at: 0, stories: [] });
    expect((await syncHistory(reader, true)).body.history.synced).toBe(true);
    const { body } = await put(reader, [], { ...history, stories: [...history.stories, read(999_999)] });
    expect(body.history.stories).toEqual([
      { ...read(two.id, history.stories[1]?.at), title: two.news_title, language: 'en' },
      { ...read(one.id, history.stories[0]?.at, 1), title: one.news_title, language: 'en' },
    ]);
    const clearedAt = now() - 1500;
    const cleared = await put(reader, [], { cleared_at: clearedAt, stories: [] });
    expect([cleared.body.history.cleared_at, idsOf(cleared.body.history.stories)]).toEqual([clearedAt, [two.id]]);
    // Another device has not synchronized since.
    expect(idsOf((await put(reader, [], history)).body.history.stories)).toEqual([two.id]);
    await syncHistory(reader, false);
    expect((await syncHistory(reader, true)).body.history.stories).toEqual([]);
  });

  test('two devices at once lose nothing', async () => {
    const reader = await site.as('reader');
    const stories = await Promise.all(Array.from({ length: 8 }, () => createStory(editor)));
    const answers = await Promise.all(stories.map(({ id }) => put(reader, [saved(id)])));
    expect(answers.map(({ status }) => status)).toEqual(stories.map(() => 200));
    expect(idsOf((await lists(reader)).marks).toSorted()).toEqual(idsOf(stories).toSorted());
  });

  test('all of it is in the export, and gone with the account', async () => {
    const [reader, bystander] = [await site.as('reader'), await site.as('reader')];
    const { id, news_title: title } = await createStory(editor);
    for (const client of [reader, bystander]) {
      await syncHistory(client, true);
      await put(client, [saved(id)], { cleared_at: 0, stories: [read(id)] });
    }
    const { reading } = (await reader.get('/api/user/data')).body;
    expect(reading).toMatchObject({
      marks: [{ kind: 'story', id, title, removed: false }],
      history: [{ story: id, title, corrections: 0 }],
      history_synced_at: expect.any(String),
    });
    const rows = async () =>
      (
        await site.db.execute(`SELECT (SELECT count(*)::int FROM reading_marks WHERE item_id = ${id}) AS marks,
          (SELECT count(*)::int FROM reading_history WHERE story_id = ${id}) AS history`)
      ).rows;
    expect(await rows()).toEqual([{ marks: 2, history: 2 }]);
    const deleted = await reader.json('POST', '/api/user/delete', { password: password });
    expect(deleted.status).toBe(200);
    expect(await rows()).toEqual([{ marks: 1, history: 1 }]);
  });

  test('removals are deleted after 90 days', async () => {
    const reader = await site.as('reader');
    const { id } = await createStory(editor);
    await put(reader, [saved(id, now(), true)]);
    const count = async () =>
      (await site.db.execute(`SELECT count(*)::int AS n FROM reading_marks WHERE item_id = ${id}`)).rows[0]?.n;
    await purgeRemovals.run(site.services as never, {});
    expect(await count()).toBe(1);
    site.advance(91 * dayMs);
    await purgeRemovals.run(site.services as never, {});
    expect(await count()).toBe(0);
  });
});

describe('refuses', () => {
  test('the lists of an account to visitors', async () => {
    expect((await site.visitor.get('/api/user/reading')).status).toBe(401);
    expect((await put(site.visitor, [])).status).toBe(401);
    expect((await syncHistory(site.visitor, true)).status).toBe(401);
  });

  test('a clock that is fast to win against later changes', async () => {
    const reader = await site.as('reader');
    const { id } = await createStory(editor);
    await put(reader, [saved(id, now() + 365 * dayMs)]);
    site.advance(1000);
    const { body } = await put(reader, [saved(id, now(), true)]);
    expect(body.marks).toMatchObject([{ id, removed: true }]);
  });

  test('to store more than an account holds', async () => {
    const reader = await site.as('reader');
    for (let first = 1; first <= maxSaved + 1; first += marksAtMost)
      await put(
        reader,
        Array.from({ length: marksAtMost }, (_, n) => saved(first + n, now() - n)),
      );
    const { rows } = await site.db.execute('SELECT count(*)::int AS n FROM reading_marks GROUP BY user_id ORDER BY n');
    expect(rows.at(-1)).toEqual({ n: maxSaved });
  });

  test('more changes than a reader makes', async () => {
    const reader = await site.as('reader');
    const { id } = (await reader.get('/api/user/me')).body;
    for (let n = 1; n < changesLimit.attempts; n += 1) await site.services.limits.count(changesLimit, String(id));
    expect([(await put(reader, [])).status, (await put(reader, [])).status]).toEqual([200, 429]);
  });
});

describe('rejects', () => {
  test.each([
    ['of an unknown kind', { kind: 'series', id: 1, at: 1, removed: false }],
    ['without an id', { kind: 'story', id: 0, at: 1, removed: false }],
    ['of an id that is too large', { kind: 'story', id: 2_147_483_648, at: 1, removed: false }],
    ['of before 1970', { kind: 'story', id: 1, at: -1, removed: false }],
    ['of no time', { kind: 'story', id: 1, at: 8.65e15, removed: false }],
  ])('a mark %s', async (_, mark) => {
    expect((await put(await site.as('reader'), [mark])).status).toBe(422);
  });

  test('longer lists than a device holds', async () => {
    const reader = await site.as('reader');
    const many = Array.from({ length: historyLength + 1 }, (_, n) => n + 1);
    expect(
      (
        await put(
          reader,
          many.slice(0, marksAtMost + 1).map((id) => saved(id)),
        )
      ).status,
    ).toBe(422);
    expect((await put(reader, [], { cleared_at: 0, stories: many.map((id) => read(id)) })).status).toBe(422);
  });

  test.each(['topics=x', 'topics=1,,2', 'topics=0', `authors=${'1,'.repeat(200)}1`, `authors=${'9'.repeat(3000)}`])(
    'ids such as %s',
    async (query) => {
      expect((await site.visitor.get(`/api/for-you?${query}`)).status).toBe(422);
    },
  );
});
