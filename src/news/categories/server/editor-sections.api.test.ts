import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { hourMs } from '#src/rules/calendar.rules.ts';
import type { Client } from '#test/client.ts';
import { createStory } from '#test/factories/stories.ts';
import { untilBlocked } from '#test/locks.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
let admin: Client;
const categories: Record<string, number> = {};
beforeAll(async () => {
  admin = await site.as('admin');
  for (const { id, name } of (await site.visitor.get('/api/categories')).body) categories[name] = id;
});

const business = { news_category: 'Business', news_sub_category: 'Markets' };
const forbidden = { status: 403, body: { code: 'forbidden' } };

const limit = (id: number, sections: unknown, client = admin) =>
  client.json('PUT', `/api/people/${id}/sections`, { sections });
const put = (client: Client, id: number, change: Record<string, string>) =>
  client.form('PUT', `/api/admin/${id}`, change);
const addCategory = async (name: string): Promise<number> =>
  (await admin.json('POST', '/api/categories', { name })).body.id;
const statusOf = async (id: number) => (await admin.get(`/api/admin/${id}`)).body.status;
const mine = async (client: Client) =>
  (await client.get('/api/desk/sections')).body.sections?.map(({ id }: { id: number }) => id) ?? null;

/** An editor of Health, or of other sections; `null` for all. */
async function editorOf(sections: number[] | null = [categories.Health as number]) {
  const { id, email } = await site.createUser('editor');
  const client = await site.visitor.login('/api/admin_login', email, password);
  expect((await limit(id, sections)).status).toBe(200);
  return { id, client };
}

describe('limiting an editor', () => {
  test('lists his sections, shows them to him, is in the audit log, and leaves his session alone', async () => {
    const [first, second] = [categories.Health as number, categories.Business as number];
    const { id, client } = await editorOf();
    expect((await limit(id, [second, first, first])).body).toMatchObject({ id });
    const listed = (await admin.get('/api/people/sections')).body.find((editor: { id: number }) => editor.id === id);
    expect(listed).toEqual({ id, sections: [second, first] }); // in the order of the newspaper
    expect(await mine(client)).toEqual([second, first]);
    expect((await limit(id, null)).body).toEqual({ id, sections: null });
    expect(await mine(client)).toBe(null);
    const { acts } = (await admin.get(`/api/audit?search=person ${id}`)).body;
    expect(acts.map(({ action, details }: Record<string, unknown>) => [action, details])).toEqual([
      ['person.sections', { sections: 'all' }],
      ['person.sections', { sections: 'Business, Health' }],
      ['person.sections', { sections: 'Health' }],
    ]);
  });

  test('is for administrators, and shows nobody else’s sections', async () => {
    const { id, client } = await editorOf();
    expect((await limit(id, null, site.visitor)).status).toBe(401);
    expect((await site.visitor.get('/api/desk/sections')).status).toBe(401);
    for (const role of ['reader', 'reporter', 'editor'] as const) {
      const other = await site.as(role);
      expect((await limit(id, null, other)).status).toBe(403);
      expect((await other.get('/api/people/sections')).status).toBe(403);
      if (role !== 'reader') expect(await mine(other)).toBe(null);
    }
    expect((await limit(id, null, client)).status).toBe(403);
    expect(await mine(client)).toEqual([categories.Health]);
  });

  test('rejects other roles, no section, unknown sections and malformed ones', async () => {
    const { id, client } = await editorOf();
    const reporter = await site.createUser('reporter');
    expect(await limit(reporter.id, [categories.Health])).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await limit(2_147_483_647, [categories.Health])).status).toBe(404);
    for (const wrong of [[], [0], [2_147_483_647], [2_147_483_648], [1.5], ['Health'], 'Health', {}, undefined])
      expect([wrong, (await limit(id, wrong)).status]).toEqual([wrong, 422]);
    expect((await limit(id, Array(501).fill(categories.Health))).status).toBe(422);
    expect(await mine(client)).toEqual([categories.Health]);
  });

  test('ends with the role', async () => {
    const { id } = await editorOf();
    const { rows } = await site.db.execute(`SELECT email FROM users WHERE id = ${id}`);
    for (const role of ['sub_editor', 'editor'])
      expect((await admin.json('PUT', `/api/people/${id}/role`, { role })).status).toBe(200);
    const again = await site.visitor.login('/api/admin_login', String(rows[0]?.email), password);
    expect(await mine(again)).toBe(null);
    expect((await again.form('POST', '/api/admin', { news_title: 'All again', ...business })).body.status).toBe(
      'published',
    );
  });
});

describe('the sections of a limited editor', () => {
  test('follow a category that is merged into another one, once', async () => {
    const [from, to] = [await addCategory('Wellness'), await addCategory('Medicine')];
    const both = await editorOf([from, to]);
    const one = await editorOf([from]);
    expect((await admin.json('POST', `/api/categories/${from}/merge`, { into: to })).status).toBe(200);
    expect([await mine(both.client), await mine(one.client)]).toEqual([[to], [to]]);
  });

  test('are none, not all, when the last one is deleted', async () => {
    const only = await addCategory('Short lived');
    const { id, client } = await editorOf([only]);
    const story = await createStory(client, {
      news_category: 'Short lived',
      news_sub_category: 'Others',
      news_submenu: 'x',
    });
    expect(story.status).toBe('published');
    const into = categories.Business;
    expect((await admin.delete(`/api/categories/${only}?into=${into}`)).status).toBe(200);
    expect(await mine(client)).toEqual([]);
    expect((await admin.get('/api/people/sections')).body).toContainEqual({ id, sections: [] });
    expect(await put(client, story.id, { news_title: 'Mine still?' })).toMatchObject(forbidden);
    expect((await createStory(client, business)).status).toBe('draft');
  });
});

describe('at the same moment', () => {
  test('a limit that is set while he waits to publish holds', async () => {
    const { id, client } = await editorOf(null);
    const story = await createStory(client, { ...business, status: 'draft' });
    const publishing = await site.db.transaction(async (tx) => {
      await tx.execute(sql`SELECT id FROM stories WHERE id = ${story.id} FOR UPDATE`);
      const publishing = put(client, story.id, { status: 'published' });
      await untilBlocked(site, 1);
      expect((await limit(id, [categories.Health])).status).toBe(200);
      return [publishing] as const;
    });
    expect(await publishing[0]).toMatchObject(forbidden);
    expect(await statusOf(story.id)).toBe('draft');
  });

  test('a limit waits for a story that is just being published', async () => {
    const { id, client } = await editorOf(null);
    const story = await createStory(client, { ...business, status: 'draft' });
    const answers = await site.db.transaction(async (tx) => {
      await tx.execute(sql`LOCK TABLE story_revisions IN EXCLUSIVE MODE`);
      const publishing = put(client, story.id, { status: 'published' });
      await untilBlocked(site, 1);
      const limiting = limit(id, [categories.Health]);
      await untilBlocked(site, 2);
      return [publishing, limiting] as const;
    });
    const [published, limited] = await Promise.all(answers);
    expect([published.status, limited.status]).toEqual([200, 200]);
    expect(await put(client, story.id, { status: 'unpublished' })).toMatchObject(forbidden);
  });

  test('a new story is judged by the limit at the moment it is stored', async () => {
    const { id, client } = await editorOf(null);
    const creating = await site.db.transaction(async (tx) => {
      await tx.execute(sql`SELECT id FROM users WHERE id = ${id} FOR NO KEY UPDATE`);
      const creating = client.form('POST', '/api/admin', { news_title: 'In time?', ...business, status: 'published' });
      await untilBlocked(site, 1);
      await tx.execute(sql`UPDATE users SET limited_to_sections = true WHERE id = ${id}`);
      return [creating] as const;
    });
    expect(await creating[0]).toMatchObject(forbidden);
  });

  test('a story that he scheduled before the limit is published', async () => {
    const { id, client } = await editorOf(null);
    const publish_at = new Date(Date.now() + hourMs).toISOString();
    const story = await createStory(client, { ...business, status: 'scheduled', publish_at });
    await limit(id, [categories.Health]);
    expect(await put(client, story.id, { status: 'draft' })).toMatchObject(forbidden);
    await site.db.execute(`UPDATE stories SET publish_at = now() - interval '1 minute' WHERE id = ${story.id}`);
    const { publishDueStories } = await import('#src/news/stories/server/stories.jobs.ts');
    await site.services.jobs.send(publishDueStories, {});
    await expect.poll(() => statusOf(story.id)).toBe('published');
  });
});
