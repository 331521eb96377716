import { beforeAll, describe, expect, test } from 'vitest';
import { publishDueStories } from '#src/news/server/stories.jobs.ts';
import type { Client } from '../client.ts';
import { docxFile } from '../factories/documents.ts';
import { addEdition, madeEdition } from '../factories/editions.ts';
import { grievanceFields } from '../factories/grievances.ts';
import { postEntry } from '../factories/live.ts';
import { pdfFile } from '../factories/pdfs.ts';
import { pictureFile } from '../factories/pictures.ts';
import { createStory } from '../factories/stories.ts';
import { decide, publish, submit } from '../factories/submissions.ts';
import { read, twoNodesForFile } from './site.ts';
import { unseen } from './unseen-calls.ts';

// For every writing call: both nodes serve the change as soon as the call returns.
const { site, readers } = twoNodesForFile();
let admin: Client;

beforeAll(async () => {
  admin = await site.as('admin');
});

const tested = new Set<string>();

/** Makes a change and checks that a page cached by both nodes shows it on both as soon as the call returns. */
async function seen(call: string, path: string, act: () => Promise<unknown>, shows: (page: Page) => boolean) {
  for (const reader of readers) {
    // A job of an earlier change may still invalidate the page.
    await expect.poll(async () => (await read(reader, path)).state).toBe('hit');
    expect([path, shows(await read(reader, path))]).toEqual([path, false]);
  }
  const answer = await act();
  if (isAnswer(answer)) expect(answer.status).toBeLessThan(300);
  for (const reader of readers)
    expect([call, reader.url, shows(await read(reader, path))]).toEqual([call, reader.url, true]);
  tested.add(call);
}

type Page = { status: number; html: string };
const isAnswer = (value: unknown): value is { status: number } =>
  typeof (value as { status?: unknown } | null)?.status === 'number';
const including = (words: string) => (page: Page) => page.html.includes(words);
const isRedirect = ({ status }: Page) => status === 301;
const without = (words: string) => (page: Page) => page.status === 200 && !page.html.includes(words);

describe('news', () => {
  test('stories: publish, edit, move to the trash, restore', async () => {
    let id = 0;
    const title = 'Ferry service begins again';
    const create = async () => {
      id = (await createStory(admin, { news_title: title })).id;
    };
    await seen('POST /api/admin', '/news', create, including(title));
    const change = (news_title: string) => () => admin.form('PUT', `/api/admin/${id}`, { news_title });
    await seen(
      'PUT /api/admin/:id',
      `/news/${id}`,
      change('Ferry service delayed'),
      including('Ferry service delayed'),
    );
    await seen('PUT /api/admin/:id', '/category/sports-news', change('Ferry sails'), including('Ferry sails'));
    const former = () => admin.json('POST', `/api/stories/${id}/revisions/2/restore`, { version: 3 });
    const restored = 'POST /api/stories/:id/revisions/:version/restore';
    await seen(restored, `/news/${id}`, former, including('Ferry service delayed'));
    await change('Ferry sails')();
    const correct = () =>
      admin.json('POST', `/api/stories/${id}/corrections`, { kind: 'correction', text: 'On Tuesday.' });
    await seen('POST /api/stories/:id/corrections', '/corrections', correct, including('On Tuesday.'));
    await seen(
      'DELETE /api/admin/:id',
      `/news/${id}`,
      () => admin.delete(`/api/admin/${id}`),
      ({ status }) => status === 404,
    );
    const restore = () => admin.send('POST', `/api/trash/${id}/restore`);
    await seen('POST /api/trash/:id/restore', '/', restore, including('Ferry sails'));
    await seen(
      'DELETE /api/admin/:id',
      '/hi/news.data',
      () => admin.delete(`/api/admin/${id}`),
      without('Ferry sails'),
    );
  });

  test('stories: bulk actions and their undo', async () => {
    const { id, version } = await createStory(admin, { news_title: 'Pilots on strike' });
    let undo = 0;
    const trash = async () => {
      undo = (await admin.json('POST', '/api/stories/bulk', { action: 'trash', stories: [{ id, version }] })).body.undo;
    };
    await seen('POST /api/stories/bulk', '/news', trash, without('Pilots on strike'));
    await seen(
      'POST /api/stories/bulk/:id/undo',
      '/news',
      () => admin.json('POST', `/api/stories/bulk/${undo}/undo`, {}),
      including('Pilots on strike'),
    );
  });

  test('pictures of the media library: what is stated, and another file', async () => {
    const upload = { file: await pictureFile() };
    const { id, url } = (await admin.form('POST', '/api/media/pictures', upload)).body;
    const story = await createStory(admin, { news_title: 'Ferry at dawn', picture_id: id });
    const path = `/news/${story.id}`;
    const state = () => admin.json('PUT', `/api/media/pictures/${id}`, { credit: 'Meera Nair' });
    await seen('PUT /api/media/pictures/:id', path, state, including('Meera Nair'));
    const replace = () => admin.form('PUT', `/api/media/pictures/${id}/file`, upload);
    const former = /[a-f0-9]{24}/.exec(url)?.[0] ?? '';
    await seen('PUT /api/media/pictures/:id/file', path, replace, without(former));
  });

  test('live stories: their state and their entries', async () => {
    const { id } = await createStory(admin);
    const state = (state: string) => () => admin.json('PUT', `/api/stories/${id}/live`, { state });
    const isLive = including('id="live-title"');
    await seen('PUT /api/stories/:id/live', `/news/${id}`, state('running'), isLive);
    let entry = 0;
    const post = async () => {
      entry = (await postEntry(admin, id, { text: 'The kiosk opens.' })).id;
    };
    await seen('POST /api/stories/:id/live/entries', `/news/${id}.data`, post, including('The kiosk opens.'));
    const path = `/api/stories/${id}/live/entries/${entry}`;
    const change = () => admin.json('PUT', path, { version: 1, text: 'The kiosk closes.' });
    const call = '/api/stories/:id/live/entries/:entry';
    await seen(`PUT ${call}`, `/news/${id}?from=${entry}`, change, including('The kiosk closes.'));
    const remove = () => admin.delete(path);
    await seen(`DELETE ${call}`, `/news/${id}?order=oldest`, remove, without('The kiosk closes.'));
    const restore = () => admin.send('POST', `${path}/restore`);
    await seen(`POST ${call}/restore`, `/hi/news/${id}`, restore, including('The kiosk closes.'));
  });

  test('an entry of a live story outdates no page of another story, and no list', async () => {
    const stories = [await createStory(admin), await createStory(admin)];
    const [live, other] = stories.map(({ id }) => id);
    for (const id of [live, other]) await admin.json('PUT', `/api/stories/${id}/live`, { state: 'running' });
    const paths = [`/news/${other}`, '/news', '/', '/category/sports-news'];
    const [reader] = readers;
    for (const path of paths) await expect.poll(async () => (await read(reader as Client, path)).state).toBe('hit');
    await postEntry(admin, live as number);
    for (const path of paths) expect([path, (await read(reader as Client, path)).state]).toEqual([path, 'hit']);
  });

  test('board layout', async () => {
    const fields = { news_category: 'Business', news_sub_category: 'Markets' };
    const create = async (news_title: string) => (await createStory(admin, { ...fields, news_title })).id;
    const ids = [await create('Wheat prices'), await create('Rice prices')];
    const wheatFirst = ({ html }: Page) => html.indexOf('Wheat prices') < html.indexOf('Rice prices');
    const save = () => admin.json('PUT', '/api/board', { sections: [{ category: 'Business', ids }] });
    await seen('PUT /api/board', '/news', save, wheatFirst);
    const places = [{ kind: 'lead', until: null }];
    const lead = () => admin.json('PUT', `/api/stories/${ids[1]}/places`, { places });
    await seen('PUT /api/stories/:id/places', '/news', lead, including('Lead story'));
  });

  test('categories and sub-categories', async () => {
    let id = 0;
    const create = async () => {
      id = (await admin.json('POST', '/api/categories', { name: 'Harbour Watch' })).body.id;
    };
    await seen('POST /api/categories', '/about', create, including('Harbour Watch'));
    const sub = () => admin.json('POST', `/api/categories/${id}/sub-categories`, { name: 'Tides' });
    await seen('POST /api/categories/:id/sub-categories', '/category/harbour-watch', sub, including('Tides'));
    const path = `/api/categories/${id}`;
    const subPath = async () => {
      const [found] = (await admin.get('/api/categories')).body.filter((entry: { id: number }) => entry.id === id);
      return `${path}/sub-categories/${found.sub_categories[0].id}`;
    };
    const renameSub = async () => admin.json('PUT', await subPath(), { name: 'Currents' });
    const at = '/category/harbour-watch';
    await seen('PUT /api/categories/:id/sub-categories/:sub', at, renameSub, including('Currents'));
    const removeSub = async () => admin.delete(await subPath());
    await seen('DELETE /api/categories/:id/sub-categories/:sub', at, removeSub, without('Currents'));
    const rename = (name: string) => () => admin.json('PUT', path, { name });
    await seen('PUT /api/categories/:id', '/terms', rename('Harbour Desk'), including('Harbour Desk'));
    await seen('PUT /api/categories/:id', at.replace('watch', 'desk'), rename('Harbour Watch'), isRedirect);
    const hide = (hidden: boolean) => () => admin.json('PUT', path, { hidden });
    await seen('PUT /api/categories/:id', '/about', hide(true), without('Harbour Watch'));
    await seen('PUT /api/categories/:id', '/about', hide(false), including('Harbour Watch'));
    const inOrder = ({ html }: Page) => html.indexOf('Harbour Watch') < html.indexOf('/category/business');
    const ids = (await admin.get('/api/categories')).body.map((entry: { id: number }) => entry.id);
    const order = () => admin.json('PUT', '/api/categories/order', { ids: ids.toReversed(), before: ids });
    await seen('PUT /api/categories/order', '/privacy', order, inOrder);
    await admin.json('PUT', '/api/categories/order', { ids });
    const { body: other } = await admin.json('POST', '/api/categories', { name: 'Quay Watch' });
    const merge = () => admin.json('POST', `/api/categories/${other.id}/merge`, { into: id });
    await seen('POST /api/categories/:id/merge', '/category/quay-watch', merge, isRedirect);
    const remove = () => admin.delete(`/api/categories/${id}`);
    await seen('DELETE /api/categories/:id', '/contact', remove, without('Harbour Watch'));
  });

  test('topics and series: names, and another topic into which one is merged', async () => {
    const story = await createStory(admin, { news_title: 'High tide', topics: 'Tides, Boats' });
    const find = async (name: string) =>
      (await admin.get(`/api/topics/usage?q=${name}`)).body.find((topic: { name: string }) => topic.name === name);
    const [tides, boats] = [await find('Tides'), await find('Boats')];
    const rename = () => admin.json('PUT', `/api/topics/${tides.id}`, { name: 'Ebb', version: 1 });
    await seen('PUT /api/topics/:id', `/news/${story.id}`, rename, including('/topic/ebb'));
    const merge = () => admin.json('POST', `/api/topics/${boats.id}/merge`, { into: tides.id, version: 1 });
    await seen('POST /api/topics/:id/merge', '/topic/boats', merge, isRedirect);
    const { version } = await find('Ebb');
    const remove = () => admin.delete(`/api/topics/${tides.id}?version=${version}`);
    await seen('DELETE /api/topics/:id', '/topic/ebb', remove, ({ status }) => status === 404);

    let id = 0;
    const create = async () => {
      id = (await admin.json('POST', '/api/series', { title: 'The sea', language: 'en' })).body.id;
    };
    await seen('POST /api/series', '/series/the-sea', create, including('The sea'));
    const change = () =>
      admin.json('PUT', `/api/series/${id}`, { title: 'The bay', language: 'en', description: '', version: 1 });
    await seen('PUT /api/series/:id', '/series/the-sea', change, including('The bay'));
    const end = () => admin.delete(`/api/series/${id}?version=2`);
    await seen('DELETE /api/series/:id', '/series/the-sea', end, ({ status }) => status === 404);
  });

  test('authors: their page, name, stories, and another into which they are merged', async () => {
    let id = 0;
    const create = async () => {
      id = (await admin.form('POST', '/api/authors', { name: 'Ila Tide' })).body.id;
    };
    await seen('POST /api/authors', '/author/ila-tide', create, including('Ila Tide'));
    const story = await createStory(admin, { author: 'Ila Tide', news_title: 'Low water' });
    const link = () => admin.json('POST', `/api/authors/${id}/link-stories`, {});
    await seen('POST /api/authors/:id/link-stories', '/author/ila-tide', link, including('Low water'));
    const path = `/api/authors/${id}`;
    const change = (form: Record<string, string>) => () => admin.form('PUT', path, form);
    await seen('PUT /api/authors/:id', '/author/ila-tide', change({ bio: 'Knows tides.' }), including('Knows tides.'));
    await seen('PUT /api/authors/:id', `/news/${story.id}`, change({ name: 'Ila Ebb' }), including('Ila Ebb'));
    const { body: other } = await admin.form('POST', '/api/authors', { name: 'Ila Flood' });
    const merge = () => admin.json('POST', `${path}/merge`, { into: other.id });
    await seen('POST /api/authors/:id/merge', '/author/ila-flood', merge, including('Low water'));
    const remove = () => admin.delete(`/api/authors/${other.id}`);
    await seen('DELETE /api/authors/:id', '/author/ila-flood', remove, ({ status }) => status === 404);
  });

  test('the job publishes a scheduled story on both nodes', async () => {
    const publish_at = new Date(site.services.now().getTime() + 3_600_000).toISOString();
    const { id } = await createStory(admin, { news_title: 'Late tide tables', status: 'scheduled', publish_at });
    for (const reader of readers) expect((await read(reader, `/news/${id}`)).status).toBe(404);
    site.advance(3_601_000);
    for (const reader of readers) await read(reader, '/news');
    await site.services.jobs.send(publishDueStories, {});
    for (const reader of readers)
      await expect.poll(async () => (await read(reader, '/news')).html).toContain('Late tide tables');
  });
});

describe('the e-paper', () => {
  test('editions: upload, cover, edit, delete, restore', async () => {
    let id = 0;
    const pages = ['The quarry lake reopens for bathers.'];
    const upload = async () => {
      id = (await admin.form('POST', '/api/upload-pdf', { pdf: pdfFile('quarry.pdf', pages), category: 'weekly' })).body
        .data.id;
    };
    await seen('POST /api/upload-pdf', '/e-paper', upload, ({ html }) => html.includes(`/e-paper/${id}`) && id > 0);
    await madeEdition(admin, id);
    const report = (await site.visitor.get('/api/pdfs')).body.find((listed: { id: number }) => listed.id === id);
    for (const reader of readers)
      await expect.poll(async () => (await read(reader, '/e-paper')).html).toContain(report.thumbnail_url);
    const change = () => admin.form('PUT', `/api/editions/${id}`, { title: 'Quarry special' });
    await seen('PUT /api/editions/:id', '/e-paper', change, including('Quarry special'));
    await seen(
      'PUT /api/editions/:id',
      `/e-paper/${id}`,
      () => admin.form('PUT', `/api/editions/${id}`, { title: 'Quarry extra' }),
      including('Quarry extra'),
    );
    await seen(
      'DELETE /api/editions/:id',
      '/e-paper',
      () => admin.delete(`/api/editions/${id}`),
      without('Quarry extra'),
    );
    const restore = () => admin.send('POST', `/api/editions/${id}/restore`);
    await seen('POST /api/editions/:id/restore', '/e-paper', restore, including('Quarry extra'));
  });

  test('corrected text of a page', async () => {
    const id = await addEdition(admin, ['Nothing of note.']);
    const correct = () => admin.json('PUT', `/api/editions/${id}/pages/1`, { text: 'A heron on the weir.' });
    await seen('PUT /api/editions/:id/pages/:page', `/e-paper/${id}`, correct, including('A heron on the weir.'));
  });
});

describe('research', () => {
  test('decision, changed decision and withdrawal of a submission', async () => {
    const author = await site.as('reader');
    const { id } = await submit(author, { title: 'Salt on the wind' });
    await seen(
      'POST /api/admin/decision',
      '/research',
      () => decide(admin, id, 'approved'),
      including('Salt on the wind'),
    );
    await seen(
      'POST /api/admin/decision',
      `/research/${id}`,
      () => decide(admin, id, 'rejected'),
      ({ status }) => status === 410,
    );
    await seen(
      'POST /api/admin/decision',
      `/research/${id}`,
      () => decide(admin, id, 'approved'),
      ({ status }) => status === 200,
    );
    const remove = () => admin.delete(`/api/delete-article/${id}`);
    await seen('DELETE /api/delete-article/:id', '/research', remove, without('Salt on the wind'));
  });

  test('corrected title and abstract of an essay', async () => {
    const { id } = await publish(site, { title: 'Dunes that stand' });
    const note = 'The title named other dunes.';
    const correct = (title: string) => () => admin.json('PUT', `/api/submissions/${id}/description`, { title, note });
    const call = 'PUT /api/submissions/:id/description';
    await seen(call, '/research', correct('Dunes that sing'), including('Dunes that sing'));
    await seen(call, `/research/${id}`, correct('Dunes that hum'), including('Dunes that hum'));
  });

  test('PDF added to an essay that has none', async () => {
    const { id } = await publish(site, { title: 'Dunes that walk', essay_file: docxFile() });
    const attach = () => admin.form('POST', `/api/submissions/${id}/pdf`, { pdf: pdfFile('dunes.pdf') });
    await seen('POST /api/submissions/:id/pdf', '/research', attach, including('Dunes that walk'));
  });
});

describe('site', () => {
  test('settings', async () => {
    const name = (value: string | null) => () => admin.json('PUT', '/api/settings', { values: { 'site.name': value } });
    await seen('PUT /api/settings', '/college', name('Shore Gazette'), including('Shore Gazette'));
    await seen('PUT /api/settings', '/payment.data', name(null), without('Shore Gazette'));
  });

  test('available languages', async () => {
    const offer = (value: string | null) => () =>
      admin.json('PUT', '/api/settings', { values: { 'site.languages': value } });
    const urdu = including('hrefLang="ur"');
    await seen(
      'PUT /api/settings',
      '/about',
      offer('hi, ta'),
      (page) => !urdu(page) && including('hrefLang="ta"')(page),
    );
    // Old mails contain such links.
    const left = await fetch(`${site.address}/ur/about?from=mail`, { redirect: 'manual' });
    expect([left.status, left.headers.get('location')]).toEqual([302, '/about']);
    expect((await read(site.visitor, '/xx/about')).status).toBe(404);
    expect((await read(site.visitor, '/hi/about')).status).toBe(200);
    const { html } = await read(site.visitor, '/');
    expect(html).toContain('^(hi|ta)$'); // the languages that the home page redirects to
    await seen('PUT /api/settings', '/about', offer(null), urdu);
    expect(await offer('hi, xx')()).toMatchObject({
      status: 422,
      body: { fields: { 'site.languages': expect.stringContaining('hi, bn, mr') } },
    });
  });

  test('static pages', async () => {
    const { content, version } = (await admin.get('/api/pages/terms')).body;
    const save = () =>
      admin.json('PUT', '/api/pages/terms', { version, content: { ...content, title: 'House rules' } });
    await seen('PUT /api/pages/:slug', '/terms', save, including('House rules'));
    const restore = () => admin.json('POST', `/api/pages/terms/versions/${version}/restore`, { version: version + 1 });
    await seen('POST /api/pages/:slug/versions/:version/restore', '/terms', restore, without('House rules'));
  });

  test('grievances in the public report', async () => {
    const { html: empty } = await read(site.visitor, '/grievance.data');
    const received = () => site.visitor.json('POST', '/api/grievances', grievanceFields());
    await seen(
      'POST /api/grievances',
      '/grievance.data',
      received,
      ({ status, html }) => status === 200 && html !== empty,
    );
    const [{ id }] = (await admin.get('/api/grievances')).body.grievances;
    const { html: before } = await read(site.visitor, '/grievance.data');
    const decision = { state: 'upheld', decision: 'The street has been corrected.' };
    const decided = () => admin.json('PUT', `/api/grievances/${id}`, decision);
    await seen(
      'PUT /api/grievances/:id',
      '/grievance.data',
      decided,
      ({ status, html }) => status === 200 && html !== before,
    );
  });
});

test('covers every writing call', () => {
  const writing = site.calls.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
  expect([...tested, ...unseen].sort()).toEqual([...new Set(writing)].sort());
});
