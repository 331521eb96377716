import { beforeAll, describe, expect, test } from 'vitest';
import type { Language } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import type { Client } from '#test/client.ts';
import { createStory } from '#test/factories/stories.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { changedSections, moveCard, stepCard } from '../board-layout.rules.ts';
import { getBoard } from './front.service.ts';

const site = siteForFile();
let editor: Client;
beforeAll(async () => {
  editor = await site.as('editor');
});

// getBoard uses no other field of its context.
const context = (language: Language = 'en') =>
  ({ db: site.db, text: translator(language) }) as Parameters<typeof getBoard>[0];

/** Titles by category, as readers see them. */
async function board() {
  const sections = await getBoard(context());
  return Object.fromEntries(sections.map(({ category, cards }) => [category?.name, cards.map(({ title }) => title)]));
}

async function fill(category: string, sub: string, names: string[]) {
  const ids: Record<string, number> = {};
  for (const name of names)
    ids[name] = (await createStory(editor, { news_title: name, news_category: category, news_sub_category: sub })).id;
  return (name: string) => ids[name] as number; // called only with names from the list
}

const save = (client: Client, sections: { category: string; ids: number[]; before?: number[] }[]) =>
  client.json('PUT', '/api/board', { sections });

describe('the board', () => {
  test('shows twelve stories per category and indicates that there are more', async () => {
    await fill(
      'Education',
      'Exams',
      Array.from({ length: 14 }, (_, n) => `Exam ${n}`),
    );
    const sections = await getBoard(context());
    const education = sections.find(({ category }) => category?.name === 'Education');
    expect(education?.cards.map(({ title }) => title)).toEqual(Array.from({ length: 12 }, (_, n) => `Exam ${13 - n}`));
    expect(education?.more).toBe(true);
  });

  test('shows the saved order to every reader, below stories published later', async () => {
    const id = await fill('Business', 'Markets', ['a', 'b', 'c', 'd']);
    expect((await board()).Business).toEqual(['d', 'c', 'b', 'a']);
    const answer = await save(editor, [{ category: 'Business', ids: ['b', 'd', 'a', 'c'].map(id) }]);
    expect(answer).toMatchObject({ status: 200, body: { message: 'Layout saved' } });
    expect((await board()).Business).toEqual(['b', 'd', 'a', 'c']);
    await fill('Business', 'Markets', ['new']);
    expect((await board()).Business).toEqual(['new', 'b', 'd', 'a', 'c']);
    // The API's lists are sorted by date, regardless of the board.
    const { body } = await site.visitor.get('/api/posts_by_category?category=Business');
    expect(body.map(({ news_title }: { news_title: string }) => news_title)).toEqual(['new', 'd', 'c', 'b', 'a']);
  });

  test('stores a move to another category, with the sub-category as a label', async () => {
    const health = await fill('Health', 'Fitness', ['h1', 'h2']);
    const india = await fill('India', 'Cities', ['i1', 'i2']);
    await save(editor, [
      { category: 'Health', ids: [health('h2')] },
      { category: 'India', ids: [india('i2'), health('h1'), india('i1')] },
    ]);
    const now = await board();
    expect(now.Health).toEqual(['h2']);
    expect(now.India).toEqual(['i2', 'h1', 'i1']);
    expect((await site.visitor.get(`/api/admin/${health('h1')}`)).body).toMatchObject({
      news_category: 'India',
      news_sub_category: 'Others',
      news_submenu: 'Fitness',
    });
  });

  test('shows stories without a category last, and editors can move them to a category', async () => {
    const id = await fill('India', 'States', ['lost']);
    await site.db.execute(`UPDATE stories SET category_id = NULL, sub_category_id = NULL WHERE id = ${id('lost')}`);
    const loaded = await getBoard(context());
    expect(loaded.at(-1)).toMatchObject({ category: null, cards: [{ title: 'lost' }] });
    expect(
      (await save(editor, changedSections(loaded, moveCard(loaded, id('lost'), { section: 'india' })))).status,
    ).toBe(200);
    expect((await board()).India).toContain('lost');
  });

  test('can be arranged and saved in another language', async () => {
    const id = await fill('Sports News', 'Hockey', ['s', 't']);
    const loaded = (await getBoard(context('hi'))).filter(({ category }) => category?.slug === 'sports-news');
    expect(loaded[0]?.category?.name).toBe('खेल समाचार');
    expect((await save(editor, changedSections(loaded, stepCard(loaded, id('s'), -1)))).status).toBe(200);
    expect((await board())['Sports News']).toEqual(['s', 't']);
  });

  test('ignores a story that was deleted while the board was being arranged', async () => {
    const id = await fill('Entertainment', 'Music', ['x', 'y', 'z']);
    await editor.delete(`/api/admin/${id('y')}`);
    await save(editor, [{ category: 'Entertainment', ids: ['x', 'y', 'z'].map(id) }]);
    expect((await board()).Entertainment).toEqual(['x', 'z']);
  });

  test('returns 409 if another editor has arranged the section meanwhile', async () => {
    const id = await fill('Current News', 'Weather', ['m', 'n', 'o']);
    const other = await site.as('editor');
    const loaded = await getBoard(context());
    expect((await save(other, changedSections(loaded, moveCard(loaded, id('n'), { section: 'india' })))).status).toBe(
      200,
    );
    const india = (await board()).India;
    const conflict = {
      status: 409,
      body: { code: 'conflict', message: expect.stringContaining('arranged the board') },
    };
    // Saving another order would bring the story back; another move would override the first one.
    for (const mine of [stepCard(loaded, id('o'), 1), moveCard(loaded, id('n'), { section: 'health' })])
      expect(await save(editor, changedSections(loaded, mine))).toMatchObject(conflict);
    expect(await board()).toMatchObject({ 'Current News': ['o', 'm'], India: india });

    const again = await getBoard(context());
    const mine = changedSections(again, stepCard(again, id('o'), 1));
    expect((await save(editor, mine)).status).toBe(200);
    expect(await save(other, mine)).toMatchObject(conflict);
    expect((await board())['Current News']).toEqual(['m', 'o']);
  });

  test('accepts one of two concurrent saves and returns 409 for the other', async () => {
    const id = await fill('Business', 'Budget', ['p', 'q', 'r']);
    const loaded = await getBoard(context());
    const clients = [editor, await site.as('editor')];
    const saves = [id('r'), id('p')].map((story) =>
      changedSections(loaded, moveCard(loaded, story, { section: 'health' })),
    );
    const answers = await Promise.all(saves.map((sections, index) => save(clients[index] as Client, sections)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('can be saved after a story was published in a section or deleted from it', async () => {
    const id = await fill('Education', 'Results', ['s', 't', 'u']);
    const loaded = await getBoard(context());
    const education = loaded.filter(({ category }) => category?.slug === 'education');
    await fill('Education', 'Results', ['newer']);
    await editor.delete(`/api/admin/${id('t')}`);
    expect(
      (await save(editor, changedSections(education, moveCard(education, id('s'), { card: id('u'), after: false }))))
        .status,
    ).toBe(200);
    expect((await board()).Education?.slice(0, 3)).toEqual(['newer', 's', 'u']);
  });

  test('can be reordered without changing the version or date of its stories', async () => {
    const id = await fill('Sports News', 'Football', ['v', 'w']);
    const before = (await site.visitor.get(`/api/admin/${id('v')}`)).body;
    await save(editor, [{ category: 'Sports News', ids: [id('v'), id('w')] }]);
    const { updated_at, version } = (await site.visitor.get(`/api/admin/${id('v')}`)).body;
    expect({ updated_at, version }).toEqual({ updated_at: before.updated_at, version: before.version });
    const changed = await editor.form('PUT', `/api/admin/${id('v')}`, { news_title: 'v2', version: String(version) });
    expect(changed.status).toBe(200);
    expect((await board())['Sports News']?.slice(0, 2)).toEqual(['v2', 'w']);
  });

  test('can be arranged by editors only', async () => {
    expect((await save(site.visitor, [{ category: 'India', ids: [] }])).status).toBe(401);
    expect((await save(await site.as('reader'), [{ category: 'India', ids: [] }])).status).toBe(403);
  });

  test('rejects unknown categories, repeated stories and malformed lists', async () => {
    expect((await save(editor, [{ category: 'Gossip', ids: [] }])).status).toBe(404);
    expect((await save(editor, [{ category: 'India', ids: [1, 1] }])).status).toBe(422);
    expect((await save(editor, [])).status).toBe(422);
    expect((await editor.json('PUT', '/api/board', { sections: [{ category: 'India', ids: ['one'] }] })).status).toBe(
      422,
    );
  });
});
