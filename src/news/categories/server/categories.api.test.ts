import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createStory, storyFields } from '#test/factories/stories.ts';
import { untilBlocked } from '#test/locks.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();

let count = 0;
async function newCategory() {
  const editor = await site.as('editor');
  count += 1;
  const { status, body } = await editor.json('POST', '/api/categories', { name: `Category ${count}` });
  expect(status).toBe(201);
  return { editor, id: body.id as number, name: body.name as string };
}
type Answer = Promise<{ status: number; body: unknown }>;

/** Sends calls in order while the category's row is locked, so that each waits for the lock; then releases it. */
async function inTurn(id: number, ...calls: (() => Answer)[]) {
  const sent: Answer[] = [];
  await site.db.transaction(async (tx) => {
    await tx.execute(sql`SELECT id FROM categories WHERE id = ${id} FOR UPDATE`);
    for (const call of calls) {
      sent.push(call());
      await untilBlocked(site, sent.length);
    }
  });
  return Promise.all(sent);
}

describe('deleting a category', () => {
  test('fails with 409 if a story is being added to it, or the story gets a validation error', async () => {
    const { editor, id, name } = await newCategory();
    const fields = storyFields({ news_category: name, news_sub_category: 'Others', news_submenu: 'Chess' });
    const add = () => editor.form('POST', '/api/admin', fields);
    const remove = () => editor.delete(`/api/categories/${id}`);
    const [added, kept] = await inTurn(id, add, remove);
    expect([added?.status, kept?.status]).toEqual([201, 409]);
    const { body } = await editor.get('/api/categories');
    expect(body).toContainEqual(expect.objectContaining({ id }));

    const empty = await newCategory();
    const [removed, late] = await inTurn(
      empty.id,
      () => empty.editor.delete(`/api/categories/${empty.id}`),
      () => empty.editor.form('POST', '/api/admin', { ...fields, news_category: empty.name }),
    );
    expect(removed?.status).toBe(200);
    expect(late).toMatchObject({ status: 422, body: { fields: { news_category: expect.any(String) } } });
  });

  test('makes a concurrent new sub-category or board move fail with 404', async () => {
    const { editor, id, name } = await newCategory();
    const story = await createStory(editor);
    const [removed, added, moved] = await inTurn(
      id,
      () => editor.delete(`/api/categories/${id}`),
      () => editor.json('POST', `/api/categories/${id}/sub-categories`, { name: 'Chess' }),
      () => editor.json('PUT', '/api/board', { sections: [{ category: name, ids: [story.id] }] }),
    );
    expect([removed?.status, added?.status, moved?.status]).toEqual([200, 404, 404]);
    expect((await editor.get(`/api/admin/${story.id}`)).body.news_category).toBe('Sports News');
  });
});
