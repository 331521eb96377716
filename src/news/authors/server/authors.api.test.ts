import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { createAuthor } from '#test/factories/authors.ts';
import { pictureFile } from '#test/factories/pictures.ts';
import { createStory } from '#test/factories/stories.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
let editor: Client;
let admin: Client;
beforeAll(async () => {
  editor = await site.as('editor');
  admin = await site.as('admin');
});

const story = async (id: number) => (await editor.get(`/api/admin/${id}`)).body;
const put = (id: number, fields: Record<string, string | number>) => editor.form('PUT', `/api/admin/${id}`, fields);
const ref = ({ id, name, slug }: { id: number; name: string; slug: string }) => ({ id, name, slug });
const idsOf = (path: string) =>
  site.visitor.get(path).then(({ body }) => body.items.map(({ id }: { id: string }) => Number(id.split('/').at(-1))));
const usage = async (id: number) =>
  (await editor.get('/api/authors/usage')).body.find((entry: { id: number }) => entry.id === id);

describe('the authors of a story', () => {
  test('work: in order, by id or slug, and the byline is filled from their names', async () => {
    const [asha, ravi, meera] = [await createAuthor(editor), await createAuthor(editor), await createAuthor(editor)];
    const { id } = await createStory(editor, { authors: `${ravi.id}, ${asha.slug}`, author: 'is not used' });
    expect(await story(id)).toMatchObject({
      authors: [ref(ravi), ref(asha)],
      author: `${ravi.name} and ${asha.name}`,
    });
    await put(id, { authors: `${meera.id},${ravi.id},${asha.id}`, language: 'hi' });
    expect((await story(id)).author).toBe(`${meera.name}, ${ravi.name}, और ${asha.name}`);
    await put(id, { news_title: 'Only the title' });
    expect((await story(id)).authors).toEqual([ref(meera), ref(ravi), ref(asha)]);
    // As the specification has it: a byline, without the field `authors`.
    await put(id, { author: 'Our correspondent' });
    expect(await story(id)).toMatchObject({ authors: [], author: 'Our correspondent' });
  });

  test('work by default: the author of the account, if the call names no byline', async () => {
    const user = await site.createUser('reporter', { name: 'Kamala Das' });
    const reporter = await site.visitor.login('/api/admin_login', user.email, password);
    expect(await createStory(reporter)).toMatchObject({ authors: [], author: 'Kamala Das' });
    const kamala = await createAuthor(editor, { name: 'K. Das', user_id: String(user.id) });
    expect(await createStory(reporter)).toMatchObject({ authors: [ref(kamala)], author: 'K. Das' });
    expect(await createStory(reporter, { author: 'PTI' })).toMatchObject({ authors: [], author: 'PTI' });
  });

  test('work in revisions: a deleted author stays a name', async () => {
    const [asha, ravi] = [await createAuthor(editor), await createAuthor(editor)];
    const { id } = await createStory(editor, { authors: `${asha.id},${ravi.id}` });
    const byline = `${asha.name} and ${ravi.name}`;
    await put(id, { authors: '', author: 'Agency' });
    expect((await editor.delete(`/api/authors/${asha.id}`)).status).toBe(200);
    const revision = await editor.get(`/api/stories/${id}/revisions/1`);
    expect(revision.body.fields).toMatchObject({ authors: `${asha.id},${ravi.id}`, author: byline });
    const restored = await editor.json('POST', `/api/stories/${id}/revisions/1/restore`, { version: 2 });
    expect(restored.body).toMatchObject({ authors: [ref(ravi)], author: byline });
    // The byline stays while nobody chooses other authors.
    await put(id, { news_title: 'Another title', authors: String(ravi.id) });
    expect((await story(id)).author).toBe(byline);
    await put(id, { authors: `${ravi.id},${(await createAuthor(editor)).id}` });
    expect((await story(id)).author).not.toContain(asha.name);
  });

  test('work in merges: two editors change the text and the authors', async () => {
    const [asha, ravi] = [await createAuthor(editor), await createAuthor(editor)];
    const { id, version } = await createStory(editor, { authors: String(asha.id) });
    await put(id, { authors: `${asha.id},${ravi.id}`, version });
    const merged = await put(id, { news_title: 'Merged', authors: String(asha.id), author: asha.name, version });
    expect(merged.body).toMatchObject({ news_title: 'Merged', author: `${asha.name} and ${ravi.name}` });
    const touching = await put(id, { authors: String(ravi.id), version });
    expect([touching.status, touching.body.code]).toEqual([409, 'conflict']);
  });

  test('work while an author is renamed: a form with the former byline keeps him, and no save writes his former name', async () => {
    const asha = await createAuthor(editor);
    const { id, version } = await createStory(editor, { authors: String(asha.id) });
    const linked = await createStory(editor, { author: asha.name });
    await editor.json('POST', `/api/authors/${asha.id}/link-stories`, {});
    const others = await Promise.all(
      Array.from({ length: 6 }, () => createStory(editor, { authors: String(asha.id) })),
    );
    const name = `${asha.name} Rao`;
    const rename = editor.form('PUT', `/api/authors/${asha.id}`, { name });
    const saves = others.map((one) => put(one.id, { news_title: 'Saved meanwhile', version: one.version }));
    const created = Array.from({ length: 4 }, () => createStory(editor, { authors: asha.slug }));
    expect((await Promise.all([rename, ...saves])).map(({ status }) => status)).toEqual([200, ...saves.map(() => 200)]);
    for (const one of [{ id }, linked, ...others, ...(await Promise.all(created))])
      await expect.poll(async () => (await story(one.id)).author).toBe(name);
    // As the specification has it, with the byline that the client has seen.
    expect((await put(id, { author: asha.name, version })).body).toMatchObject({
      authors: [{ id: asha.id }],
      author: name,
    });
    const open = await put(linked.id, { authors: '', author: asha.name, version: linked.version });
    expect(open.body).toMatchObject({ authors: [{ id: asha.id }], author: name });
  });

  test('work with one who was deleted: his name stays when another one or the language changes, and can be linked again', async () => {
    const [asha, ravi] = [await createAuthor(editor), await createAuthor(editor)];
    const both = await createStory(editor, { authors: `${asha.id},${ravi.id}` });
    const one = await createStory(editor, { authors: String(asha.id) });
    await editor.delete(`/api/authors/${asha.id}`);
    await editor.form('PUT', `/api/authors/${ravi.id}`, { name: `${ravi.name} Sen` });
    await expect.poll(async () => (await story(both.id)).author).toBe(`${asha.name} and ${ravi.name} Sen`);
    await put(both.id, { language: 'hi' });
    expect((await story(both.id)).author).toBe(`${asha.name} and ${ravi.name} Sen`);
    await editor.json('POST', `/api/stories/${both.id}/corrections`, { kind: 'correction', text: 'Not so.' });
    expect((await story(both.id)).author).toBe(`${asha.name} and ${ravi.name} Sen`);
    const again = await createAuthor(editor, { name: asha.name });
    expect(await usage(again.id)).toEqual({ id: again.id, stories: 0, unlinked: 1 });
    const linked = await editor.json('POST', `/api/authors/${again.id}/link-stories`, {});
    expect(linked.body).toEqual({ linked: 1, left: 0 });
    expect(await story(one.id)).toMatchObject({ authors: [ref(again)], author: asha.name });
  });

  test('work in bulk actions, which change nothing of them', async () => {
    const asha = await createAuthor(editor);
    const { id, version } = await createStory(editor, { authors: String(asha.id) });
    await editor.json('POST', '/api/stories/bulk', { action: 'unpublish', stories: [{ id, version }] });
    expect(await story(id)).toMatchObject({ authors: [ref(asha)], author: asha.name, status: 'unpublished' });
  });

  test.each([
    ['an unknown slug', 'nobody-of-this-name'],
    ['an unknown id', '999999'],
    ['too many', Array.from({ length: 11 }, (_, index) => index + 1).join(',')],
    ['a long text', 'x'.repeat(1001)],
  ])('reject %s', async (_, authors) => {
    const { id } = await createStory(editor);
    const { status, body } = await put(id, { authors });
    expect([status, Object.keys(body.fields)]).toEqual([422, ['authors']]);
  });
});

describe('an author', () => {
  test('works: portrait, contact, and a former address that leads on after a new name', async () => {
    const form = { role: 'Sports editor', bio: 'Writes *well*.', email: 'desk@paper.test', x: 'https://x.com/asha' };
    const created = await createAuthor(editor, {
      name: 'Asha R',
      ...form,
      portrait: await pictureFile(300, 500, 'jpeg'),
    });
    expect(created).toMatchObject({ slug: 'asha-r', ...form, x: 'asha', user_id: null, version: 1 });
    expect((await site.visitor.get(`/api${created.portrait_url}`)).status).toBe(200);
    const { id } = await createStory(editor, { authors: String(created.id) });
    const before = await story(id);
    const path = `/api/authors/${created.id}`;
    const renamed = await editor.form('PUT', path, { name: 'Asha Rao', remove_portrait: 'true', version: 1 });
    expect(renamed.body).toMatchObject({ slug: 'asha-rao', ...form, x: 'asha', portrait_url: null, version: 2 });
    expect(renamed.body.former_slugs).toEqual(['asha-r']);
    await expect.poll(() => story(id)).toMatchObject({ author: 'Asha Rao', version: before.version });
    expect((await story(id)).updated_at).toBe(before.updated_at);
    const feed = await site.visitor.get('/author/asha-r/feed.json');
    expect([feed.status, feed.headers.get('location')]).toEqual([301, '/author/asha-rao/feed.json']);
    expect(await idsOf('/author/asha-rao/feed.json')).toEqual([id]);
    const outdated = await editor.form('PUT', path, { role: 'Editor', version: 1 });
    expect(outdated).toMatchObject({ status: 409, body: { current: { role: 'Sports editor', version: 2 } } });
    const events = (await admin.get(`/api/audit?search=author ${created.id}`)).body;
    expect(JSON.stringify(events)).toContain('author.changed');
  });

  test('works: feeds in three formats, of public stories only, and a place in the sitemap', async () => {
    const asha = await createAuthor(editor);
    const sitemap = async () => Buffer.from((await site.visitor.get('/sitemaps/authors.xml')).body).toString();
    expect(await sitemap()).not.toContain(`/author/${asha.slug}<`);
    const one = await createStory(editor, { authors: String(asha.id) });
    await createStory(editor, { authors: String(asha.id), status: 'draft' });
    const two = await createStory(editor, { authors: `${(await createAuthor(editor)).id},${asha.id}` });
    expect(await idsOf(`/author/${asha.slug}/feed.json`)).toEqual([two.id, one.id]);
    for (const file of ['feed.xml', 'atom.xml']) {
      const { status, body } = await site.visitor.get(`/hi/author/${asha.slug}/${file}`);
      expect([status, Buffer.from(body).toString().includes(`${asha.name} - News Wing`)]).toEqual([200, true]);
    }
    expect(await sitemap()).toContain(`/author/${asha.slug}<`);
    expect((await site.visitor.get('/author/nobody/feed.xml')).status).toBe(404);
  });

  test('works: merging gives the stories and the address to the other one', async () => {
    const [from, into] = [await createAuthor(editor), await createAuthor(editor)];
    const both = await createStory(editor, { authors: `${from.id},${into.id}` });
    const one = await createStory(editor, { authors: String(from.id) });
    const merge = await editor.json('POST', `/api/authors/${from.id}/merge`, { into: into.id });
    expect(merge.status).toBe(200);
    for (const { id, version } of [both, one]) {
      await expect.poll(() => story(id)).toMatchObject({ authors: [ref(into)], author: into.name, version });
      const events = (await editor.get(`/api/stories/${id}/events`)).body.events;
      expect(events[0]).toMatchObject({ action: 'story.changed', details: { from: from.name, to: into.name } });
    }
    expect(await idsOf(`/author/${into.slug}/feed.json`)).toEqual([one.id, both.id]);
    expect((await site.visitor.get(`/author/${from.slug}/feed.json`)).status).toBe(301);
    expect(await usage(into.id)).toEqual({ id: into.id, stories: 2, unlinked: 0 });
    // A form that was open before.
    const saved = await put(one.id, { authors: String(from.id), version: one.version });
    expect(saved.body).toMatchObject({ authors: [ref(into)] });
  });

  test('works: deleting leaves the name under the stories', async () => {
    const asha = await createAuthor(editor);
    const { id } = await createStory(editor, { authors: String(asha.id) });
    expect((await editor.delete(`/api/authors/${asha.id}?version=1`)).status).toBe(200);
    expect(await story(id)).toMatchObject({ authors: [], author: asha.name });
    expect((await site.visitor.get(`/author/${asha.slug}/feed.json`)).status).toBe(404);
  });

  test('works: stories that have the name as a text are linked, and an open form still saves', async () => {
    const asha = await createAuthor(editor);
    const stories = [];
    for (const status of ['published', 'draft']) stories.push(await createStory(editor, { author: asha.name, status }));
    const other = await createStory(editor, { author: `${asha.name} and others` });
    expect(await usage(asha.id)).toMatchObject({ stories: 0, unlinked: 2 });
    const linked = await editor.json('POST', `/api/authors/${asha.id}/link-stories`, {});
    expect(linked.body).toEqual({ linked: 2, left: 0 });
    expect((await story(other.id)).authors).toEqual([]);
    for (const { id, version, updated_at } of stories) {
      expect(await story(id)).toMatchObject({ authors: [ref(asha)], author: asha.name, version, updated_at });
      const saved = await put(id, { news_title: 'Open before', authors: '', author: asha.name, version });
      expect(saved.body).toMatchObject({ authors: [ref(asha)], news_title: 'Open before' });
    }
    expect((await editor.json('POST', `/api/authors/${asha.id}/link-stories`, {})).body).toEqual({
      linked: 0,
      left: 0,
    });
  });

  test('works: more stories than one batch', async () => {
    const asha = await createAuthor(editor);
    const { id } = await createStory(editor, { author: asha.name });
    await site.change(sql`INSERT INTO stories (title, body, summary, category_id, image_width, image_height, author, status,
      created_at, updated_at, board_at) SELECT title, body, summary, category_id, image_width, image_height, author, status,
      created_at, updated_at, board_at FROM stories, generate_series(1, 1100) WHERE id = ${id}`);
    const link = async () => (await editor.json('POST', `/api/authors/${asha.id}/link-stories`, {})).body;
    expect(await link()).toEqual({ linked: 1000, left: 101 });
    expect(await link()).toEqual({ linked: 101, left: 0 });
    await site.change(sql`DELETE FROM stories WHERE author = ${asha.name}`);
  });

  test('works: with the account its link, contact and portrait go, the name stays', async () => {
    const user = await site.createUser('reporter', { profileImage: null });
    const form = { user_id: String(user.id), email: 'asha@paper.test', portrait: await pictureFile(300, 300, 'jpeg') };
    const asha = await createAuthor(editor, form);
    const reporter = await site.visitor.login('/api/admin_login', user.email, password);
    expect((await reporter.get('/api/user/data')).body.author).toMatchObject({
      name: asha.name,
      email: 'asha@paper.test',
    });
    const taken = await editor.form('POST', '/api/authors', { name: 'Twice', user_id: String(user.id) });
    expect([taken.status, Object.keys(taken.body.fields)]).toEqual([409, ['user_id']]);
    expect((await reporter.json('POST', '/api/user/delete', { password })).status).toBe(200);
    const rest = (await editor.get(`/api/authors/${asha.id}`)).body;
    expect(rest).toMatchObject({ name: asha.name, user_id: null, email: '', portrait_url: null });
  });

  test.each(['reporter', 'sub_editor'] as const)('refuses changes by a %s, who may choose authors', async (role) => {
    const asha = await createAuthor(editor);
    const client = await site.as(role);
    expect((await client.get('/api/authors')).body).toEqual(
      expect.arrayContaining([expect.objectContaining(ref(asha))]),
    );
    expect((await client.form('POST', '/api/authors', { name: 'New' })).status).toBe(403);
    expect((await client.form('PUT', `/api/authors/${asha.id}`, { name: 'New' })).status).toBe(403);
    expect((await client.json('POST', `/api/authors/${asha.id}/link-stories`, {})).status).toBe(403);
    expect((await client.delete(`/api/authors/${asha.id}`)).status).toBe(403);
    expect((await site.visitor.get('/api/authors')).status).toBe(401);
  });

  test.each([
    [{ name: '' }, 'name'],
    [{ name: '12' }, 'name'],
    [{ name: 'x'.repeat(61) }, 'name'],
    [{ name: 'A', email: 'nonsense' }, 'email'],
    [{ name: 'A', x: 'https://example.org/a' }, 'x'],
    [{ name: 'A', language: 'xx' }, 'language'],
    [{ name: 'A', user_id: '999999' }, 'user_id'],
    [{ name: 'A', user_id: 'me' }, 'user_id'],
  ])('rejects %o', async (form, field) => {
    const { status, body } = await editor.form('POST', '/api/authors', form);
    expect([status, Object.keys(body.fields)]).toEqual([422, [field]]);
  });

  test('rejects a name that is taken, and a merge into itself or into nobody', async () => {
    const asha = await createAuthor(editor);
    const twin = await editor.form('POST', '/api/authors', { name: asha.name.toUpperCase() });
    expect([twin.status, Object.keys(twin.body.fields)]).toEqual([409, ['name']]);
    const merge = (into: number) => editor.json('POST', `/api/authors/${asha.id}/merge`, { into });
    expect((await merge(asha.id)).status).toBe(422);
    expect((await merge(999_999)).status).toBe(404);
    expect((await editor.get('/api/authors/999999')).status).toBe(404);
    expect((await editor.delete(`/api/authors/${asha.id}?version=7`)).status).toBe(409);
  });
});
