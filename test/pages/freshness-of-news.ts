import { expect, test } from 'vitest';
import { publishDueStories } from '#src/news/stories/server/stories.jobs.ts';
import type { Client } from '../client.ts';
import { postEntry } from '../factories/live.ts';
import { pictureFile } from '../factories/pictures.ts';
import { createStory } from '../factories/stories.ts';
import type { TestSite } from '../site.ts';
import { including, isRedirect, type Page, without } from './expected-pages.ts';
import { read } from './site.ts';

interface Nodes {
  site: TestSite;
  /** A client of each node. */
  readers: Client[];
  admin(): Client;
  /** Makes a change and checks that a page of both nodes shows it. */
  seen(call: string, path: string, act: () => Promise<unknown>, shows: (page: Page) => boolean): Promise<void>;
}

/** The tests of the calls that change news, for freshness.test.ts. */
export function testNews({ site, readers, admin, seen }: Nodes): void {
  test('stories: publish, edit, move to the trash, restore', async () => {
    let id = 0;
    const title = 'Ferry service begins again';
    const create = async () => {
      id = (await createStory(admin(), { news_title: title })).id;
    };
    await seen('POST /api/admin', '/news', create, including(title));
    const change = (news_title: string) => () => admin().form('PUT', `/api/admin/${id}`, { news_title });
    await seen(
      'PUT /api/admin/:id',
      `/news/${id}`,
      change('Ferry service delayed'),
      including('Ferry service delayed'),
    );
    await seen('PUT /api/admin/:id', '/category/sports-news', change('Ferry sails'), including('Ferry sails'));
    const former = () => admin().json('POST', `/api/stories/${id}/revisions/2/restore`, { version: 3 });
    const restored = 'POST /api/stories/:id/revisions/:version/restore';
    await seen(restored, `/news/${id}`, former, including('Ferry service delayed'));
    await change('Ferry sails')();
    const correct = () =>
      admin().json('POST', `/api/stories/${id}/corrections`, { kind: 'correction', text: 'On Tuesday.' });
    await seen('POST /api/stories/:id/corrections', '/corrections', correct, including('On Tuesday.'));
    await seen(
      'DELETE /api/admin/:id',
      `/news/${id}`,
      () => admin().delete(`/api/admin/${id}`),
      ({ status }) => status === 404,
    );
    const restore = () => admin().send('POST', `/api/trash/${id}/restore`);
    await seen('POST /api/trash/:id/restore', '/', restore, including('Ferry sails'));
    await seen(
      'DELETE /api/admin/:id',
      '/hi/news.data',
      () => admin().delete(`/api/admin/${id}`),
      without('Ferry sails'),
    );
  });

  test('stories: bulk actions and their undo', async () => {
    const { id, version } = await createStory(admin(), { news_title: 'Pilots on strike' });
    let undo = 0;
    const trash = async () => {
      undo = (await admin().json('POST', '/api/stories/bulk', { action: 'trash', stories: [{ id, version }] })).body
        .undo;
    };
    await seen('POST /api/stories/bulk', '/news', trash, without('Pilots on strike'));
    await seen(
      'POST /api/stories/bulk/:id/undo',
      '/news',
      () => admin().json('POST', `/api/stories/bulk/${undo}/undo`, {}),
      including('Pilots on strike'),
    );
  });

  test('pictures of the media library: what is stated, and another file', async () => {
    const upload = { file: await pictureFile() };
    const { id, url } = (await admin().form('POST', '/api/media/pictures', upload)).body;
    const story = await createStory(admin(), { news_title: 'Ferry at dawn', picture_id: id });
    const path = `/news/${story.id}`;
    const state = () => admin().json('PUT', `/api/media/pictures/${id}`, { credit: 'Meera Nair' });
    await seen('PUT /api/media/pictures/:id', path, state, including('Meera Nair'));
    const replace = () => admin().form('PUT', `/api/media/pictures/${id}/file`, upload);
    const former = /[a-f0-9]{32}/.exec(url)?.[0] ?? '';
    await seen('PUT /api/media/pictures/:id/file', path, replace, without(former));
  });

  test('files of the media library: what is stated', async () => {
    const sound = new File(['ID3 and the rest of a file of sound'], 'siren.mp3');
    const { id } = (await admin().form('POST', '/api/media/files', { file: sound, title: 'A siren' })).body;
    const story = await createStory(admin(), { news_description: `First.\n\n::audio{id=${id}}` });
    const change = () => admin().form('PUT', `/api/media/files/${id}`, { title: 'The siren of the dam' });
    await seen('PUT /api/media/files/:id', `/news/${story.id}`, change, including('The siren of the dam'));
  });

  test('live stories: their state and their entries', async () => {
    const { id } = await createStory(admin());
    const state = (state: string) => () => admin().json('PUT', `/api/stories/${id}/live`, { state });
    const isLive = including('id="live-title"');
    await seen('PUT /api/stories/:id/live', `/news/${id}`, state('running'), isLive);
    let entry = 0;
    const post = async () => {
      entry = (await postEntry(admin(), id, { text: 'The kiosk opens.' })).id;
    };
    await seen('POST /api/stories/:id/live/entries', `/news/${id}.data`, post, including('The kiosk opens.'));
    const path = `/api/stories/${id}/live/entries/${entry}`;
    const change = () => admin().json('PUT', path, { version: 1, text: 'The kiosk closes.' });
    const call = '/api/stories/:id/live/entries/:entry';
    await seen(`PUT ${call}`, `/news/${id}?from=${entry}`, change, including('The kiosk closes.'));
    const remove = () => admin().delete(path);
    await seen(`DELETE ${call}`, `/news/${id}?order=oldest`, remove, without('The kiosk closes.'));
    const restore = () => admin().send('POST', `${path}/restore`);
    await seen(`POST ${call}/restore`, `/hi/news/${id}`, restore, including('The kiosk closes.'));
  });

  test('an entry of a live story outdates no page of another story, and no list', async () => {
    const stories = [await createStory(admin()), await createStory(admin())];
    const [live, other] = stories.map(({ id }) => id);
    for (const id of [live, other]) await admin().json('PUT', `/api/stories/${id}/live`, { state: 'running' });
    const paths = [`/news/${other}`, '/news', '/', '/category/sports-news'];
    const [reader] = readers;
    for (const path of paths) await expect.poll(async () => (await read(reader as Client, path)).state).toBe('hit');
    await postEntry(admin(), live as number);
    for (const path of paths) expect([path, (await read(reader as Client, path)).state]).toEqual([path, 'hit']);
  });

  test('board layout', async () => {
    const fields = { news_category: 'Business', news_sub_category: 'Markets' };
    const create = async (news_title: string) => (await createStory(admin(), { ...fields, news_title })).id;
    const ids = [await create('Wheat prices'), await create('Rice prices')];
    const wheatFirst = ({ html }: Page) => html.indexOf('Wheat prices') < html.indexOf('Rice prices');
    const save = () => admin().json('PUT', '/api/board', { sections: [{ category: 'Business', ids }] });
    await seen('PUT /api/board', '/news', save, wheatFirst);
    const places = [{ kind: 'lead', until: null }];
    const lead = () => admin().json('PUT', `/api/stories/${ids[1]}/places`, { places });
    await seen('PUT /api/stories/:id/places', '/news', lead, including('Lead story'));
  });

  test('categories and sub-categories', async () => {
    let id = 0;
    const create = async () => {
      id = (await admin().json('POST', '/api/categories', { name: 'Harbour Watch' })).body.id;
    };
    await seen('POST /api/categories', '/about', create, including('Harbour Watch'));
    const sub = () => admin().json('POST', `/api/categories/${id}/sub-categories`, { name: 'Tides' });
    await seen('POST /api/categories/:id/sub-categories', '/category/harbour-watch', sub, including('Tides'));
    const path = `/api/categories/${id}`;
    const subPath = async () => {
      const [found] = (await admin().get('/api/categories')).body.filter((entry: { id: number }) => entry.id === id);
      return `${path}/sub-categories/${found.sub_categories[0].id}`;
    };
    const renameSub = async () => admin().json('PUT', await subPath(), { name: 'Currents' });
    const at = '/category/harbour-watch';
    await seen('PUT /api/categories/:id/sub-categories/:sub', at, renameSub, including('Currents'));
    const removeSub = async () => admin().delete(await subPath());
    await seen('DELETE /api/categories/:id/sub-categories/:sub', at, removeSub, without('Currents'));
    const rename = (name: string) => () => admin().json('PUT', path, { name });
    await seen('PUT /api/categories/:id', '/terms', rename('Harbour Desk'), including('Harbour Desk'));
    await seen('PUT /api/categories/:id', at.replace('watch', 'desk'), rename('Harbour Watch'), isRedirect);
    const hide = (hidden: boolean) => () => admin().json('PUT', path, { hidden });
    await seen('PUT /api/categories/:id', '/about', hide(true), without('Harbour Watch'));
    await seen('PUT /api/categories/:id', '/about', hide(false), including('Harbour Watch'));
    const inOrder = ({ html }: Page) => html.indexOf('Harbour Watch') < html.indexOf('/category/business');
    const ids = (await admin().get('/api/categories')).body.map((entry: { id: number }) => entry.id);
    const order = () => admin().json('PUT', '/api/categories/order', { ids: ids.toReversed(), before: ids });
    await seen('PUT /api/categories/order', '/privacy', order, inOrder);
    await admin().json('PUT', '/api/categories/order', { ids });
    const { body: other } = await admin().json('POST', '/api/categories', { name: 'Quay Watch' });
    const merge = () => admin().json('POST', `/api/categories/${other.id}/merge`, { into: id });
    await seen('POST /api/categories/:id/merge', '/category/quay-watch', merge, isRedirect);
    const remove = () => admin().delete(`/api/categories/${id}`);
    await seen('DELETE /api/categories/:id', '/contact', remove, without('Harbour Watch'));
  });

  test('topics and series: names, and another topic into which one is merged', async () => {
    const story = await createStory(admin(), { news_title: 'High tide', topics: 'Tides, Boats' });
    const find = async (name: string) =>
      (await admin().get(`/api/topics/usage?q=${name}`)).body.find((topic: { name: string }) => topic.name === name);
    const [tides, boats] = [await find('Tides'), await find('Boats')];
    const rename = () => admin().json('PUT', `/api/topics/${tides.id}`, { name: 'Ebb', version: 1 });
    await seen('PUT /api/topics/:id', `/news/${story.id}`, rename, including('/topic/ebb'));
    const merge = () => admin().json('POST', `/api/topics/${boats.id}/merge`, { into: tides.id, version: 1 });
    await seen('POST /api/topics/:id/merge', '/topic/boats', merge, isRedirect);
    const { version } = await find('Ebb');
    const remove = () => admin().delete(`/api/topics/${tides.id}?version=${version}`);
    await seen('DELETE /api/topics/:id', '/topic/ebb', remove, ({ status }) => status === 404);

    let id = 0;
    const create = async () => {
      id = (await admin().json('POST', '/api/series', { title: 'The sea', language: 'en' })).body.id;
    };
    await seen('POST /api/series', '/series/the-sea', create, including('The sea'));
    const change = () =>
      admin().json('PUT', `/api/series/${id}`, { title: 'The bay', language: 'en', description: '', version: 1 });
    await seen('PUT /api/series/:id', '/series/the-sea', change, including('The bay'));
    const end = () => admin().delete(`/api/series/${id}?version=2`);
    await seen('DELETE /api/series/:id', '/series/the-sea', end, ({ status }) => status === 404);
  });

  test('authors: their page, name, stories, and another into which they are merged', async () => {
    let id = 0;
    const create = async () => {
      id = (await admin().form('POST', '/api/authors', { name: 'Ila Tide' })).body.id;
    };
    await seen('POST /api/authors', '/author/ila-tide', create, including('Ila Tide'));
    const story = await createStory(admin(), { author: 'Ila Tide', news_title: 'Low water' });
    const link = () => admin().json('POST', `/api/authors/${id}/link-stories`, {});
    await seen('POST /api/authors/:id/link-stories', '/author/ila-tide', link, including('Low water'));
    const path = `/api/authors/${id}`;
    const change = (form: Record<string, string>) => () => admin().form('PUT', path, form);
    await seen('PUT /api/authors/:id', '/author/ila-tide', change({ bio: 'Knows tides.' }), including('Knows tides.'));
    await seen('PUT /api/authors/:id', `/news/${story.id}`, change({ name: 'Ila Ebb' }), including('Ila Ebb'));
    const { body: other } = await admin().form('POST', '/api/authors', { name: 'Ila Flood' });
    const merge = () => admin().json('POST', `${path}/merge`, { into: other.id });
    await seen('POST /api/authors/:id/merge', '/author/ila-flood', merge, including('Low water'));
    const remove = () => admin().delete(`/api/authors/${other.id}`);
    await seen('DELETE /api/authors/:id', '/author/ila-flood', remove, ({ status }) => status === 404);
  });

  test('the job publishes a scheduled story on both nodes', async () => {
    const publish_at = new Date(site.services.now().getTime() + 3_600_000).toISOString();
    const { id } = await createStory(admin(), { news_title: 'Late tide tables', status: 'scheduled', publish_at });
    for (const reader of readers) expect((await read(reader, `/news/${id}`)).status).toBe(404);
    site.advance(3_601_000);
    for (const reader of readers) await read(reader, '/news');
    await site.services.jobs.send(publishDueStories, {});
    for (const reader of readers)
      await expect.poll(async () => (await read(reader, '/news')).html).toContain('Late tide tables');
  });
}
