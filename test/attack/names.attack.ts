// Names with a meaning in a file system, a header, a query or a spreadsheet.
import { readdir } from 'node:fs/promises';
import { relative } from 'node:path';
import { parse } from 'csv-parse/sync';
import { beforeAll, expect } from 'vitest';
import { addEdition, upload } from '#test/factories/editions.ts';
import { enquiryFields, sendEnquiry } from '#test/factories/enquiries.ts';
import { grievanceFields } from '#test/factories/grievances.ts';
import { declarePayment } from '#test/factories/payments.ts';
import { pdfBytes } from '#test/factories/pdfs.ts';
import { pictureFile } from '#test/factories/pictures.ts';
import { createStory } from '#test/factories/stories.ts';
import { submit } from '#test/factories/submissions.ts';
import type { Client } from '../client.ts';
import { allMail, nextMail } from '../mailbox.ts';
import { siteForFile } from '../site-for-file.ts';
import { attack } from './attack.ts';
import { send } from './fuzz/line.ts';

const site = siteForFile();
let admin: Client;
let editor: Client;
beforeAll(async () => {
  [admin, editor] = [await site.as('admin'), await site.as('editor')];
});

const ways = ['..', '../', '..%2f', '..%252f', '%2e%2e%2f', '..%5c', '....//', '..;/', '%c0%ae%c0%ae/', '..%00/'];
const prizes = ['etc/passwd', 'secrets/auth', 'package.json'];

attack('ways out of a folder in every part of every address', async ({ refused, honest }) => {
  const parts = site.calls
    .filter(({ method, path }) => method === 'GET' && path.includes(':'))
    .map(({ path }) => path.replaceAll(/:\w+$/g, '').replaceAll(/:\w+/g, '1'));
  const headers = { authorization: `Bearer ${admin.token}` };
  const roots = [...parts, '/assets/', '/api/docs/static/', '/sitemaps/', '/category/', '/research/1/', '/'];
  for (const root of roots)
    for (const way of ways)
      for (const prize of prizes)
        for (const depth of [1, 4]) {
          const path = root + way.repeat(depth) + prize.replaceAll('/', way.includes('%2f') ? '%2f' : '/');
          const { status, body } = await send(site.address, { method: 'GET', path, headers });
          expect([path, status]).toEqual([path, expect.toSatisfy((code: number) => code >= 300 && code < 500)]);
          expect([path, /root:|"name": "news-wing"|startSite|Message-ID/i.test(body)]).toEqual([path, false]);
        }
  refused('404; 422');
  const { image_url } = await createStory(editor, {
    image: await pictureFile(),
  });
  expect((await site.visitor.get(`/api${image_url}`)).status).toBe(200);
  honest('200');
});

const fileNames = [
  '../../../../tmp/evil.pdf',
  'C:\\Windows\\..\\$(touch evil)`id`.pdf',
  '.evil\0.png\u202efdp.pdf',
  'evil%0d%0a\r\nSet-Cookie: a=b\r\n"; filename="other.exe.pdf',
  '<img src=x onerror=alert(1)>.pdf',
  `${'long '.repeat(200)}.pdf`,
];

// files/editions/5f1c/edition.pdf; receiving/pages-XoxmlH/essay.pdf
const ownPath = /^(files|outbox|receiving|working|secrets)\/(pages-\w{6}\/)?[a-z0-9/-]*[a-z0-9-]+(\.[a-z]+)?$/;

/** Every stored file of a site, by its path relative to the data folder. */
async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, `${entry.parentPath}/${entry.name}`));
}

attack(
  'names of files that are paths, headers or commands',
  async ({ refused, honest }) => {
    for (const [n, name] of fileNames.entries()) {
      const { status, body } = await upload(editor, new File([new Uint8Array(pdfBytes([`Page ${n}`]))], name));
      expect([name, status]).toEqual([name, 201]);
      const { filename } = body.data;
      expect(filename).toMatch(/^[^/\\\r\n\0"]+\.pdf$/u);
      expect(filename.length).toBeLessThanOrEqual(200);
      const got = await editor.get(`/api/download/${encodeURIComponent(filename)}`);
      expect([name, got.status, got.headers.get('set-cookie')]).toEqual([name, 200, null]);
      expect(got.headers.get('content-disposition')).toMatch(
        /^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\w%.!~-]+$/,
      );
      expect(got.headers.get('content-disposition')?.match(/filename="/g)).toHaveLength(1);
    }
    const essay_file = new File([new Uint8Array(pdfBytes(['Essay']))], fileNames[3] ?? '');
    await submit(await site.as('reader'), { essay_file });
    // No file is stored under a client-supplied name.
    const odd = (await filesOf(site.dataDir)).filter((path) => !ownPath.test(path));
    expect(odd).toEqual([]);
    refused('kept under names of our own');
    const plain = await upload(editor, new File([new Uint8Array(pdfBytes())], 'weekly 22 Nov 2026.pdf'));
    expect(plain.body.data.filename).toBe('weekly 22 Nov 2026.pdf');
    honest('201, under its own name');
  },
  120_000,
);

const injections = [
  "' OR 'heliotrope'='heliotrope", // a word that no text has, so that only a working injection finds anything
  "'; SELECT pg_sleep(5); --",
  '1) UNION SELECT password_hash FROM users --',
  '%',
  '_',
  '%%%',
  '\\',
  "\\'; --",
  '$$',
];

attack('queries and patterns in every text that is searched for', async ({ refused, honest }) => {
  await site.createUser('reader', { name: 'Wild Percy' });
  const percent = await site.createUser('reader', { name: '50% Percy' });
  await site.visitor.json('POST', '/api/enquiries', enquiryFields({ name: 'Wild Percy' }));
  await site.visitor.json('POST', '/api/grievances', grievanceFields({ name: 'Wild Percy' }));
  await declarePayment(await site.as('reader'), 'weekly');
  await addEdition(editor, ['The percentage of lakes.']);
  const counts: Record<string, (body: never) => number> = {
    '/api/people?search=': (body: { people: [] }) => body.people.length,
    '/api/audit?search=': (body: { acts: [] }) => body.acts.length,
    '/api/enquiries?search=': (body: { enquiries: [] }) => body.enquiries.length,
    '/api/grievances?search=': (body: { grievances: [] }) => body.grievances.length,
    '/api/payments?search=': (body: { claims: [] }) => body.claims.length,
    '/api/submissions?search=': (body: { articles: [] }) => body.articles.length,
    '/api/editions/search?q=': (body: { hits: [] }) => body.hits.length,
    '/api/search/suggestions?q=': (body: []) => body.length,
    '/api/posts_by_category?category=': (body: []) => body.length,
    '/api/subcategories_by_category?category=': (body: []) => body.length,
  };
  for (const [address, count] of Object.entries(counts))
    for (const text of injections) {
      const begun = performance.now();
      const { status, body } = await admin.get(address + encodeURIComponent(text));
      expect([address, text, performance.now() - begun < 4000]).toEqual([address, text, true]);
      expect([address, text, status]).toEqual([
        address,
        text,
        expect.toSatisfy((code: number) => [200, 404, 422].includes(code)),
      ]);
      const found = status === 200 ? count(body as never) : 0;
      // Only the one record whose name contains such a character may match it.
      expect([address, text, found]).toEqual([
        address,
        text,
        address.startsWith('/api/people') && text === '%' ? 1 : 0,
      ]);
    }
  for (const text of injections) {
    const login = await site.visitor.json('POST', '/api/admin_login', { email: text, password: text });
    expect([text, login.status]).toEqual([text, expect.toSatisfy((code: number) => [401, 422, 429].includes(code))]);
    expect((await admin.get(`/api/download/${encodeURIComponent(text)}`)).status).toBe(404);
    expect((await admin.get(`/api/clips/${encodeURIComponent(text)}`)).status).toBe(404);
  }
  expect((await admin.get(`/api/admin?cursor=${encodeURIComponent("1-1' OR 1=1")}`)).status).toBe(400);
  refused('nothing found, nothing slow');
  const { body } = await admin.get(`/api/people?search=${encodeURIComponent('50% percy')}`);
  expect(body.people.map(({ id }: { id: number }) => id)).toEqual([percent.id]);
  honest('found by its own name');
});

const formulas = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(1+1)',
  "=cmd|' /C calc'!A0",
  '\t=1+1',
  '＝1+1',
  '=HYPERLINK("https://evil.example")',
];

attack('formulas in every cell that is exported', async ({ refused, honest }) => {
  for (const [n, name] of formulas.entries()) {
    // As an older version has stored it: the form refuses some of these by now.
    await sendEnquiry(site, { name, email: `=x${n}@readers.test` });
    const user = await site.createUser('reader', { name });
    const reader = await site.visitor.login('/api/newswings_login', user.email, 'correct horse battery');
    const claim = await declarePayment(reader, 'weekly');
    await admin.json('PUT', `/api/payments/${claim.id}`, { state: 'rejected', note: name });
  }
  const [enquiry] = (await admin.get('/api/enquiries')).body.enquiries;
  await admin.json('PUT', `/api/enquiries/${enquiry.id}`, { note: '=1+1' });
  let cells = 0;
  for (const path of ['/api/enquiries.csv', '/api/payments.csv']) {
    const { body } = await admin.get(path);
    const rows: string[][] = parse(Buffer.from(body), { bom: true });
    expect(rows.length).toBeGreaterThan(formulas.length);
    for (const cell of rows.flat()) {
      cells += 1;
      expect(cell).not.toMatch(/^[\s\0]*[=+\-@＝＋－＠\t\r]/);
    }
  }
  refused(`${cells} cells, each a text`);
  const { body } = await admin.get('/api/enquiries.csv');
  expect(Buffer.from(body).toString()).toContain("'=1+1");
  honest('the same text, to be read');
});

attack('headers and recipients in what becomes a mail', async ({ refused, honest }) => {
  const evil = 'Asha\r\nBcc: victim@readers.test\r\nSubject: Won\r\n\r\nClick https://evil.example';
  const victim = 'victim@readers.test';
  await site.visitor.json('POST', '/api/enquiries', enquiryFields({ name: evil }));
  await site.visitor.json('POST', '/api/grievances', grievanceFields({ name: evil, text: evil }));
  for (const email of [
    `a@readers.test\r\nBcc: ${victim}`,
    `a@readers.test,${victim}`,
    `"${victim}" <a@readers.test>`,
    `a@readers.test;${victim}`,
  ]) {
    await site.visitor.json('POST', '/api/enquiries', enquiryFields({ email }));
    await site.visitor.json('POST', '/api/grievances', grievanceFields({ email }));
    await site.visitor.json('POST', '/api/forgot_password', { email });
  }
  const plain = await site.visitor.json('POST', '/api/enquiries', enquiryFields({ name: 'Plain Enquirer' }));
  expect(plain.status).toBe(201);
  // Jobs run in order: once the last mail is sent, the earlier ones would have been sent too.
  await expect
    .poll(async () =>
      (await allMail(site, 'desk@newswing.example')).some(({ subject }) => subject.includes('Plain Enquirer')),
    )
    .toBe(true);
  expect(await allMail(site, victim)).toEqual([]);
  const mails = await allMail(site, 'desk@newswing.example');
  for (const mail of mails) expect(mail.subject).not.toMatch(/[\r\n]|^Won/);
  refused('nobody else gets a mail');
  const { body } = await site.visitor.json(
    'POST',
    '/api/grievances',
    grievanceFields({ email: 'honest@readers.test' }),
  );
  expect(body.number).toMatch(/^GR-/);
  expect((await nextMail(site, 'honest@readers.test')).subject).toContain(body.number);
  honest('201, and its mail');
});
