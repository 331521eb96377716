import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { hourMs } from '#src/rules/calendar.rules.ts';
import type { Client } from '#test/client.ts';
import { pictureFile } from '#test/factories/pictures.ts';
import { createStory } from '#test/factories/stories.ts';
import { untilBlocked } from '#test/locks.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
let editor: Client;
beforeAll(async () => {
  editor = await site.as('editor');
});

interface Selected {
  id: number;
  version: number;
}

const selected = (stories: Selected[]) => stories.map(({ id, version }) => ({ id, version }));
const bulk = async (action: string, stories: Selected[], to?: object, client = editor) =>
  (await client.json('POST', '/api/stories/bulk', { action, stories: selected(stories), to })).body;
const undo = (id: number, client = editor) => client.json('POST', `/api/stories/bulk/${id}/undo`, {});

/** All columns of stories but the version, which only increases. */
async function stored(stories: Selected[]) {
  const ids = stories.map(({ id }) => id).join(',');
  const { rows } = await site.db.execute(
    `SELECT to_jsonb(stories) - 'version' AS story FROM stories WHERE id IN (${ids}) ORDER BY id`,
  );
  return rows.map(({ story }) => story as { status: string; deleted_at: string | null });
}

const inFuture = () => new Date(Date.now() + hourMs).toISOString();
const states = async () => [
  await createStory(editor, { news_title: 'A draft', status: 'draft' }),
  await createStory(editor, { news_title: 'A schedule', status: 'scheduled', publish_at: inFuture() }),
  await createStory(editor, { news_title: 'A story' }),
];
const markets = { category: 'Business', sub_category: 'Markets' };

describe('a bulk action', () => {
  test.each([
    ['publish', undefined, [0, 1], ['published', 'published', 'published']],
    ['unpublish', undefined, [1, 2], ['draft', 'draft', 'unpublished']],
    ['move', markets, [0, 1, 2], ['draft', 'scheduled', 'published']],
    ['trash', undefined, [0, 1, 2], ['draft', 'scheduled', 'published']],
  ] as const)(
    '%s changes what is not so yet, and its undo brings all columns back',
    async (action, to, changed, after) => {
      const stories = await states();
      const bystander = await createStory(editor);
      const before = await stored([...stories, bystander]);
      const answer = await bulk(action, stories, to);
      expect(answer).toEqual({
        changed: changed.map((place) => stories[place]?.id),
        failed: [],
        undo: expect.any(Number),
      });
      const [a, b, c, same] = await stored([...stories, bystander]);
      expect([a?.status, b?.status, c?.status]).toEqual(after);
      expect(same).toEqual(before.at(-1));
      expect((await undo(answer.undo)).body).toEqual({ restored: answer.changed, failed: [] });
      expect(await stored([...stories, bystander])).toEqual(before);
      expect((await undo(answer.undo)).status).toBe(404);
    },
  );

  test('restores from the trash, and its undo puts stories back with the date of their deletion', async () => {
    const stories = await states();
    await bulk('trash', stories);
    const before = await stored(stories);
    const { changed, undo: id } = await bulk('restore', stories);
    expect(changed).toHaveLength(3);
    expect((await stored(stories)).map(({ deleted_at }) => deleted_at)).toEqual([null, null, null]);
    expect((await undo(id)).body.failed).toEqual([]);
    expect(await stored(stories)).toEqual(before);
  });

  test('moves into Others with a label', async () => {
    const [story] = await states();
    await bulk('move', [story], { category: 'Health', sub_category: 'Others', submenu: 'Clinics' });
    expect((await editor.get(`/api/admin/${story.id}`)).body).toMatchObject({
      news_category: 'Health',
      news_sub_category: 'Others',
      news_submenu: 'Clinics',
      status: 'draft',
    });
  });

  test('names the stories that it could not change, and changes the others', async () => {
    const [draft, scheduled, story] = await states();
    await editor.form('PUT', `/api/admin/${draft.id}`, { news_title: 'Corrected' });
    await editor.send('DELETE', `/api/admin/${story.id}`);
    const lost = { id: 2_000_000_000, version: 1 };
    const { changed, failed } = await bulk('publish', [draft, scheduled, story, lost]);
    expect(changed).toEqual([scheduled.id]);
    const changedError = 'Someone else has changed this story in the meantime.';
    const missing = 'This story could not be found.';
    expect(failed).toEqual([
      { id: draft.id, title: 'Corrected', code: 'conflict', error: changedError },
      { id: story.id, title: 'A story', code: 'not_found', error: missing },
      { id: lost.id, title: null, code: 'not_found', error: missing },
    ]);
    const { failed: unmoved } = await bulk('move', [{ ...draft, version: 2 }], { ...markets, sub_category: 'None' });
    expect(unmoved).toMatchObject([{ title: 'Corrected', code: 'invalid' }]);
    const old = { ...scheduled, version: 1 };
    expect((await bulk('trash', [old])).failed).toMatchObject([{ id: scheduled.id, code: 'conflict' }]);
  });

  test('hides the picture of an unpublished story, and shows it again after the undo', async () => {
    const story = await createStory(editor, { image: await pictureFile(400, 300, 'jpeg') });
    const picture = async () => (await site.visitor.get(`/api${story.image_url}`)).status;
    expect(await picture()).toBe(200);
    const { undo: id } = await bulk('unpublish', [story]);
    expect(await picture()).toBe(404);
    await undo(id);
    expect(await picture()).toBe(200);
  });

  test('leaves a story alone that changes while the action runs', async () => {
    const story = await createStory(editor, { status: 'draft' });
    const publishing = await site.db.transaction(async (tx) => {
      await tx.execute(sql`UPDATE stories SET body = 'Unread.', version = version + 1 WHERE id = ${story.id}`);
      const answer = bulk('publish', [story]);
      await untilBlocked(site, 1);
      return { answer };
    });
    expect(await publishing.answer).toMatchObject({ changed: [], failed: [{ id: story.id, code: 'conflict' }] });
    expect((await editor.get(`/api/admin/${story.id}`)).body.status).toBe('draft');
  });

  test('takes each story once, up to 100 in one call', async () => {
    const story = await createStory(editor);
    const { changed } = await bulk('trash', Array<Selected>(100).fill(story));
    expect(changed).toEqual([story.id]);
  });
});

describe('an undo', () => {
  test('leaves stories alone that have changed since, and names them', async () => {
    const [draft, scheduled, story] = await states();
    const { undo: id } = await bulk('publish', [draft, scheduled]);
    await editor.form('PUT', `/api/admin/${draft.id}`, { news_title: 'Read by many' });
    await site.db.execute(sql`DELETE FROM stories WHERE id = ${scheduled.id}`);
    const { body } = await undo(id);
    expect(body).toMatchObject({
      restored: [],
      failed: [
        { title: 'Read by many', code: 'conflict' },
        { title: null, code: 'not_found' },
      ],
    });
    expect((await editor.get(`/api/admin/${draft.id}`)).body).toMatchObject({ status: 'published' });
    const { undo: trashing } = await bulk('trash', [story]);
    await editor.send('POST', `/api/trash/${story.id}/restore`);
    expect((await undo(trashing)).body.failed).toMatchObject([{ title: 'A story', code: 'conflict' }]);
  });

  test('does not publish a story whose scheduled time has passed', async () => {
    const soon = new Date(Date.now() + 300_000).toISOString();
    const story = await createStory(editor, { news_title: 'Late', status: 'scheduled', publish_at: soon });
    const { undo: id } = await bulk('trash', [story]);
    site.advance(310_000);
    const { body } = await undo(id);
    expect(body).toMatchObject({ restored: [story.id], failed: [{ title: 'Late', code: 'conflict' }] });
    expect((await editor.get(`/api/admin/${story.id}`)).body).toMatchObject({ status: 'draft', publish_at: null });
  });

  test('fails for a story whose place in a version group was taken since', async () => {
    const english = await createStory(editor);
    const hindi = await createStory(editor, { language: 'hi', version_of: english.id });
    const { undo: id } = await bulk('trash', [hindi]);
    await createStory(editor, { language: 'hi', version_of: english.id });
    expect((await undo(id)).body).toMatchObject({ restored: [], failed: [{ id: hindi.id, code: 'conflict' }] });
  });

  test('leaves the language versions together that were added since', async () => {
    const english = await createStory(editor, { status: 'draft' });
    const { undo: id } = await bulk('publish', [english]);
    const hindi = await createStory(editor, { language: 'hi', version_of: english.id });
    expect((await undo(id)).body.failed).toEqual([]);
    const { rows } = await site.db.execute(
      sql`SELECT version_group FROM stories WHERE id IN (${english.id}, ${hindi.id})`,
    );
    expect(rows).toEqual([{ version_group: english.id }, { version_group: english.id }]);
  });

  test('is a revision and an event in the history of each story, as the action was', async () => {
    const stories = [await createStory(editor, { status: 'draft' }), await createStory(editor, { status: 'draft' })];
    const { undo: id } = await bulk('publish', stories);
    await undo(id);
    for (const { id } of stories) {
      const { revisions } = (await editor.get(`/api/stories/${id}/revisions`)).body;
      expect(revisions.map(({ status }: { status: string }) => status)).toEqual(['draft', 'published', 'draft']);
      const [last] = (await editor.get(`/api/stories/${id}/events`)).body.events;
      expect(last.details).toEqual({ before: 2, after: 3, undone: 2 });
    }
  });

  test('is for the editor who acted, for ten minutes', async () => {
    const story = await createStory(editor);
    const { undo: id } = await bulk('trash', [story]);
    expect((await undo(id, await site.as('admin'))).status).toBe(404);
    site.advance(601_000);
    expect((await undo(id)).status).toBe(404);
    await bulk('trash', [await createStory(editor)]);
    const { rows } = await site.db.execute(sql`SELECT id FROM story_bulk_actions WHERE id = ${id}`);
    expect(rows).toEqual([]);
  });
});

describe('refuses and rejects', () => {
  test('visitors and readers', async () => {
    const story = await createStory(editor);
    const body = { action: 'trash', stories: selected([story]) };
    const reader = await site.as('reader');
    expect((await site.visitor.json('POST', '/api/stories/bulk', body)).status).toBe(401);
    expect((await reader.json('POST', '/api/stories/bulk', body)).status).toBe(403);
    expect((await undo(1, site.visitor)).status).toBe(401);
    expect((await undo(1, reader)).status).toBe(403);
    expect((await site.visitor.get(`/api/admin/${story.id}`)).status).toBe(200);
  });

  test.each([
    ['an unknown action', { action: 'burn', stories: [{ id: 1, version: 1 }] }],
    ['no stories', { action: 'trash', stories: [] }],
    ['101 stories', { action: 'trash', stories: Array(101).fill({ id: 1, version: 1 }) }],
    ['a version beyond the largest one', { action: 'trash', stories: [{ id: 1, version: 2 ** 31 }] }],
    ['a story without a version', { action: 'trash', stories: [{ id: 1 }] }],
    ['a move to nowhere', { action: 'move', stories: [{ id: 1, version: 1 }] }],
    [
      'a section of 61 characters',
      { action: 'move', stories: [{ id: 1, version: 1 }], to: { category: 'x'.repeat(61), sub_category: 'x' } },
    ],
  ])('%s', async (_, body) => {
    expect((await editor.json('POST', '/api/stories/bulk', body)).status).toBe(422);
  });
});
