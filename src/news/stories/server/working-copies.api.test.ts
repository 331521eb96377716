import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { sweepPictures } from '#src/news/media/server/pictures.jobs.ts';
import { stories } from '#src/news/schema/server/stories.tables.ts';
import { workingCopies } from '#src/news/schema/server/working-copies.tables.ts';
import type { Context } from '#src/platform/context.ts';
import { addDays } from '#src/rules/calendar.rules.ts';
import type { Client } from '#test/client.ts';
import { pictureFile } from '#test/factories/pictures.ts';
import { createStory, storyFields } from '#test/factories/stories.ts';
import { untilBlocked } from '#test/locks.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { maxWorkingCopies } from '../working-copies.contract.ts';
import { purgeWorkingCopies } from './working-copies.jobs.ts';

const site = siteForFile();
let editor: Client;
let colleague: Client;
let reader: Client;
beforeAll(async () => {
  [editor, colleague, reader] = [await site.as('editor'), await site.as('editor'), await site.as('reader')];
});

const path = (id: string) => `/api/working_copies/${id}`;
type Fields = Record<string, string | number | Blob>;
const save = (id: string, fields: Fields, client = editor) =>
  client.form('PUT', path(id), { seen: 0, writer: randomUUID(), ...fields });
const get = async (id: string, client = editor) => client.get(path(id));
const list = async (story?: number, client = editor) =>
  (await client.get(`/api/working_copies${story ? `?story=${story}` : ''}`)).body;
const imageName = (url: string) => /[a-f0-9]{32}\.jpg/.exec(url)?.[0] ?? '';

describe('a working copy', () => {
  test('keeps what was typed, as typed, for its user alone', async () => {
    const id = randomUUID();
    const first = await save(id, { news_title: ' Half a', news_category: 'Nowhere', publish_at: '' });
    expect(first).toMatchObject({ status: 200, body: { id, story_id: null, version: null, revision: 1 } });
    expect((await save(id, { seen: 1, news_title: ' Half a story' })).body.revision).toBe(2);
    expect((await get(id)).body).toMatchObject({
      news_title: ' Half a story',
      fields: { news_title: ' Half a story' },
      image_url: null,
      remove_image: false,
    });
    expect(await list()).toMatchObject([{ id, news_title: ' Half a story' }]);
    expect(await list(undefined, colleague)).toEqual([]);
    expect((await get(id, colleague)).status).toBe(404);
    expect((await save(id, { seen: 2, news_title: 'Taken' }, colleague)).status).toBe(409);
    expect((await save(id, { news_title: 'Taken' }, colleague)).status).toBe(409);
    await colleague.delete(path(id));
    expect((await get(id)).body.news_title).toBe(' Half a story');
    expect(await editor.delete(path(id))).toMatchObject({ status: 200 });
    expect((await get(id)).status).toBe(404);
  });

  test('of a story knows the version that it was begun on, and is on no other list', async () => {
    const [story, other] = [await createStory(editor), await createStory(editor)];
    const id = randomUUID();
    await save(id, { story: story.id, version: 1, news_title: 'Reworked' });
    expect(await list(story.id)).toMatchObject([{ id, story_id: story.id, version: 1 }]);
    expect(await list(other.id)).toEqual([]);
    expect(await list()).toEqual([]);
    expect((await site.visitor.get(`/api/admin/${story.id}`)).body).toEqual(story);
  });

  test('that was saved in another window is not overwritten', async () => {
    const id = randomUUID();
    await save(id, { news_title: 'One' });
    await save(id, { seen: 1, news_title: 'Two' });
    for (const seen of [0, 1]) expect((await save(id, { seen, news_title: 'Late' })).status).toBe(409);
    expect((await get(id)).body.news_title).toBe('Two');
    await editor.delete(path(id));
    expect((await save(id, { seen: 2, news_title: 'Ended' })).status).toBe(409);
  });

  test('can be saved again by the same form after an answer was lost', async () => {
    const [id, writer] = [randomUUID(), randomUUID()];
    await save(id, { writer, news_title: 'One' });
    expect((await save(id, { writer, news_title: 'Two' })).body).toMatchObject({ revision: 2, writer });
    const other = randomUUID();
    await save(id, { writer: other, seen: 2, news_title: 'Three' });
    expect((await save(id, { writer, seen: 2, news_title: 'Late' })).status).toBe(409);
    expect((await get(id)).body).toMatchObject({ news_title: 'Three', writer: other });
  });

  test('has its picture withheld, and gives it to the story that it becomes', async () => {
    const id = randomUUID();
    await save(id, { news_title: 'With a picture', image: await pictureFile() });
    await save(id, { seen: 1, news_title: 'Still with it' });
    const { image_url } = (await get(id)).body;
    const image = imageName(image_url);
    expect((await site.visitor.get(`/api/static/uploads/${image}`)).status).toBe(404);
    expect((await editor.get(`/api${image_url}`)).status).toBe(200);
    const story = await createStory(editor, { working_copy: id, image_of_copy: 'true' });
    expect(story.image).toBe(image);
    expect((await site.visitor.get(`/api/static/uploads/${image}`)).status).toBe(200);
    expect((await get(id)).status).toBe(404);
  });

  test('of a stored story gives it its picture too, or removes it', async () => {
    const story = await createStory(editor, { image: await pictureFile() });
    const id = randomUUID();
    await save(id, { story: story.id, version: 1, remove_image: 'true' });
    expect((await get(id)).body).toMatchObject({ remove_image: true, image_url: null });
    await save(id, { seen: 1, story: story.id, version: 1, image: await pictureFile(500, 400) });
    const { image_url, remove_image } = (await get(id)).body;
    expect(remove_image).toBe(false);
    const { body } = await editor.form('PUT', `/api/admin/${story.id}`, {
      version: 1,
      news_title: 'New picture',
      working_copy: id,
      image_of_copy: 'true',
    });
    expect(body.image).toBe(imageName(image_url));
    expect(await list(story.id)).toEqual([]);
  });

  test('stays if the save is refused', async () => {
    const id = randomUUID();
    await save(id, { news_title: 'Kept' });
    const refused = await editor.form('POST', '/api/admin', storyFields({ news_title: '', working_copy: id }));
    expect(refused.status).toBe(422);
    const without = await editor.form('POST', '/api/admin', storyFields({ working_copy: id, image_of_copy: 'true' }));
    expect(without).toMatchObject({ status: 422, body: { fields: { image: expect.any(String) } } });
    expect((await get(id)).body.news_title).toBe('Kept');
    // Not that of another user.
    await createStory(colleague, { working_copy: id });
    expect((await get(id)).status).toBe(200);
  });

  test('that is discarded leaves its picture to the nightly job, which spares those in use', async () => {
    const [kept, discarded] = [randomUUID(), randomUUID()];
    for (const id of [kept, discarded]) await save(id, { image: await pictureFile() });
    const [stays, goes] = [await get(kept), await get(discarded)].map(({ body }) => imageName(body.image_url));
    await editor.delete(path(discarded));
    await site.db.execute("UPDATE pictures SET created_at = now() - interval '2 days'");
    await sweepPictures.run({ ...site.services } as Context, {}); // no other field is used
    expect((await editor.get(`/api/drafts/pictures/${stays}`)).status).toBe(200);
    expect((await editor.get(`/api/drafts/pictures/${goes}`)).status).toBe(404);
  });

  test('that a story takes its picture from is spared by a nightly job that has begun', async () => {
    const id = randomUUID();
    await save(id, { news_title: 'Begun', image: await pictureFile() });
    const [{ pictureId }] = (await site.db
      .select({ pictureId: workingCopies.pictureId })
      .from(workingCopies)
      .where(eq(workingCopies.id, id))) as [{ pictureId: number }];
    await editor.delete(path(id));
    const story = await createStory(editor, { status: 'draft' });
    const now = () => addDays(site.services.now(), 3);
    const swept = await site.db.transaction(async (tx) => {
      await tx.update(stories).set({ pictureId }).where(eq(stories.id, story.id));
      const job = sweepPictures.run({ ...site.services, now } as Context, {});
      await untilBlocked(site, 1);
      return { job };
    });
    await swept.job;
    const { body } = await editor.get(`/api/media/pictures/${pictureId}`);
    expect((await site.visitor.get(`/api${body.url}`)).status).toBe(200);
  });

  test('keeps its text if the picture that was chosen is not there any more', async () => {
    const id = randomUUID();
    const saved = await save(id, { news_title: 'Kept', picture_id: 2_000_000_000 });
    expect(saved.status).toBe(200);
    expect((await get(id)).body).toMatchObject({ fields: { news_title: 'Kept' }, image_url: null });
  });

  test('gives its picture to the library as one of its user', async () => {
    const reporter = await site.as('reporter');
    const copy = randomUUID();
    await save(copy, { news_title: 'Ferry', image: await pictureFile() }, reporter);
    await createStory(reporter, { status: 'draft', working_copy: copy, image_of_copy: 'true' });
    const { items } = (await reporter.get('/api/media?limit=1')).body;
    expect(items).toMatchObject([{ uploader: expect.any(String), editable: true }]);
  });

  test('is one of a hundred at most', async () => {
    const busy = await site.as('editor');
    for (let turn = 0; turn < maxWorkingCopies; turn++)
      expect((await save(randomUUID(), { news_title: `${turn}` }, busy)).status).toBe(200);
    expect(await save(randomUUID(), { news_title: 'One more' }, busy)).toMatchObject({
      status: 422,
      body: { error: 'You have 100 unsaved texts already. Please discard some.' },
    });
  });
});

describe('working copies', () => {
  test('are deleted 90 days after their last change', async () => {
    const [old, recent] = [randomUUID(), randomUUID()];
    for (const id of [old, recent]) await save(id, { news_title: 'Left' });
    const age = (id: string, days: number) =>
      site.db.execute(
        sql`UPDATE working_copies SET updated_at = now() - make_interval(days => ${days}::integer) WHERE id = ${id}::uuid`,
      );
    await age(old, 91);
    await age(recent, 89);
    await purgeWorkingCopies.run({ ...site.services, log: { info: () => undefined } } as never, {});
    expect((await get(old)).status).toBe(404);
    expect((await get(recent)).body.news_title).toBe('Left');
  });

  test("are part of the user's data export, and are deleted with his account, his alone", async () => {
    const leaving = await site.as('editor');
    const story = await createStory(leaving);
    const [mine, ofStory, bystander] = [randomUUID(), randomUUID(), randomUUID()];
    await save(mine, { news_title: 'Mine', news_description: 'What I typed' }, leaving);
    await save(ofStory, { story: story.id, version: 1, news_title: 'Reworked' }, leaving);
    await save(bystander, { news_title: 'Not mine' });
    const { body } = await leaving.get('/api/user/data');
    expect(body.working_copies).toMatchObject([
      { id: mine, story_id: null, fields: { news_title: 'Mine', news_description: 'What I typed' } },
      { id: ofStory, story_id: story.id, version: 1, fields: { news_title: 'Reworked' } },
    ]);
    expect(body.working_copies).toHaveLength(2);
    expect((await leaving.json('POST', '/api/user/delete', { password })).status).toBe(200);
    const { rows } = await site.db.execute(
      sql`SELECT id FROM working_copies WHERE id IN (${mine}::uuid, ${ofStory}::uuid, ${bystander}::uuid)`,
    );
    expect(rows).toEqual([{ id: bystander }]);
  });
});

describe('refuses', () => {
  test.each([
    ['no token', () => site.visitor, 401],
    ['a reader', () => reader, 403],
  ])('%s', async (_, client, status) => {
    const id = randomUUID();
    await save(id, { news_title: 'Mine' });
    expect((await client().get('/api/working_copies')).status).toBe(status);
    expect((await get(id, client())).status).toBe(status);
    expect((await save(id, { seen: 1, news_title: 'x' }, client())).status).toBe(status);
    expect((await client().delete(path(id))).status).toBe(status);
    expect((await get(id)).body.news_title).toBe('Mine');
  });
});

test('refuses a copy of a story that its user may not see, or not any more', async () => {
  const user = await site.createUser('reporter');
  const reporter = await site.visitor.login('/api/admin_login', user.email, password);
  const [hidden, shown] = [await createStory(editor, { status: 'draft' }), await createStory(editor)];
  expect((await save(randomUUID(), { story: hidden.id, version: 1, news_title: 'Mine' }, reporter)).status).toBe(404);
  expect((await reporter.get(`/api/working_copies?story=${hidden.id}`)).status).toBe(404);
  expect((await save(randomUUID(), { story: shown.id, version: 1, news_title: 'Mine' }, reporter)).status).toBe(200);

  const assign = (assignee: number | null) =>
    editor.json('PUT', `/api/stories/${hidden.id}/assignment`, { assignee, due_at: null });
  expect((await assign(user.id)).status).toBe(200);
  const id = randomUUID();
  expect((await save(id, { story: hidden.id, version: 1, news_title: 'Assigned' }, reporter)).status).toBe(200);
  await assign(null);
  expect((await get(id, reporter)).status).toBe(404);
  // By the story that the copy has, not by the one that is named.
  for (const story of [hidden.id, shown.id])
    expect((await save(id, { seen: 1, story, version: 1, news_title: 'Later' }, reporter)).status).toBe(404);
  await assign(user.id);
  expect((await get(id, reporter)).body).toMatchObject({ revision: 1, news_title: 'Assigned' });
  await editor.delete(`/api/admin/${hidden.id}`);
  expect((await get(id, reporter)).body.news_title).toBe('Assigned'); // nothing that was typed is lost with the story
});

describe('rejects', () => {
  test.each([
    [{ seen: -1 }, 'seen'],
    [{ seen: 2 ** 31 }, 'seen'],
    [{ seen: 'x' }, 'seen'],
    [{ news_title: 'x'.repeat(301) }, 'news_title'],
    [{ status: 'hidden' }, 'status'],
    [{ story: 'x' }, 'story'],
    [{ writer: 'me' }, 'writer'],
  ])('%o', async (fields, field) => {
    expect(await save(randomUUID(), fields)).toMatchObject({
      status: 422,
      body: { fields: { [field]: expect.any(String) } },
    });
  });

  test('ids that are none, unknown stories, and files that are no pictures', async () => {
    expect((await save('1', { news_title: 'x' })).status).toBe(404);
    expect((await save(randomUUID(), { story: 999_999, news_title: 'x' })).status).toBe(404);
    const text = new File(['<svg/>'], 'upload.png', { type: 'image/png' });
    expect(await save(randomUUID(), { image: text })).toMatchObject({ status: 415 });
  });
});
