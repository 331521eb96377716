import { expect, test } from 'vitest';
import { siteForFile } from '#test/site-for-file.ts';
import { docxFile } from '../factories/documents.ts';
import { enquiryFields } from '../factories/enquiries.ts';
import { grievanceFields } from '../factories/grievances.ts';
import { rawPdf } from '../factories/pdfs.ts';
import { submit } from '../factories/submissions.ts';
import { password } from '../site.ts';

// Control characters, above all U+0000, which PostgreSQL cannot store: they are removed from all text input but passwords.
const site = siteForFile();
const registration = {
  name: 'Asha\u0000 Rao\u001b',
  email: 'asha\u0000@readers.test',
  mobile: '+919876543210',
  dob: '1990-05-17',
  password,
  confirm_password: password,
};

test('form: create-article', async () => {
  const work = await submit(await site.as('reader'), {
    title: 'Lake\u0000 frogs\u0007',
    abstract: 'One\n\tline\u0000',
  });
  expect(work).toMatchObject({ title: 'Lake frogs', abstract: 'One\n\tline' });
});

test('title in a document’s metadata', async () => {
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>';
  const pages = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', page];
  const bytes = rawPdf([...pages, '<< /Title <FEFF004C0061006B00650000000700730021> >>'], '/Info 4 0 R'); // "Lake", U+0000, U+0007, "s!"
  const essay_file = new File([new Uint8Array(bytes)], 'essay.pdf');
  expect((await submit(await site.as('reader'), { title: '', essay_file })).title).toBe('Lakes!');
  const docx = docxFile('essay.docx', { title: 'Kites\u007f &amp; winds' });
  expect((await submit(await site.as('reader'), { title: '', essay_file: docx })).title).toBe('Kites & winds');
});

test('JSON: registration, grievance, enquiry', async () => {
  const form = await site.visitor.form('POST', '/api/newswings_register', registration);
  expect(form.status).toBe(201);
  const reader = await site.visitor.login('/api/newswings_login', 'asha@readers.test', password);
  expect((await reader.get('/api/user/me')).body).toMatchObject({ name: 'Asha Rao', email: 'asha@readers.test' });
  const grievance = grievanceFields({ text: 'The wrong\u0000 street.' });
  expect((await site.visitor.json('POST', '/api/grievances', grievance)).status).toBe(201);
  const enquiry = enquiryFields({ name: 'Dev\u0000 Iyer' });
  expect((await site.visitor.json('POST', '/api/enquiries', enquiry)).status).toBe(201);
  const { rows } = await site.db.execute('SELECT g.text, e.name FROM grievances g, enquiries e');
  expect(rows).toEqual([{ text: 'The wrong street.', name: 'Dev Iyer' }]);
});

test('a password is taken exactly as typed, by form and by JSON', async () => {
  const typed = '\ttides\u0007 at\u0000 dawn\u001b ';
  const email = 'typist@readers.test';
  const logIn = async (password: string) =>
    (await site.visitor.json('POST', '/api/newswings_login', { email, password })).status;
  const form = { ...registration, email, password: typed, confirm_password: typed };
  expect((await site.visitor.form('POST', '/api/newswings_register', form)).status).toBe(201);
  expect([await logIn('tides at dawn'), await logIn('\ttides at dawn '), await logIn(typed)]).toEqual([401, 401, 200]);
  const reader = await site.visitor.login('/api/newswings_login', email, typed);
  const body = { current_password: typed, new_password: `${typed}\u0000` };
  expect((await reader.json('PUT', '/api/user/password', body)).status).toBe(200);
  expect([await logIn(typed), await logIn(`${typed}\u0000`)]).toEqual([401, 200]);
});

test('query and path of a URL', async () => {
  const { status, body } = await site.visitor.get('/api/search?q=fer%00ries%1F');
  expect([status, body.query]).toEqual([200, 'ferries']);
  expect((await site.visitor.get('/api/search?q=fer%0%000ries')).body.query).toBe('ferries');
  expect((await site.visitor.get('/api/posts_by_category?category=%00Sports%20News')).status).toBe(200);
  expect((await site.visitor.get('/api/essays/%00.pdf')).status).toBe(404);
});

test('rejects a deeply nested body without recursing into it', async () => {
  const headers = { 'content-type': 'application/json' };
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  expect((await site.visitor.send('POST', '/api/grievances', { body: nested(4000), headers })).status).toBe(400);
  expect((await site.visitor.send('POST', '/api/grievances', { body: nested(400_000), headers })).status).toBe(413);
});
