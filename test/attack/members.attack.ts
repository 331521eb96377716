// Mass assignment and prototype pollution: extra members of rows, objects and files in a request.
import { beforeAll, expect } from 'vitest';
import { formFiles } from '#src/platform/http/request-limits.ts';
import { enquiryFields } from '#test/factories/enquiries.ts';
import { declarePayment } from '#test/factories/payments.ts';
import { createStory, storyFields } from '#test/factories/stories.ts';
import { submissionFields } from '#test/factories/submissions.ts';
import type { Client } from '../client.ts';
import { password } from '../site.ts';
import { siteForFile } from '../site-for-file.ts';
import { attack } from './attack.ts';

const site = siteForFile();
let editor: Client;
let reader: Client;
beforeAll(async () => {
  [editor, reader] = [await site.as('editor'), await site.as('reader')];
});

// A form may contain eight unknown members; with more it is rejected as too large.
const ofPeople = {
  id: '1',
  role: 'admin',
  isAdmin: 'true',
  email_confirmed: 'true',
  guardian: 'given',
  'user[role]': 'admin',
};
const ofWorks = {
  id: '1',
  status: 'approved',
  author_id: '1',
  published_at: '2000-01-01T00:00:00.000Z',
  on_research: 'true',
};

attack('rights, owners and states in a form that asks for none', async ({ refused, honest }) => {
  const person = { name: 'Asha Rao', email: 'asha@readers.test', mobile: '+919876543210', dob: '1990-05-17', password };
  const registration = { ...ofPeople, ...person, confirm_password: password, consent: '2026-11' };
  expect((await site.visitor.form('POST', '/api/newswings_register', registration)).status).toBe(201);
  const asha = await site.visitor.login('/api/newswings_login', person.email, password);
  const { body: me } = await asha.get('/api/user/me');
  expect(me).toMatchObject({ role: 'reader', isAdmin: false });
  expect(me.id).not.toBe(1);
  expect((await asha.get('/api/trash')).status).toBe(403);
  const login = { email: person.email, password, role: 'admin', isAdmin: true };
  expect((await site.visitor.json('POST', '/api/admin_login', login)).status).toBe(401);

  const changed = await asha.form('PUT', '/api/newswings_update_profile', {
    ...ofPeople,
    name: 'Asha Rao',
    email: person.email,
  });
  expect(changed.body.user).toMatchObject({ id: me.id, role: 'reader', isAdmin: false, email: person.email });
  refused('left out: still a reader, with a number of her own');
  expect((await asha.get('/api/user/me')).body.name).toBe('Asha Rao');
  honest('201, 200');
});

attack('a work that comes approved, or as another’s', async ({ refused, honest }) => {
  const sent = await submissionFields({
    ...ofWorks,
    username: 'Chief',
    email: 'chief@news.test',
    mobile_number: '+911111111',
  });
  const { status, body } = await reader.form('POST', '/api/create-article', sent);
  expect(status).toBe(201);
  const { body: me } = await reader.get('/api/user/me');
  expect(body.data).toMatchObject({ status: 'pending', username: me.name, email: me.email, published_at: null });
  expect(body.data.id).not.toBe(1_000_000);
  expect((await site.visitor.get(`/api/get-article-by-id?id=${body.data.id}`)).status).toBe(404);
  refused('pending, by who is logged in');
  honest('201');
});

attack('a payment that is confirmed, cheaper or somebody else’s', async ({ refused, honest }) => {
  const { body: link } = await reader.get('/api/payment_link?plan=weekly');
  const claim = { user_id: 1, isPaid: true, confirmed_at: '2026-01-01', plan: 'weekly', reference: link.reference };
  const cheap = await reader.json('POST', '/api/payments', { ...claim, amount_minor: 1 });
  expect(cheap.status).toBe(422);
  const longer = await reader.json('POST', '/api/payments', {
    ...claim,
    plan: 'yearly',
    amount_minor: link.amount_minor,
  });
  expect(longer.status).toBe(422);
  const { body } = await reader.json('POST', '/api/payments', {
    ...claim,
    amount_minor: link.amount_minor,
    state: 'confirmed',
  });
  expect(body).toMatchObject({ state: 'declared', claims: [{ state: 'declared', receipt: null }] });
  const other = await site.as('reader');
  expect(
    (await other.json('POST', '/api/payments', { ...claim, amount_minor: link.amount_minor, state: '' })).status,
  ).toBe(409);
  refused('422; declared, not confirmed; 409');
  expect(await declarePayment(other, 'weekly')).toMatchObject({ state: 'declared' });
  honest('201');
});

attack('a story with another’s number, author and dates', async ({ refused, honest }) => {
  const before = await createStory(editor);
  const sent = storyFields({
    ...ofWorks,
    status: 'published',
    id: before.id,
    version: 99,
    author_id: 1,
    sample: 'true',
    deleted_at: '',
  });
  expect(await editor.form('POST', '/api/admin', { ...sent, picture_id: 1 })).toMatchObject({
    status: 422,
    body: { fields: { image: 'There is no such picture in the library.' } },
  });
  const { status, body } = await editor.form('POST', '/api/admin', sent);
  expect(status).toBe(201);
  expect(body).toMatchObject({ version: 1, image: null });
  expect(body.id).not.toBe(before.id);
  expect(Date.parse(body.created_at)).toBeGreaterThan(Date.now() - 60_000);
  expect((await editor.get(`/api/admin/${before.id}`)).body).toEqual(before);
  const enquiry = enquiryFields({ state: 'closed', note: 'Mine', id: '1' });
  expect((await site.visitor.json('POST', '/api/enquiries', enquiry)).status).toBe(201);
  const [kept] = (await (await site.as('admin')).get('/api/enquiries')).body.enquiries;
  expect(kept).toMatchObject({ state: 'new', note: '' });
  refused('a number, date and version of its own; 422 with a picture that is in no library');
  honest('201');
});

const prototypes = ['__proto__', 'constructor', 'prototype'];

attack('members of every object there is', async ({ refused, honest }) => {
  const admin = await site.as('admin');
  const json = (path: string, method: string, body: string) =>
    admin.send(method, path, { body, headers: { 'content-type': 'application/json' } });
  const evil = '{"polluted":"yes","role":"admin","isAdmin":true}';
  for (const call of site.calls.filter(({ body }) => body)) {
    const path = call.path.replaceAll(/:\w+/g, '1');
    for (const text of [
      `{"__proto__":${evil}}`,
      `{"constructor":{"prototype":${evil}}}`,
      `{"values":{"__proto__":${evil}}}`,
      `{"content":{"__proto__":${evil},"sections":[{"__proto__":${evil}}]},"version":0}`,
    ]) {
      if (/logout|delete|password/.test(path)) continue; // would end the session
      const { status } = await json(path, call.method, text);
      expect([path, status < 500]).toEqual([path, true]);
    }
  }
  for (const name of prototypes) {
    const query = `${name}[polluted]=yes&${name}.polluted=yes&${name}=polluted&constructor[prototype][polluted]=yes`;
    expect((await admin.get(`/api/search?q=x&${query}`)).status).toBe(200);
    const form = new FormData();
    form.set(name, 'polluted');
    form.set(`${name}[polluted]`, 'yes');
    form.set(`${name}.polluted`, 'yes');
    expect((await admin.send('POST', '/api/admin', { body: form })).status).toBeLessThan(500);
    const columns = JSON.stringify({ date: name, narration: name, credit: name });
    const statement = new File([`${name},b\n1,2\n`], 'a.csv');
    expect((await admin.form('POST', '/api/statements', { statement, columns })).status).toBeLessThan(500);
  }
  // The site runs in this process, so prototype pollution would be visible here.
  expect([({} as Record<string, unknown>).polluted, ([] as unknown as Record<string, unknown>).role]).toEqual([
    undefined,
    undefined,
  ]);
  refused('no object has them');
  expect((await json('/api/categories', 'POST', '{"name":"Letters"}')).status).toBe(201);
  honest('201');
});

attack('a path of our own disk in the place of a file', async ({ refused, honest }) => {
  const admin = await site.as('admin');
  const paths = ['/etc/passwd', `${site.dataDir}/auth`, 'package.json'];
  for (const call of site.calls) {
    if (!call.form) continue;
    const path = call.path.replaceAll(/:\w+/g, '1');
    const files = Object.keys(formFiles(call.form));
    expect([path, files.length > 0]).toEqual([path, true]);
    for (const name of files)
      for (const given of paths) {
        const file = { path: given, filename: 'a.pdf', sizeBytes: 10 };
        const asJson = await admin.json(call.method, path, { [name]: file });
        const asText = await admin.form(call.method, path, { [name]: JSON.stringify(file) });
        const asParts = await admin.form(call.method, path, { [`${name}[path]`]: given, [`${name}.path`]: given });
        for (const { status, body } of [asJson, asText, asParts]) {
          expect([path, name, status < 500]).toEqual([path, name, true]);
          expect(JSON.stringify(body)).not.toMatch(/root:|"name": ?"news-wing"/);
        }
        expect([path, asJson.status]).toEqual([path, 415]);
      }
  }
  refused('415 as JSON; left out as text');
  expect((await reader.form('POST', '/api/create-article', await submissionFields())).status).toBe(201);
  honest('201');
});

attack(
  'the lists of another reader, and the title of a draft that is saved by its number',
  async ({ refused, honest }) => {
    const [draft, story] = [await createStory(editor, { status: 'draft' }), await createStory(editor)];
    const victim = await site.as('reader');
    const { body: me } = await victim.get('/api/user/me');
    const at = Date.now();
    const mark = (id: number) => ({ kind: 'story', id, at, removed: false, user_id: me.id, title: '<script>' });
    const body = { user_id: me.id, owner: me.id, marks: [mark(draft.id), mark(story.id)], history: null };
    expect((await reader.json('PUT', '/api/user/reading', body)).status).toBe(422);
    const { history: _, ...valid } = body;
    const { status, body: lists } = await reader.json('PUT', '/api/user/reading', valid);
    expect((await victim.get('/api/user/reading')).body.marks).toEqual([]);
    refused('422; nobody else’s, and without the draft');
    expect(status).toBe(200);
    expect(lists.marks).toEqual([
      {
        ...{ kind: 'story', id: story.id, removed: false },
        at: expect.any(Number),
        title: story.news_title,
        path: `/news/${story.id}`,
        language: 'en',
      },
    ]);
    honest('200');
  },
);
