import { beforeAll, describe, expect, test } from 'vitest';
import { StoryForm, textColumns } from '#src/news/schema/story-fields.contract.ts';
import type { Client } from '#test/client.ts';
import { pictureFile } from '#test/factories/pictures.ts';
import { createStory, storyFields } from '#test/factories/stories.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
let editor: Client;
let reader: Client;
beforeAll(async () => {
  editor = await site.as('editor');
  reader = await site.as('reader');
});

describe('creating a story', () => {
  test('works: returns the complete item, and readers see it first', async () => {
    await createStory(editor);
    const { status, body } = await editor.form('POST', '/api/admin', {
      ...storyFields({ news_title: '  Turf arrives  ', image_width: '640', image_height: 480 }),
      image: await pictureFile(2400, 1200),
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      news_title: 'Turf arrives',
      news_category: 'Sports News',
      news_sub_category: 'Cricket',
      news_submenu: null,
      image_width: 640,
      image_height: 480,
      status: 'published',
      version: 1,
    });
    expect(body.image_url).toBe(`/static/uploads/${body.image}`);
    const list = await site.visitor.get('/api/admin');
    expect(list.body[0]).toEqual(body);
  });

  test('works without a description or picture, with the default size', async () => {
    const story = await createStory(editor, { news_description: '' });
    expect(story).toMatchObject({
      news_description: '',
      image_url: null,
      image: null,
      image_width: 400,
      image_height: 300,
    });
  });

  test('works with a custom label under Others, in every category', async () => {
    const story = await createStory(editor, {
      news_category: 'others',
      news_sub_category: 'Others',
      news_submenu: 'Chess',
    });
    expect(story).toMatchObject({ news_category: 'Others', news_sub_category: 'Others', news_submenu: 'Chess' });
    const sport = await createStory(editor, { news_sub_category: 'Others', news_submenu: 'Kho-kho' });
    expect(sport).toMatchObject({ news_category: 'Sports News', news_sub_category: 'Others', news_submenu: 'Kho-kho' });
  });

  test('drops a label if the sub-category is not Others', async () => {
    expect(await createStory(editor, { news_submenu: 'Chess' })).toMatchObject({
      news_sub_category: 'Cricket',
      news_submenu: null,
    });
  });

  test.each([
    ['no token', () => site.visitor, 401, 'unauthenticated'],
    ['a reader', () => reader, 403, 'forbidden'],
  ])('refuses %s', async (_, client, status, code) => {
    const answer = await client().form('POST', '/api/admin', storyFields());
    expect(answer).toMatchObject({ status, body: { code } });
    expect(answer.body.message).toBe(answer.body.error);
  });

  test('refuses a request from another site, even with the token', async () => {
    const { status } = await editor.send('POST', '/api/admin', {
      headers: { origin: 'https://elsewhere.example' },
      body: new FormData(),
    });
    expect(status).toBe(403);
  });

  test.each([
    [{ news_category: '' }, 'news_category', 'Please select a category.'],
    [{ news_category: 'Gossip' }, 'news_category', 'There is no such category.'],
    [{ news_sub_category: '' }, 'news_sub_category', 'Please select a sub-category.'],
    [{ news_sub_category: 'Movies' }, 'news_sub_category', 'The category has no such sub-category.'],
    [{ news_sub_category: 'Others', news_submenu: ' ' }, 'news_submenu', 'Please enter a custom submenu.'],
    [{ news_title: '   ' }, 'news_title', 'Title is required.'],
    [{ news_title: 'x'.repeat(301) }, 'news_title', 'The title is longer than 300 characters.'],
    [{ image_width: '49' }, 'image_width', 'Please enter a number from 50 to 2000.'],
    [{ image_width: 'wide' }, 'image_width', 'Please enter a number from 50 to 2000.'],
    [{ image_height: '2001' }, 'image_height', 'Please enter a number from 50 to 2000.'],
    [{ image_height: '' }, 'image_height', 'Please enter a number from 50 to 2000.'],
    [{ status: 'scheduled' }, 'publish_at', 'Please choose a time in the future.'],
    [{ status: 'scheduled', publish_at: '2001-01-01T00:00:00Z' }, 'publish_at', 'Please choose a time in the future.'],
    [{ status: 'hidden' }, 'status', 'This value is not valid.'],
    [{ language: 'xx' }, 'language', 'This value is not valid.'],
  ])('rejects %o', async (changes, field, sentence) => {
    const answer = await editor.form('POST', '/api/admin', storyFields(changes));
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'invalid', error: sentence, fields: { [field]: sentence } },
    });
  });

  test('rejects an empty form with every error at once', async () => {
    const { body } = await editor.form('POST', '/api/admin', {});
    expect(Object.keys(body.fields)).toEqual(['news_title', 'news_category']);
  });
});

describe('changing a story', () => {
  test('works: omitted fields are unchanged', async () => {
    const story = await createStory(editor, {
      image: await pictureFile(),
      news_sub_category: 'Hockey',
      image_caption: 'The turf',
    });
    const { status, body } = await editor.form('PUT', `/api/admin/${story.id}`, { news_title: 'A new headline' });
    expect(status).toBe(200);
    expect(body).toEqual({ ...story, news_title: 'A new headline', updated_at: body.updated_at, version: 2 });
  });

  test.each(textColumns)('works on %s: it is trimmed, stored, limited in length and cleared', async (name) => {
    const story = await createStory(editor, { [name]: ' A few words\n' });
    const change = (changes: Record<string, string>) => editor.form('PUT', `/api/admin/${story.id}`, changes);
    expect(story[name]).toBe('A few words');
    expect((await change({ news_title: 'Another headline' })).body[name]).toBe('A few words');
    const longest = 'x'.repeat(StoryForm.shape[name].maxLength ?? 0);
    expect((await change({ [name]: longest })).body[name]).toBe(longest);
    expect(await change({ [name]: `${longest}x` })).toMatchObject({
      status: 422,
      body: { fields: { [name]: expect.any(String) } },
    });
    expect((await change({ [name]: '' })).body[name]).toBe('');
  });

  test('works on label, size and picture', async () => {
    const story = await createStory(editor, { image: await pictureFile() });
    const { body } = await editor.form('PUT', `/api/admin/${story.id}`, {
      news_sub_category: 'Others',
      news_submenu: 'Carrom',
      image_width: 500,
      image_height: 250,
      image: await pictureFile(),
    });
    expect(body).toMatchObject({
      news_sub_category: 'Others',
      news_submenu: 'Carrom',
      image_width: 500,
      image_height: 250,
    });
    expect(body.image).not.toBe(story.image);
  });

  test('works on a story under Others, which has no sub-category of its own', async () => {
    const story = await createStory(editor, {
      news_category: 'Others',
      news_sub_category: 'Others',
      news_submenu: 'Food',
    });
    const { body } = await editor.form('PUT', `/api/admin/${story.id}`, { news_title: 'Sweets' });
    expect(body).toMatchObject({ news_title: 'Sweets', news_category: 'Others', news_submenu: 'Food' });
  });

  test('can remove the picture', async () => {
    const story = await createStory(editor, { image: await pictureFile() });
    const { body } = await editor.form('PUT', `/api/admin/${story.id}`, { remove_image: 'true' });
    expect(body).toMatchObject({ image: null, image_url: null });
  });

  test.each([
    ['no token', () => site.visitor, 401],
    ['a reader', () => reader, 403],
  ])('refuses %s', async (_, client, status) => {
    const story = await createStory(editor);
    expect((await client().form('PUT', `/api/admin/${story.id}`, { news_title: 'x' })).status).toBe(status);
    expect((await site.visitor.get(`/api/admin/${story.id}`)).body).toEqual(story);
  });

  test.each([
    [{ news_title: '' }, 'news_title', 'Title is required.'],
    [{ news_description: ' ' }, 'news_description', 'Description is required.'],
    [{ news_category: '' }, 'news_category', 'Please select a category.'],
    [{ news_category: 'Business' }, 'news_sub_category', 'Please select a sub-category.'],
    [{ news_sub_category: '' }, 'news_sub_category', 'Please select a sub-category.'],
    [{ image_width: 0 }, 'image_width', 'Please enter a number from 50 to 2000.'],
  ])('rejects %o and changes nothing', async (changes, field, sentence) => {
    const story = await createStory(editor);
    const answer = await editor.form('PUT', `/api/admin/${story.id}`, changes);
    expect(answer).toMatchObject({ status: 422, body: { fields: { [field]: sentence } } });
    expect((await site.visitor.get(`/api/admin/${story.id}`)).body).toEqual(story);
  });

  test.each(['999999', 'drafts', '1.5', '-1', '99999999999'])('rejects the id %s', async (id) => {
    expect(await editor.form('PUT', `/api/admin/${id}`, { news_title: 'x' })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  });
});

describe('drafts and schedules', () => {
  test('a draft is visible to editors only, until it is published', async () => {
    const draft = await createStory(editor, { status: 'draft' });
    expect((await site.visitor.get(`/api/admin/${draft.id}`)).status).toBe(404);
    expect((await reader.get(`/api/admin/${draft.id}`)).status).toBe(404);
    expect((await editor.get(`/api/admin/${draft.id}`)).body).toEqual(draft);
    const listed = (await editor.get('/api/drafts')).body.map(({ id }: { id: number }) => id);
    expect(listed).toContain(draft.id);
    const { body } = await editor.form('PUT', `/api/admin/${draft.id}`, { status: 'published' });
    expect(new Date(body.created_at) > new Date(draft.created_at)).toBe(true);
    expect((await site.visitor.get('/api/admin?limit=1')).body[0].id).toBe(draft.id);
  });

  test('a scheduled story is published on time, with the scheduled date', async () => {
    const publishAt = new Date(Date.now() + 1500).toISOString();
    const story = await createStory(editor, { status: 'scheduled', publish_at: publishAt });
    expect(story).toMatchObject({ status: 'scheduled', publish_at: publishAt });
    expect((await site.visitor.get(`/api/admin/${story.id}`)).status).toBe(404);
    await expect.poll(async () => (await site.visitor.get(`/api/admin/${story.id}`)).status).toBe(200);
    expect((await site.visitor.get(`/api/admin/${story.id}`)).body).toMatchObject({
      status: 'published',
      publish_at: null,
      created_at: publishAt,
    });
  });

  test('drafts are refused to visitors and readers', async () => {
    expect((await site.visitor.get('/api/drafts')).status).toBe(401);
    expect((await reader.get('/api/drafts')).status).toBe(403);
  });
});

describe('deleting a story', () => {
  test('works: it disappears for everyone, other stories remain, and it can be restored', async () => {
    const [story, bystander] = [await createStory(editor), await createStory(editor)];
    const answer = await editor.delete(`/api/admin/${story.id}`);
    expect(answer).toMatchObject({ status: 200, body: { message: 'Post deleted successfully!' } });
    expect((await site.visitor.get(`/api/admin/${story.id}`)).status).toBe(404);
    expect((await editor.get(`/api/admin/${story.id}`)).status).toBe(404);
    expect((await site.visitor.get(`/api/admin/${bystander.id}`)).status).toBe(200);
    const trashed = (await editor.get('/api/trash')).body.find(({ id }: { id: number }) => id === story.id);
    expect(new Date(trashed.purged_at).getTime() - new Date(trashed.deleted_at).getTime()).toBe(30 * 86_400_000);
    expect((await editor.json('POST', `/api/trash/${story.id}/restore`, {})).body).toEqual(story);
    expect((await site.visitor.get(`/api/admin/${story.id}`)).body).toEqual(story);
  });

  test.each([
    ['no token', () => site.visitor, 401],
    ['a reader', () => reader, 403],
  ])('refuses %s', async (_, client, status) => {
    const story = await createStory(editor);
    expect((await client().delete(`/api/admin/${story.id}`)).status).toBe(status);
    expect((await client().json('POST', `/api/trash/${story.id}/restore`, {})).status).toBe(status);
    expect((await client().get('/api/trash')).status).toBe(status);
    expect((await site.visitor.get(`/api/admin/${story.id}`)).status).toBe(200);
  });

  test('rejects unknown stories and stories that are not in the trash', async () => {
    const story = await createStory(editor);
    expect((await editor.delete('/api/admin/999999')).status).toBe(404);
    expect((await editor.json('POST', `/api/trash/${story.id}/restore`, {})).status).toBe(404);
  });
});
