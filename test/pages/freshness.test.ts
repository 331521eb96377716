import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../client.ts';
import { docxFile } from '../factories/documents.ts';
import { addEdition, madeEdition } from '../factories/editions.ts';
import { grievanceFields } from '../factories/grievances.ts';
import { insertLetter } from '../factories/letters.ts';
import { composeIssue, newsletterFields } from '../factories/newsletters.ts';
import { pdfFile } from '../factories/pdfs.ts';
import { createStory } from '../factories/stories.ts';
import { decide, publish, submit } from '../factories/submissions.ts';
import { including, type Page, without } from './expected-pages.ts';
import { testNews } from './freshness-of-news.ts';
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

const isAnswer = (value: unknown): value is { status: number } =>
  typeof (value as { status?: unknown } | null)?.status === 'number';

describe('news', () => testNews({ site, readers, admin: () => admin, seen }));

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

test('letters to the editor: publish, take down', async () => {
  const { id: story } = await createStory(admin, { status: 'published' });
  const { id } = await insertLetter(site, story, { text: 'The heron is an egret.' });
  const decide = (version: number, state: string) => () => admin.json('PUT', `/api/letters/${id}`, { version, state });
  const call = 'PUT /api/letters/:id';
  await seen(call, `/news/${story}`, decide(1, 'published'), including('The heron is an egret.'));
  await seen(call, `/news/${story}/letters`, decide(2, 'declined'), without('The heron is an egret.'));
});

test('newsletters: offer, change, send', async () => {
  const create = () => admin.json('POST', '/api/newsletter-desk', newsletterFields({ name: 'Heron Weekly' }));
  await seen('POST /api/newsletter-desk', '/newsletters', create, including('Heron Weekly'));
  const [{ id }] = (await admin.get('/api/newsletter-desk')).body;
  const change = () => admin.json('PUT', `/api/newsletter-desk/${id}`, newsletterFields({ name: 'Egret Weekly' }));
  await seen('PUT /api/newsletter-desk/:id', '/newsletters', change, including('Egret Weekly'));
  const issue = await composeIssue(admin, id);
  const send = () => admin.json('POST', `/api/newsletter-desk/issues/${issue}/send`, { version: 1 });
  const call = 'POST /api/newsletter-desk/issues/:id/send';
  await seen(call, '/newsletters', send, including(`/newsletters/issues/${issue}`));
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
