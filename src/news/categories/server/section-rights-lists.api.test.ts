// What a limited editor may do with categories, authors, topics and series, live entries, corrections and media; and
// whether section-rights.api.test.ts and this one test every call that changes something.
import { beforeAll, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { createAuthor } from '#test/factories/authors.ts';
import {
  business,
  type CategoryOfSite,
  createLimitedEditor,
  forbidden,
  health,
} from '#test/factories/limited-editor.ts';
import { pictureFile } from '#test/factories/pictures.ts';
import { createStory } from '#test/factories/stories.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
let admin: Client;
let limited: Client;
let categories: CategoryOfSite[];
beforeAll(async () => {
  ({ admin, limited, categories } = await createLimitedEditor(site));
});

const categoryId = (name: string) => categories.find((category) => category.name === name)?.id as number;

/** Calls that change the list of categories; `id` is one of his. */
const categoryCalls: Record<string, (client: Client) => ReturnType<Client['json']>> = {
  'POST /api/categories': (client) => client.json('POST', '/api/categories', { name: 'Another' }),
  'DELETE /api/categories/:id': (client) => client.delete(`/api/categories/${categoryId('Health')}`),
  'POST /api/categories/:id/sub-categories': (client) =>
    client.json('POST', `/api/categories/${categoryId('Health')}/sub-categories`, { name: 'Another' }),
  'PUT /api/categories/:id': (client) =>
    client.json('PUT', `/api/categories/${categoryId('Health')}`, { name: 'Another' }),
  'PUT /api/categories/order': (client) =>
    client.json('PUT', '/api/categories/order', { ids: categories.map(({ id }) => id).reverse() }),
  'POST /api/categories/:id/merge': (client) =>
    client.json('POST', `/api/categories/${categoryId('Health')}/merge`, { into: categoryId('India') }),
  'PUT /api/categories/:id/sub-categories/:sub': (client) =>
    client.json('PUT', `/api/categories/${categoryId('Health')}/sub-categories/${subOfHealth()}`, { name: 'Another' }),
  'DELETE /api/categories/:id/sub-categories/:sub': (client) =>
    client.delete(`/api/categories/${categoryId('Health')}/sub-categories/${subOfHealth()}`),
};
const subOfHealth = () => categories.find(({ name }) => name === 'Health')?.sub_categories[0]?.id;

test.each(Object.entries(categoryCalls))('%s is for editors of all sections', async (_, call) => {
  const { body: before } = await site.visitor.get('/api/categories');
  expect(await call(limited)).toMatchObject({ ...forbidden, body: { error: expect.stringContaining('all sections') } });
  expect((await site.visitor.get('/api/categories')).body).toEqual(before);
});

/** Calls that change authors, whose stories are in all sections. */
const authorCalls: Record<string, (client: Client, id: number) => ReturnType<Client['json']>> = {
  'PUT /api/authors/:id': (client, id) => client.form('PUT', `/api/authors/${id}`, { name: 'Another' }),
  'POST /api/authors/:id/merge': (client, id) => client.json('POST', `/api/authors/${id}/merge`, { into: 1 }),
  'DELETE /api/authors/:id': (client, id) => client.delete(`/api/authors/${id}`),
  'POST /api/authors/:id/link-stories': (client, id) => client.json('POST', `/api/authors/${id}/link-stories`, {}),
};

test.each(Object.entries(authorCalls))('%s is for editors of all sections', async (_, call) => {
  const { id, version } = await createAuthor(limited);
  expect(await call(limited, id)).toMatchObject({
    ...forbidden,
    body: { error: expect.stringContaining('all sections') },
  });
  expect((await admin.get(`/api/authors/${id}`)).body.version).toBe(version);
});

test('an author with an account is added by editors of all sections', async () => {
  const { id } = await site.createUser('reporter');
  expect(await limited.form('POST', '/api/authors', { name: 'Bound', user_id: String(id) })).toMatchObject(forbidden);
});

/** Calls that change topics and series, whose stories are in all sections. */
const topicCalls: Record<string, (client: Client) => ReturnType<Client['json']>> = {
  'PUT /api/topics/:id': (client) => client.json('PUT', '/api/topics/1', { name: 'Another', version: 1 }),
  'POST /api/topics/:id/merge': (client) => client.json('POST', '/api/topics/1/merge', { into: 2, version: 1 }),
  'DELETE /api/topics/:id': (client) => client.delete('/api/topics/1?version=1'),
  'POST /api/series': (client) => client.json('POST', '/api/series', { title: 'Another', language: 'en' }),
  'PUT /api/series/:id': (client) =>
    client.json('PUT', '/api/series/1', { title: 'Another', language: 'en', description: '', version: 1 }),
  'DELETE /api/series/:id': (client) => client.delete('/api/series/1?version=1'),
};

test.each(Object.entries(topicCalls))('%s is for editors of all sections', async (_, call) => {
  expect(await call(limited)).toMatchObject({ ...forbidden, body: { error: expect.stringContaining('all sections') } });
});

/** Calls that change what readers see of a public story beside its form. */
const publicStoryCalls: Record<string, (client: Client, id: number, entry: number) => ReturnType<Client['json']>> = {
  'PUT /api/stories/:id/live': (client, id) => client.json('PUT', `/api/stories/${id}/live`, { state: 'running' }),
  'POST /api/stories/:id/live/entries': (client, id) =>
    client.json('POST', `/api/stories/${id}/live/entries`, { text: 'It rains.' }),
  'PUT /api/stories/:id/live/entries/:entry': (client, id, entry) =>
    client.json('PUT', `/api/stories/${id}/live/entries/${entry}`, { text: 'It pours.', version: 1 }),
  'DELETE /api/stories/:id/live/entries/:entry': (client, id, entry) =>
    client.delete(`/api/stories/${id}/live/entries/${entry}`),
  'POST /api/stories/:id/live/entries/:entry/restore': (client, id, entry) =>
    client.send('POST', `/api/stories/${id}/live/entries/${entry}/restore`),
  'POST /api/stories/:id/corrections': (client, id) =>
    client.json('POST', `/api/stories/${id}/corrections`, { kind: 'correction', text: 'On Tuesday.' }),
  'POST /api/push/stories/:id': (client, id) =>
    client.json('POST', `/api/push/stories/${id}`, { title: 'It rains', body: '' }),
};

test('what readers see in a section is changed by its editors: live entries and corrections', async () => {
  const places = { inside: health, outside: business };
  for (const [where, place] of Object.entries(places)) {
    const { id } = await createStory(admin, place);
    await admin.json('PUT', `/api/stories/${id}/live`, { state: 'running' });
    const { id: entry } = (await admin.json('POST', `/api/stories/${id}/live/entries`, { text: 'It rains.' })).body;
    for (const [name, call] of Object.entries(publicStoryCalls)) {
      const { status } = await call(limited, id, entry);
      expect([name, where, status < 300, status === 403]).toEqual([
        name,
        where,
        where === 'inside',
        where === 'outside',
      ]);
    }
  }
});

/** Calls that change a picture or a file that a public story shows, and their status in its section. */
const mediaCalls: Record<string, [inside: number, (client: Client, media: Media) => ReturnType<Client['json']>]> = {
  'PUT /api/media/pictures/:id': [
    200,
    (client, { picture }) => client.json('PUT', pictureAt(picture), { alt: 'A dam' }),
  ],
  'PUT /api/media/pictures/:id/file': [
    200,
    async (client, { picture }) => client.form('PUT', `${pictureAt(picture)}/file`, { file: await pictureFile() }),
  ],
  'DELETE /api/media/pictures/:id': [409, (client, { picture }) => client.delete(pictureAt(picture))],
  'PUT /api/media/files/:id': [200, (client, { file }) => client.form('PUT', fileAt(file), { title: 'A siren' })],
  'DELETE /api/media/files/:id': [409, (client, { file }) => client.delete(fileAt(file))],
};
interface Media {
  picture: number;
  file: number;
}
const pictureAt = (id: number) => `/api/media/pictures/${id}`;
const fileAt = (id: number) => `/api/media/files/${id}`;

/** A public story of a section with a picture and a file. */
async function mediaIn(place: typeof health): Promise<Media> {
  const { id: picture } = (await admin.form('POST', '/api/media/pictures', { file: await pictureFile() })).body;
  const sound = new File(['ID3 and the rest of a file of sound'], 'siren.mp3');
  const { id: file } = (await admin.form('POST', '/api/media/files', { file: sound })).body;
  await createStory(admin, { ...place, picture_id: picture, news_description: `First.\n\n::audio{id=${file}}` });
  return { picture, file };
}

test('what readers see in a section is changed by its editors: pictures and files', async () => {
  const [inside, outside] = [await mediaIn(health), await mediaIn(business)];
  for (const [name, [status, call]] of Object.entries(mediaCalls)) {
    expect([name, await call(limited, outside)]).toMatchObject([name, forbidden]);
    expect([name, (await call(limited, inside)).status]).toEqual([name, status]);
  }
});

test('every call of the newsroom’s writers is judged here, or is not about a section', () => {
  const checked = [
    ...Object.keys(categoryCalls),
    ...Object.keys(authorCalls),
    ...Object.keys(mediaCalls),
    ...Object.keys(topicCalls),
    ...Object.keys(publicStoryCalls),
    'POST /api/admin',
    'PUT /api/admin/:id',
    'DELETE /api/admin/:id',
    'POST /api/trash/:id/restore',
    'POST /api/stories/:id/revisions/:version/restore',
    'POST /api/stories/bulk',
    'POST /api/stories/bulk/:id/undo',
    'PUT /api/board',
    'PUT /api/stories/:id/places',
  ];
  const others = [
    // Sub-editors may too, with stories of any section.
    'POST /api/stories/:id/comments',
    'PUT /api/stories/:id/assignment',
    'PUT /api/stories/:id/presence',
    'POST /api/stories/:id/preview',
    'DELETE /api/stories/:id/preview/links/:link',
    'PUT /api/working_copies/:copy',
    'DELETE /api/working_copies/:copy',
    'POST /api/checks/links',
    'POST /api/checks/duplicates',
    'POST /api/checks/references',
    // An assignment is no story; what it starts is a draft.
    'POST /api/plan/assignments',
    'PUT /api/plan/assignments/:id',
    'DELETE /api/plan/assignments/:id',
    'POST /api/plan/assignments/:id/story',
    // No story shows it yet.
    'POST /api/media/pictures',
    'POST /api/media/files',
    // A guest for a story of his section.
    'POST /api/authors',
    // The e-paper and submissions have no sections.
    'POST /api/upload-pdf',
    'POST /api/edition-plans',
    'PUT /api/edition-plans/:id',
    'DELETE /api/edition-plans/:id',
    'POST /api/compose/preview',
    'POST /api/compositions',
    'DELETE /api/compositions/:id',
    // Tested in the tests of letters.
    'PUT /api/letters/:id',
    'PUT /api/letters/:id/print',
    'POST /api/letters/printed',
    // A newsletter shows public stories of every section.
    'POST /api/newsletter-desk/:id/issues',
    'PUT /api/newsletter-desk/issues/:id',
    'POST /api/newsletter-desk/issues/:id/test',
    'POST /api/newsletter-desk/issues/:id/send',
    'POST /api/newsletter-desk/issues/:id/stop',
  ];
  const changing = site.calls
    .filter(({ who, method }) => ['writers', 'desk', 'editors'].includes(who) && method !== 'GET')
    .filter(({ path }) => !path.startsWith('/api/editions'))
    .map(({ method, path }) => `${method} ${path}`);
  expect(changing.filter((name) => !checked.includes(name) && !others.includes(name))).toEqual([]);
});
