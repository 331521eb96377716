import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { siteForFile } from '#test/site-for-file.ts';
import type { Article } from '../article.rules.ts';
import type { EditedPage, Version } from '../static-pages.contract.ts';

const site = siteForFile();
let admin: Client;

beforeAll(async () => {
  admin = await site.as('admin');
});

const get = async (slug: string): Promise<EditedPage & { content: Article }> =>
  (await admin.get(`/api/pages/${slug}`)).body;
const save = (slug: string, version: number, content: unknown, client = admin) =>
  client.json('PUT', `/api/pages/${slug}`, { version, content });
const versions = async (slug: string): Promise<Version[]> => (await admin.get(`/api/pages/${slug}/versions`)).body;

describe('works', () => {
  test('every page has default content before it is first edited', async () => {
    const { status, body } = await admin.get('/api/pages');
    expect(status).toBe(200);
    expect(body.map(({ slug }: EditedPage) => slug)).toEqual([
      'college',
      'university',
      'about',
      'contact',
      'editorial-policy',
      'privacy',
      'terms',
      'grievance',
    ]);
    expect(body[2]).toEqual({ slug: 'about', title: 'About News Wing', version: 0, author: null, at: null });
    expect((await get('about')).content.title).toBe('About {site}');
    expect((await get('about')).facts).toMatchObject({ site: 'News Wing', mailDays: '90' });
  });

  test('saving a page creates a version with its author, in the audit log and in the list', async () => {
    const { content } = await get('terms');
    const { status, body } = await save('terms', 0, { ...content, title: ' House rules ' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ version: 1, author: expect.stringMatching(/^Test admin/), at: expect.any(String) });
    expect(body.content.title).toBe('House rules');
    await save('terms', 1, { ...content, title: 'House rules, shorter' });
    expect((await versions('terms')).map(({ version }) => version)).toEqual([2, 1, 0]);
    const { acts } = (await admin.get('/api/audit?search=page terms')).body;
    expect(acts).toMatchObject([
      { action: 'page.saved', details: { version: 2, language: 'en' } },
      { action: 'page.saved', details: { version: 1, language: 'en' } },
    ]);
    const listed = (await admin.get('/api/pages')).body.find(({ slug }: EditedPage) => slug === 'terms');
    expect(listed).toMatchObject({ title: 'House rules, shorter', version: 2 });
    expect((await get('about')).version).toBe(0);
  });

  test('an old version can be viewed and restored as a new one, including the default', async () => {
    const { content } = await get('contact');
    await save('contact', 0, { ...content, title: 'Write to us' });
    await save('contact', 1, { ...content, title: 'Call us' });
    const first = (await admin.get('/api/pages/contact/versions/1')).body;
    expect(first).toMatchObject({ version: 1, content: { title: 'Write to us' } });
    const restored = await admin.json('POST', '/api/pages/contact/versions/1/restore', { version: 2 });
    expect(restored).toMatchObject({ status: 200, body: { version: 3, content: { title: 'Write to us' } } });
    await admin.json('POST', '/api/pages/contact/versions/0/restore', { version: 3 });
    expect(await get('contact')).toMatchObject({ version: 4, content: { title: 'Contact' } });
    const { acts } = (await admin.get('/api/audit?search=page contact')).body;
    expect(acts[0]).toMatchObject({ action: 'page.restored', details: { version: 4, restored: 0 } });
  });

  test('saving unchanged content creates no version', async () => {
    const { content } = await get('university');
    expect((await save('university', 0, content)).body.version).toBe(0);
    expect(await versions('university')).toHaveLength(1);
  });

  test('content of an older release that is no longer valid is replaced by the default', async () => {
    await site.db.execute(`
      INSERT INTO page_versions (slug, language, version, content, author, created_at)
      VALUES ('privacy', 'en', 1, '{"title": "Old form"}', 'An editor', now())`);
    expect(await get('privacy')).toMatchObject({ version: 1, content: { title: 'Privacy' } });
  });
});

describe('refuses', () => {
  test('users other than admins', async () => {
    for (const client of [site.visitor, await site.as('reader'), await site.as('editor')]) {
      const status = client === site.visitor ? 401 : 403;
      expect((await client.get('/api/pages')).status).toBe(status);
      expect((await client.get('/api/pages/about')).status).toBe(status);
      expect((await client.get('/api/pages/about/versions/0')).status).toBe(status);
      expect((await save('about', 0, {}, client)).status).toBe(status);
      expect((await client.json('POST', '/api/pages/about/versions/0/restore', { version: 0 })).status).toBe(status);
    }
  });

  test('the second of two edits of the same version, and returns the content of the first', async () => {
    const { content } = await get('grievance');
    await save('grievance', 0, { ...content, title: 'The first' });
    const second = await save('grievance', 0, { ...content, title: 'The second' });
    expect(second).toMatchObject({
      status: 409,
      body: { code: 'conflict', current: { version: 1, content: { title: 'The first' } } },
    });
    const late = await admin.json('POST', '/api/pages/grievance/versions/0/restore', { version: 0 });
    expect(late.status).toBe(409);
    expect((await get('grievance')).content.title).toBe('The first');
  });

  test('all but one of ten concurrent saves', async () => {
    const { content, version } = await get('editorial-policy');
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => save('editorial-policy', version, { ...content, title: `Policy ${n}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(await versions('editorial-policy')).toHaveLength(2);
  });
});

describe('rejects', () => {
  test('content with validation errors, each reported by its path, and stores nothing', async () => {
    const { content } = await get('about');
    const [section] = content.sections;
    const faulty = { ...content, title: '', sections: [section, { heading: 'x'.repeat(201), text: ' ' }] };
    const { status, body } = await save('about', 0, faulty);
    expect(status).toBe(422);
    expect(body.fields).toEqual({
      title: 'This field is required.',
      'sections.1.heading': 'Please use at most 200 characters.',
      'sections.1.text': 'This field is required.',
    });
    expect((await get('about')).version).toBe(0);
  });

  test.each([[{ ...{}, colour: 'red' }], ['a text'], [null], [[]]])('content such as %j', async (content) => {
    expect((await save('about', 0, content)).status).toBe(422);
  });

  test('unknown pages and versions', async () => {
    expect((await admin.get('/api/pages/secrets')).status).toBe(404);
    expect((await admin.get('/api/pages/about/versions/99')).status).toBe(404);
    expect((await admin.get('/api/pages/about/versions/-1')).status).toBe(404);
    expect((await admin.json('POST', '/api/pages/about/versions/99/restore', { version: 0 })).status).toBe(404);
    expect((await save('secrets', 0, {})).status).toBe(404);
  });
});
