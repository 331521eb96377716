import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { pdfFile } from '#test/factories/documents.ts';
import { decide, submit } from '#test/factories/submissions.ts';
import { allMail } from '#test/mailbox.ts';
import { pdfText } from '#test/pdf-text.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
let author: Client;
let editor: Client;
let email: string;
beforeAll(async () => {
  ({ email } = await site.createUser('reader'));
  author = await site.visitor.login('/api/newswings_login', email, password);
  editor = await site.as('editor');
});

const describeAs = (client: Client, id: number, body: object) =>
  client.json('PUT', `/api/submissions/${id}/description`, body);
const reviewed = async (id: number) => (await editor.get(`/api/submissions/${id}`)).body;
const mine = async (id: number) =>
  (await author.get('/api/submissions/own')).body.submissions.find((work: { id: number }) => work.id === id);

async function published(title: string) {
  const work = await submit(author, { title });
  expect((await decide(editor, work.id, 'approved')).status).toBe(200);
  return work;
}

test('a title that a program wrote into the PDF is not taken', async () => {
  const { title } = await submit(author, { title: '', essay_file: await pdfFile('essay.pdf', 'about:blank') });
  expect(title).toMatch(/^Essay by /);
});

describe('works', () => {
  test('for the author until publication, with an entry in the history', async () => {
    const { id, title, abstract } = await submit(author, { title: 'Lake frogs', abstract: 'Old.' });
    const { status, body } = await describeAs(author, id, {
      title: ' Lake  toads ',
      abstract: 'New.',
      note: 'An author’s note is not taken.',
      before: { title, abstract },
    });
    expect([status, body.data.title, body.data.abstract]).toEqual([200, 'Lake toads', 'New.']);
    expect((await mine(id)).history.at(-1)).toMatchObject({
      action: 'describe',
      from: 'pending',
      to: 'pending',
      note: '',
      before: { title: 'Lake frogs', abstract: 'Old.' },
    });
    // What is not sent stays; the same texts again leave no entry.
    expect((await describeAs(author, id, { abstract: 'Newer.' })).body.data.title).toBe('Lake toads');
    const { length } = (await mine(id)).history;
    await describeAs(author, id, { title: 'Lake toads', abstract: 'Newer.' });
    expect((await mine(id)).history).toHaveLength(length);
  });

  test('for the newsroom before publication: the author is notified, the audit log names the titles', async () => {
    const { id } = await submit(author, { title: 'Lake newts' });
    const note = 'The species is another one.';
    expect((await describeAs(editor, id, { title: 'Lake tritons', note })).status).toBe(200);
    expect((await reviewed(id)).history.at(-1)).toMatchObject({
      action: 'describe',
      note,
      before: { title: 'Lake newts' },
    });
    await expect.poll(async () => (await allMail(site, email)).at(-1)?.subject).toContain('Lake tritons');
    const admin = await site.as('admin');
    const { body } = await admin.get(`/api/audit?search=submission.described`);
    expect(body.acts[0]).toMatchObject({
      subject: `submission ${id}`,
      details: { from: 'Lake newts', to: 'Lake tritons' },
    });
  });

  test('for the newsroom after publication, as a dated correction that everything follows', async () => {
    const { id } = await published('Pond frogs');
    const identifier = `oai:${new URL(site.services.config.siteUrl).hostname}:research/${id}`;
    const record = async () => {
      const { body } = await site.visitor.get(`/oai?verb=GetRecord&metadataPrefix=oai_dc&identifier=${identifier}`);
      const xml = Buffer.from(body).toString();
      return { xml, stamp: /<datestamp>([^<]+)/.exec(xml)?.[1] ?? '' };
    };
    const before = await record();
    site.advance(60_000);
    const note = 'The title named another animal.';
    const { status } = await describeAs(editor, id, { title: 'Quagmire toads', note });
    expect(status).toBe(200);
    const after = await record();
    expect(after.xml).toContain('Quagmire toads');
    expect(after.stamp > before.stamp).toBe(true);
    const found = await site.visitor.get('/api/search?q=quagmire');
    expect(found.body.results.map((result: { id: number }) => result.id)).toContain(id);
    const { certificate, history } = await mine(id);
    expect(history.at(-1)).toMatchObject({ action: 'correct', from: 'approved', to: 'approved', note });
    const { body: pdf } = await author.get(`/api${certificate}`);
    expect(await pdfText(pdf)).toContain('Quagmire toads');
    const admin = await site.as('admin');
    expect((await admin.get(`/api/audit?search=submission.corrected`)).body.acts[0].subject).toBe(`submission ${id}`);
  });
});

describe('refuses', () => {
  test('visitors and other members', async () => {
    const { id } = await submit(author, { title: 'Lake frogs' });
    expect((await describeAs(site.visitor, id, { title: 'Mine' })).status).toBe(401);
    expect((await describeAs(await site.as('reader'), id, { title: 'Mine' })).status).toBe(404);
    expect((await reviewed(id)).title).toBe('Lake frogs');
  });

  test('the author once his work is published, and withdrawn works', async () => {
    const { id } = await published('Pond frogs');
    const late = await describeAs(author, id, { title: 'Pond toads' });
    expect([late.status, late.body.error]).toEqual([403, expect.stringContaining('published')]);
    await decide(editor, id, 'rejected');
    expect((await describeAs(author, id, { title: 'Pond toads' })).status).toBe(403);
    const { id: other } = await submit(author);
    await author.delete(`/api/delete-article/${other}`);
    expect((await describeAs(author, other, { title: 'Again' })).status).toBe(404);
    expect((await describeAs(editor, other, { title: 'Again' })).status).toBe(404);
  });
});

describe('rejects', () => {
  test.each([
    [{ title: ' ' }, 'title'],
    [{ title: 'x'.repeat(301) }, 'title'],
    [{ title: 'Read http://evil.test now' }, 'title'],
    [{ abstract: 'x'.repeat(5001) }, 'abstract'],
    [{ note: 'x'.repeat(2001) }, 'note'],
  ])('%j', async (body, field) => {
    const { id, title } = await submit(author);
    const answer = await describeAs(author, id, body);
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([422, [field]]);
    expect((await mine(id)).title).toBe(title);
  });

  test('a correction without a note', async () => {
    const { id } = await published('Pond frogs');
    const { status, body } = await describeAs(editor, id, { title: 'Pond toads' });
    expect([status, body.fields]).toEqual([422, { note: 'Please say for readers what was corrected.' }]);
  });

  test('texts that somebody else has changed since, with those that are stored', async () => {
    const { id, title, abstract } = await submit(author, { title: 'Lake frogs' });
    const before = { title, abstract };
    expect((await describeAs(editor, id, { title: 'Lake toads', before })).status).toBe(200);
    const { status, body } = await describeAs(author, id, { title: 'Lake newts', before });
    expect([status, body.current]).toEqual([409, { title: 'Lake toads', abstract }]);
  });
});

test('the roles of the newsroom that do not review change no descriptions', async () => {
  const work = await published('Unreviewed hands off');
  for (const role of ['accountant', 'reporter', 'sub_editor'] as const)
    expect((await describeAs(await site.as(role), work.id, { title: 'Mine', note: 'Mine' })).status).toBe(404);
  expect((await reviewed(work.id)).title).toBe('Unreviewed hands off');
  const note = 'By a reviewer.';
  expect((await describeAs(await site.as('reviewer'), work.id, { title: 'Reviewed', note })).status).toBe(200);
});
