import { describe, expect, test } from 'vitest';
import { docFile, docxFile, pdfFile } from '#test/factories/documents.ts';
import { pictureFile } from '#test/factories/pictures.ts';
import { decide, publish, submissionFields, submit } from '#test/factories/submissions.ts';
import { allMail, nextMail } from '#test/mailbox.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
const list = (query = '') => `/api/get-articles${query}`;
const byId = (id: number) => `/api/get-article-by-id?id=${id}`;
const create = '/api/create-article';
const missing = 'All fields are required.';

describe('POST /api/create-article', () => {
  test('works: uses name, e-mail and number of the account instead of those in the form', async () => {
    const author = await site.createUser('reader');
    const client = await site.visitor.login('/api/newswings_login', author.email, password);
    const fields = await submissionFields({
      username: 'Somebody Else',
      email: 'else@readers.test',
      mobile_number: '+10000000000',
      title: '  Lake   frogs ',
      co_authors: 'Dev Iyer\nMeera Shah; Dev Iyer',
      keywords: 'frogs, lakes,, water',
    });
    const { status, body } = await client.form('POST', create, fields);
    expect(status).toBe(201);
    expect(body.message).toBe('✅ Article submitted successfully!');
    expect(body.data).toMatchObject({
      username: author.name,
      email: author.email,
      mobile_number: author.mobile,
      article_type: 'essay',
      status: 'pending',
      title: 'Lake frogs',
      co_authors: ['Dev Iyer', 'Meera Shah'],
      keywords: ['frogs', 'lakes', 'water'],
      bonafide_file: expect.stringMatching(/^\/submissions\/files\/[a-f0-9]{32}\.pdf\?pass=/),
      essay_file: expect.stringMatching(/^\/submissions\/files\/[a-f0-9]{32}\.pdf\?pass=/),
      decided_at: null,
      published_at: null,
    });
    const mail = await nextMail(site, author.email);
    expect(mail.subject).toBe('We have received “Lake frogs”');
    expect(mail.from).toMatch(/^no-reply@/);
    expect(mail.replyTo).toBe('desk@newswing.example');
  });

  test('works: accepts .doc and .docx, and derives a title if none is given', async () => {
    const client = await site.as('reader');
    const untitled = { title: '' };
    expect((await submit(client, { ...untitled, essay_file: await pdfFile('a.PDF', 'Night trains') })).title).toBe(
      'Night trains',
    );
    const docx = docxFile('b.docx', { title: 'Kites &amp; winds' });
    expect((await submit(client, { ...untitled, essay_file: docx })).title).toBe('Kites & winds');
    const doc = await submit(client, { ...untitled, essay_file: docFile(), bonafide_file: docxFile('c.docx') });
    expect(doc.title).toMatch(/^Essay by Test reader/);
    expect(doc.essay_file).toContain('.doc?pass=');
  });

  test('refuses visitors', async () => {
    expect((await site.visitor.form('POST', create, await submissionFields())).status).toBe(401);
  });

  test.each(['article_type', 'bonafide_file', 'essay_file'])('rejects a form without %s', async (field) => {
    const { [field]: _, ...fields } = (await submissionFields()) as Record<string, string | Blob>;
    const { status, body } = await (await site.as('reader')).form('POST', create, fields);
    expect({ status, body }).toMatchObject({ status: 422, body: { error: missing, fields: { [field]: missing } } });
  });

  test.each([
    ['an unknown type', 422, 'article_type', async () => ({ article_type: 'poem' })],
    ['another kind of file', 415, 'essay_file', async () => ({ essay_file: await pdfFile('essay.txt') })],
    ['a picture called .pdf', 415, 'essay_file', async () => ({ essay_file: named(await pictureFile(), 'x.pdf') })],
    ['a PDF called .docx', 415, 'bonafide_file', async () => ({ bonafide_file: await pdfFile('x.docx') })],
    ['a .docx called .doc', 415, 'essay_file', async () => ({ essay_file: docxFile('x.doc') })],
    ['a table called .doc', 415, 'essay_file', async () => ({ essay_file: docFile('x.doc', { main: 'Workbook' }) })],
    ['a PDF that is cut off', 422, 'essay_file', async () => ({ essay_file: (await pdfFile()).slice(0, -100) })],
    [
      'a .docx with macros',
      422,
      'essay_file',
      async () => ({ essay_file: docxFile('x.docx', { more: { 'word/vbaProject.bin': new Uint8Array(9) } }) }),
    ],
    ['a broken .docx', 422, 'essay_file', async () => ({ essay_file: docxFile('x.docx', { body: '<w:p>' }) })],
    ['a title without end', 422, 'title', async () => ({ title: 'x'.repeat(301) })],
    ['too many keywords', 422, 'keywords', async () => ({ keywords: [...'abcdefghijklmn'].join(',') })],
  ])('rejects %s', async (_, status, field, changes) => {
    const fields: Record<string, string | Blob> = await submissionFields();
    for (const [name, value] of Object.entries(await changes()))
      fields[name] = value instanceof File || typeof value === 'string' ? value : named(value, 'x.pdf');
    const answer = await (await site.as('reader')).form('POST', create, fields);
    expect({ status: answer.status, fields: Object.keys(answer.body.fields) }).toEqual({ status, fields: [field] });
  });

  test.each(['', '\u0000'])('rejects a path on the server’s disk in place of a file: %j', async (sign) => {
    const file = { path: '/etc/hostname', filename: 'essay.pdf', sizeBytes: 9 };
    const fields = { article_type: 'essay', [`bonafide_file${sign}`]: file, [`essay_file${sign}`]: file };
    expect((await (await site.as('reader')).json('POST', create, fields)).status).toBe(415);
  });

  test('rejects a file above the configured limit', async () => {
    const { settings } = site.services;
    const { documentMaxMegabytes } = await import('#src/submissions/submission/submissions.settings.ts');
    await settings.set(site.db, documentMaxMegabytes, 1);
    await expect.poll(() => settings.get(documentMaxMegabytes)).toBe(1);
    const large = new File([new Uint8Array(1024 * 1024 + 1)], 'essay.pdf');
    const answer = await (await site.as('reader')).form('POST', create, await submissionFields({ essay_file: large }));
    expect(answer).toMatchObject({ status: 413, body: { fields: { essay_file: 'The file is larger than 1 MB.' } } });
    await settings.set(site.db, documentMaxMegabytes, undefined);
    await expect.poll(() => settings.get(documentMaxMegabytes)).toBe(20);
  });
});

const named = (file: Blob, name: string) => new File([file], name);

describe('GET /api/get-articles and /api/get-article-by-id', () => {
  test('work: editors see all, authors their own and approved ones, others approved ones only', async () => {
    const [author, other, editor] = [await site.as('reader'), await site.as('reader'), await site.as('editor')];
    const open = await submit(author);
    await decide(editor, open.id, 'approved');
    const waiting = await submit(author);
    const ids = async (client: typeof author) =>
      (await client.get(list())).body.data.map(({ id }: { id: number }) => id);
    expect(await ids(editor)).toEqual(expect.arrayContaining([open.id, waiting.id]));
    expect(await ids(author)).toEqual(expect.arrayContaining([open.id, waiting.id]));
    for (const stranger of [other, site.visitor]) {
      expect(await ids(stranger)).toContain(open.id);
      expect(await ids(stranger)).not.toContain(waiting.id);
      expect((await stranger.get(byId(waiting.id))).status).toBe(404);
      const { body } = await stranger.get(byId(open.id));
      expect(body.data).toMatchObject({ status: 'approved', email: null, mobile_number: null, bonafide_file: null });
      expect(body.data.essay_file).toMatch(/^\/essays\/[a-f0-9]{32}\.pdf$/);
      expect(JSON.stringify((await stranger.get(list())).body)).not.toMatch(/@readers\.test|9876543210|bonafide\.pdf/);
    }
    expect((await author.get(byId(waiting.id))).body.data.email).toContain('@readers.test');
    expect((await editor.get(byId(waiting.id))).body.data.mobile_number).toBe('+919876543210');
  });

  test('work: paginate by the Link header without gaps', async () => {
    const author = await site.as('reader');
    const made: number[] = [];
    for (let n = 0; n < 3; n++) made.unshift((await submit(author)).id);
    const seen: number[] = [];
    for (let path: string | undefined = list('?limit=2'); path && seen.length < 40; ) {
      const { body, headers } = await author.get(path);
      seen.push(...body.data.map(({ id }: { id: number }) => id));
      path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    }
    expect(seen.filter((id) => made.includes(id))).toEqual(made);
    expect(new Set(seen).size).toBe(seen.length);
  });

  test('reject invalid ids, cursors and limits', async () => {
    expect((await site.visitor.get('/api/get-article-by-id')).status).toBe(422);
    expect((await site.visitor.get('/api/get-article-by-id?id=x')).status).toBe(422);
    expect((await site.visitor.get(byId(2_147_483_647))).status).toBe(404);
    for (const cursor of ['x', '1-2147483648', '99999999999999-1'])
      expect((await site.visitor.get(list(`?cursor=${cursor}`))).status, cursor).toBe(400);
    expect((await site.visitor.get(list('?limit=501'))).status).toBe(422);
  });
});

describe('DELETE /api/delete-article/{id}', () => {
  const remove = (id: number) => `/api/delete-article/${id}`;

  test('works: the author can withdraw a pending submission, and its data is erased', async () => {
    const user = await site.createUser('reader');
    const author = await site.visitor.login('/api/newswings_login', user.email, password);
    const [work, bystander] = [await submit(author, { title: 'Secret title' }), await submit(author)];
    const answer = await author.delete(remove(work.id));
    expect(answer).toMatchObject({ status: 200, body: { message: 'The submission has been withdrawn.' } });
    expect((await author.get(byId(work.id))).status).toBe(404);
    expect((await author.get(byId(bystander.id))).status).toBe(200);
    expect((await author.get(`/api${work.essay_file}`)).status).toBe(404);
    const { rows } = await site.db.execute(`SELECT * FROM submissions WHERE id = ${work.id}`);
    expect(rows).toMatchObject([{ state: 'withdrawn', title: '', username: '', email: '', mobile: '' }]);
    const [, name] = /files\/(\w+)/.exec(work.essay_file) ?? [];
    await expect.poll(() => site.services.files.find(`submissions/${name}`)).toBeUndefined();
    await expect
      .poll(async () => (await allMail(site, user.email)).map(({ subject }) => subject))
      .toContain('“Secret title” has been withdrawn');
    expect((await author.delete(remove(work.id))).status).toBe(404);
  });

  test('works: editors can delete a published submission, which then returns 404', async () => {
    const work = await publish(site);
    const editor = await site.as('editor');
    expect(await editor.delete(remove(work.id))).toMatchObject({
      status: 200,
      body: { message: 'The submission has been deleted.' },
    });
    expect((await site.visitor.get(`/api${work.essay_file}`)).status).toBe(404);
    expect((await site.visitor.get(byId(work.id))).status).toBe(404);
  });

  test('refuses visitors, other readers, and the author after the review has started', async () => {
    const [author, other, editor] = [await site.as('reader'), await site.as('reader'), await site.as('editor')];
    const work = await submit(author);
    expect((await site.visitor.delete(remove(work.id))).status).toBe(401);
    expect((await other.delete(remove(work.id))).status).toBe(404);
    await editor.json('POST', `/api/submissions/${work.id}/review`, {});
    expect((await author.delete(remove(work.id))).status).toBe(403);
    await editor.json('POST', `/api/submissions/${work.id}/changes`, { note: 'Name the lakes.' });
    expect((await author.delete(remove(work.id))).status).toBe(403);
    await decide(editor, work.id, 'approved');
    expect((await other.delete(remove(work.id))).status).toBe(403);
    expect((await author.delete(remove(work.id))).status).toBe(403);
    await decide(editor, work.id, 'rejected');
    expect((await author.delete(remove(work.id))).status).toBe(403);
    expect((await author.get(byId(work.id))).status).toBe(200);
  });

  test('rejects unknown submissions', async () => {
    expect((await (await site.as('editor')).delete(remove(2_147_483_647))).status).toBe(404);
    expect((await (await site.as('editor')).delete('/api/delete-article/x')).status).toBe(404);
  });
});
