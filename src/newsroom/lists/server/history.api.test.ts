import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { sweepPictures } from '#src/news/media/server/pictures.jobs.ts';
import { publishDueStories, purgeTrash } from '#src/news/stories/server/stories.jobs.ts';
import type { Context } from '#src/platform/context.ts';
import type { Client } from '#test/client.ts';
import { pictureFile } from '#test/factories/pictures.ts';
import { createStory } from '#test/factories/stories.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
let editor: Client;
let colleague: Client;
let reader: Client;
beforeAll(async () => {
  [editor, colleague, reader] = [await site.as('editor'), await site.as('editor'), await site.as('reader')];
});

const nameOf = async (client: Client) => (await client.get('/api/verify_token')).body.user.name;
const change = (id: number, fields: Record<string, string | number | Blob>, client = editor) =>
  client.form('PUT', `/api/admin/${id}`, fields);
const revisions = async (id: number) => (await editor.get(`/api/stories/${id}/revisions`)).body.revisions;
const revision = (id: number, version: number, client = editor) =>
  client.get(`/api/stories/${id}/revisions/${version}`);
const restore = (id: number, version: number, base: number, client = editor) =>
  client.json('POST', `/api/stories/${id}/revisions/${version}/restore`, { version: base });
/** Actions and their versions, oldest first. */
const events = async (id: number) =>
  (await editor.get(`/api/stories/${id}/events`)).body.events
    .map(({ action, details }: { action: string; details: { before?: number; after?: number; version?: number } }) =>
      [action.replace('story.', ''), details.before, details.after ?? details.version].filter(Boolean).join(' '),
    )
    .toReversed();
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const purge = () => purgeTrash.run(site.services as Context, {}); // no other field is used

describe('revisions', () => {
  test('every save is one, with author, time, fields and picture', async () => {
    const story = await createStory(editor, { news_title: 'First', image: await pictureFile() });
    await change(story.id, { news_title: 'Second', image: await pictureFile(500, 400) }, colleague);
    const listed = await revisions(story.id);
    expect(listed).toEqual([
      {
        version: 2,
        author: await nameOf(colleague),
        at: expect.any(String),
        news_title: 'Second',
        status: 'published',
      },
      { version: 1, author: await nameOf(editor), at: expect.any(String), news_title: 'First', status: 'published' },
    ]);
    const { body } = await revision(story.id, 1);
    expect(body.fields).toMatchObject({
      news_title: 'First',
      news_description: story.news_description,
      news_category: 'Sports News',
      news_sub_category: 'Cricket',
      image_width: 400,
      language: 'en',
      version_of: '',
      publish_at: '',
    });
    expect((await site.visitor.get(`/api${body.image_url}`)).status).toBe(200);
  });

  test('a story from before the revisions keeps its state before the first change', async () => {
    const story = await createStory(editor, { news_title: 'Old' });
    await site.db.execute(sql`DELETE FROM story_revisions WHERE story_id = ${story.id}::integer`);
    expect(await revisions(story.id)).toEqual([]);
    await change(story.id, { news_title: 'New' });
    expect(await revisions(story.id)).toMatchObject([
      { version: 2, news_title: 'New' },
      { version: 1, news_title: 'Old', author: '', at: story.updated_at },
    ]);
  });

  test('publication by schedule and a move on the board are revisions, a new order is not', async () => {
    const [story, other] = [
      await createStory(editor, { status: 'scheduled', publish_at: inAnHour() }),
      await createStory(editor),
    ];
    site.advance(2 * 3_600_000);
    await site.services.jobs.send(publishDueStories, {});
    await expect
      .poll(async () => (await revisions(story.id))[0])
      .toMatchObject({
        version: 2,
        author: 'News Wing',
        status: 'published',
      });
    await editor.json('PUT', '/api/board', { sections: [{ category: 'India', ids: [story.id] }] });
    await editor.json('PUT', '/api/board', { sections: [{ category: 'Sports News', ids: [other.id] }] });
    expect(await revisions(story.id)).toHaveLength(3);
    expect((await revision(story.id, 3)).body.fields).toMatchObject({
      news_category: 'India',
      news_sub_category: 'Others',
      news_submenu: 'Cricket',
    });
    expect(await revisions(other.id)).toHaveLength(1);
  });

  test('a change that is refused leaves none', async () => {
    const story = await createStory(editor);
    expect((await change(story.id, { news_title: '' })).status).toBe(422);
    expect((await change(story.id, { version: 1, version_of: story.id })).status).toBe(422);
    expect(await revisions(story.id)).toHaveLength(1);
    expect(await events(story.id)).toEqual(['created 1', 'published 1']);
  });

  test('are listed 50 a page', async () => {
    const story = await createStory(editor);
    for (let turn = 1; turn <= 51; turn++) await change(story.id, { news_title: `Turn ${turn}` });
    const first = (await editor.get(`/api/stories/${story.id}/revisions`)).body;
    expect([first.revisions.length, first.revisions.at(-1).version, first.more]).toEqual([50, 3, true]);
    const rest = (await editor.get(`/api/stories/${story.id}/revisions?before=3`)).body;
    expect([rest.revisions.map(({ version }: { version: number }) => version), rest.more]).toEqual([[2, 1], false]);
  });

  test('outlive the story if it was published, with their pictures; those of a draft go with it', async () => {
    const [published, draft] = [
      await createStory(editor, { image: await pictureFile() }),
      await createStory(editor, { status: 'draft', image: await pictureFile() }),
    ];
    await change(published.id, { status: 'draft', remove_image: 'true' });
    for (const { id } of [published, draft]) await editor.delete(`/api/admin/${id}`);
    await site.db.execute("UPDATE stories SET deleted_at = now() - interval '31 days' WHERE deleted_at IS NOT NULL");
    await purge();
    expect(await revisions(published.id)).toHaveLength(2);
    expect(await revisions(draft.id)).toEqual([]);
    await site.db.execute("UPDATE pictures SET created_at = now() - interval '2 days'");
    await sweepPictures.run({ ...site.services } as Context, {});
    const { image_url } = (await revision(published.id, 1)).body;
    expect((await site.visitor.get(`/api${image_url}`)).status).toBe(200);
    expect((await editor.get(`/api/drafts/pictures/${draft.image}`)).status).toBe(404);
  });
});

describe('restoring a revision', () => {
  test('makes a new version of its text, fields and picture; the publication stays', async () => {
    const draft = await createStory(editor, { news_title: 'First', status: 'draft', image: await pictureFile() });
    await change(draft.id, { news_title: 'Second', status: 'published', remove_image: 'true' });
    const { status, body } = await restore(draft.id, 1, 2, colleague);
    expect(status).toBe(200);
    expect(body).toMatchObject({ news_title: 'First', status: 'published', version: 3, image: draft.image });
    expect((await site.visitor.get(`/api${body.image_url}`)).status).toBe(200);
    expect((await revisions(draft.id))[0]).toMatchObject({ version: 3, author: await nameOf(colleague) });
  });

  test('keeps the present category if that of the revision no longer exists', async () => {
    const { body: category } = await editor.json('POST', '/api/categories', { name: 'Ferries' });
    const story = await createStory(editor, {
      news_category: 'Ferries',
      news_sub_category: 'Others',
      news_submenu: 'Piers',
    });
    await change(story.id, { news_category: 'India', news_sub_category: 'Cities' });
    await editor.delete(`/api/categories/${category.id}`);
    expect((await restore(story.id, 1, 2)).body).toMatchObject({ news_category: 'India', news_sub_category: 'Cities' });
  });

  test('returns 409 with the stored story if there is a newer version', async () => {
    const story = await createStory(editor, { news_title: 'First' });
    await change(story.id, { news_title: 'Second' });
    expect(await restore(story.id, 1, 1)).toMatchObject({
      status: 409,
      body: { code: 'conflict', current: { news_title: 'Second', version: 2 } },
    });
    expect(await revisions(story.id)).toHaveLength(2);
  });
});

describe('the audit log', () => {
  test('has every act with the numbers of the revisions before and after', async () => {
    const story = await createStory(editor, { status: 'draft' });
    await change(story.id, { news_title: 'Changed' });
    await change(story.id, { status: 'scheduled', publish_at: inAnHour() });
    await change(story.id, { status: 'published', author: 'Asha Rao' });
    await change(story.id, { status: 'draft' });
    await editor.delete(`/api/admin/${story.id}`);
    await editor.json('POST', `/api/trash/${story.id}/restore`, {});
    await restore(story.id, 1, 5);
    await editor.delete(`/api/admin/${story.id}`);
    await site.db.execute(
      sql`UPDATE stories SET deleted_at = now() - interval '31 days' WHERE id = ${story.id}::integer`,
    );
    await purge();
    expect(await events(story.id)).toEqual([
      'created 1',
      'changed 1 2',
      'scheduled 2 3',
      'changed 3 4',
      'published 3 4',
      'unpublished 4 5',
      'trashed 5',
      'restored 5',
      'changed 5 6',
      'trashed 6',
      'purged 6',
    ]);
    const admin = await site.as('admin');
    const { acts } = (await admin.get(`/api/audit?search=story ${story.id}`)).body;
    expect(acts[0]).toMatchObject({ action: 'story.purged', actor: 'News Wing' });
    expect(acts[2]).toMatchObject({
      actor: await nameOf(editor),
      details: { restored: 1, fields: ['news_title', 'author'] },
    });
  });
});

describe('refuses', () => {
  test.each([
    ['no token', () => site.visitor, 401],
    ['a reader', () => reader, 403],
  ])('%s', async (_, client, status) => {
    const { id } = await createStory(editor);
    for (const path of [`/api/stories/${id}/revisions`, `/api/stories/${id}/revisions/1`, `/api/stories/${id}/events`])
      expect((await client().get(path)).status).toBe(status);
    expect((await restore(id, 1, 1, client())).status).toBe(status);
    expect(await revisions(id)).toHaveLength(1);
  });
});

describe('rejects', () => {
  test('unknown stories and versions', async () => {
    const { id } = await createStory(editor);
    expect((await revision(id, 2)).status).toBe(404);
    expect((await revision(id, 0)).status).toBe(404);
    expect((await restore(id, 2, 1)).status).toBe(404);
    expect((await restore(999_999, 1, 1)).status).toBe(404);
    expect((await editor.json('POST', `/api/stories/${id}/revisions/1/restore`, {})).status).toBe(422);
  });
});

describe('a scheduled story from the trash', () => {
  test('returns as a draft if its time has passed, and is not published', async () => {
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const story = await createStory(editor, { status: 'scheduled', publish_at: at });
    await editor.delete(`/api/admin/${story.id}`);
    site.advance(2 * 3_600_000);
    const { body } = await editor.json('POST', `/api/trash/${story.id}/restore`, {});
    expect(body).toMatchObject({ status: 'draft', publish_at: null, version: 2, unscheduled: true });
    await publishDueStories.run({ ...site.services, log: { info: () => undefined } } as never, {});
    expect((await site.visitor.get(`/api/admin/${story.id}`)).status).toBe(404);
    expect(await events(story.id)).toEqual(['created 1', 'scheduled 1', 'trashed 1', 'restored 1', 'unpublished 1 2']);
  });

  test('stays scheduled if its time is still to come', async () => {
    const story = await createStory(editor, { status: 'scheduled', publish_at: inAnHour() });
    await editor.delete(`/api/admin/${story.id}`);
    expect((await editor.json('POST', `/api/trash/${story.id}/restore`, {})).body).toEqual(story);
  });
});
