import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { enquiryFields, sendEnquiry } from '#test/factories/enquiries.ts';
import { withProof } from '#test/factories/proofs.ts';
import { nextMail } from '#test/mailbox.ts';
import { siteForFile } from '#test/site-for-file.ts';
import type { Enquiry } from '../enquiries.contract.ts';
import { purgeEnquiries } from './enquiries.jobs.ts';

const site = siteForFile();
let admin: Client;

beforeAll(async () => {
  admin = await site.as('admin');
});

const list = async (query = ''): Promise<Enquiry[]> => (await admin.get(`/api/enquiries${query}`)).body.enquiries;

describe('works', () => {
  test('an enquiry is stored with the consent version, and the desk is notified', async () => {
    const { status, body } = await site.visitor.json(
      'POST',
      '/api/enquiries',
      enquiryFields({ name: ' Ila Bose ', email: 'ila@readers.test', mobile: '98765 43210' }),
    );
    expect(status).toBe(201);
    expect(body).toEqual({ message: 'Your enquiry has reached us.' });
    const [enquiry] = await list('?search=ila@readers');
    expect(enquiry).toEqual({
      id: expect.any(Number),
      name: 'Ila Bose',
      email: 'ila@readers.test',
      mobile: '+919876543210',
      programme: 'journalism',
      state: 'new',
      note: '',
      created_at: expect.any(String),
      changed_at: null,
    });
    const { rows } = await site.db.execute(`SELECT consent_version FROM enquiries WHERE id = ${enquiry?.id}`);
    expect(rows).toEqual([{ consent_version: expect.stringMatching(/^\d{4}-\d{2}$/) }]);
    const mail = await nextMail(site, 'desk@newswing.example');
    expect(mail).toMatchObject({ subject: 'Enquiry from Ila Bose', replyTo: 'ila@readers.test' });
    expect(mail.text).toContain('B.A. Journalism');
  });

  test('the desk is notified in its own language, whatever the language of the page', async () => {
    const fields = enquiryFields({ name: 'Hindi Page' });
    await site.visitor.json('POST', '/api/enquiries', fields, { 'accept-language': 'hi' });
    expect((await nextMail(site, 'desk@newswing.example')).subject).toBe('Enquiry from Hindi Page');
  });

  test('enquiries can be filtered by programme, state and search text, newest first', async () => {
    await sendEnquiry(site, { name: 'Filter One', programme: 'online' });
    await sendEnquiry(site, { name: 'Filter Two', programme: 'online' });
    await sendEnquiry(site, { name: 'Filter Three', programme: 'aerospace_design' });
    const names = async (query: string) => (await list(query)).map(({ name }) => name);
    expect(await names('?search=filter')).toEqual(['Filter Three', 'Filter Two', 'Filter One']);
    expect(await names('?search=filter&programme=online')).toEqual(['Filter Two', 'Filter One']);
    const [two] = await list('?search=filter two');
    await admin.json('PUT', `/api/enquiries/${two?.id}`, { state: 'answered' });
    expect(await names('?search=filter&state=answered')).toEqual(['Filter Two']);
    expect(await names('?search=100%25')).toEqual([]);
  });

  test('a long list is paginated', async () => {
    const { rows } = await site.db.execute(`
      INSERT INTO enquiries (name, email, mobile, programme, consent_version, created_at)
      SELECT 'Pager ' || n, 'pager@readers.test', '+919876543210', 'journalism', '2026-11', now()
      FROM generate_series(1, 60) AS n RETURNING id`);
    expect(rows).toHaveLength(60);
    const first = (await admin.get('/api/enquiries?search=pager')).body;
    expect(first).toMatchObject({ more: true });
    const rest = (await admin.get(`/api/enquiries?search=pager&before=${first.enquiries.at(-1).id}`)).body;
    expect(rest).toMatchObject({ more: false });
    expect([first.enquiries.length, rest.enquiries.length]).toEqual([50, 10]);
  });

  test('state and note are stored, a change of state is audited, and other enquiries are unchanged', async () => {
    const { id } = await sendEnquiry(site, { name: 'Noted' });
    const bystander = await sendEnquiry(site);
    const { body } = await admin.json('PUT', `/api/enquiries/${id}`, { state: 'closed', note: ' Joined in July ' });
    expect(body).toMatchObject({ state: 'closed', note: 'Joined in July', changed_at: expect.any(String) });
    expect((await admin.json('PUT', `/api/enquiries/${id}`, { note: '' })).body).toMatchObject({ state: 'closed' });
    const { acts } = (await admin.get(`/api/audit?search=enquiry ${id}`)).body;
    expect(acts).toMatchObject([{ action: 'enquiry.state', details: { state: 'closed' } }]);
    expect((await list()).find((enquiry) => enquiry.id === bystander.id)).toMatchObject({ state: 'new', note: '' });
  });

  test('the CSV export has a byte order mark, every matching row, and no formulas', async () => {
    await sendEnquiry(site, { name: '=HYPERLINK("http://evil.example")', email: '@sum@readers.test' });
    await sendEnquiry(site, { name: '-Comma, "quoted"', email: 'comma@readers.test' });
    const { status, headers, body } = await admin.get('/api/enquiries.csv?search=readers.test');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="enquiries.csv"');
    const bytes = body as Uint8Array; // a response other than JSON is returned as bytes
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const csv = new TextDecoder().decode(bytes);
    expect(csv.split('\r\n')[0]).toBe('Received,Name,E-mail,Mobile,Programme,State,Note');
    expect(csv).toContain(`,"'=HYPERLINK(""http://evil.example"")",'@sum@readers.test,'+919876543210,`);
    expect(csv).toContain(`,"'-Comma, ""quoted""",comma@readers.test,`);
    expect(csv).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2},/m);
    const { acts } = (await admin.get('/api/audit?search=enquiries.exported')).body;
    expect(acts[0]).toMatchObject({ details: { search: 'readers.test' } });
  });

  test('an export of thousands of rows is complete', async () => {
    await site.db.execute(`
      INSERT INTO enquiries (name, email, mobile, programme, consent_version, created_at)
      SELECT 'Crowd ' || n, 'crowd@readers.test', '+919876543210', 'online', '2026-11', now()
      FROM generate_series(1, 2500) AS n`);
    const { body } = await admin.get('/api/enquiries.csv?search=crowd&programme=online');
    const lines = new TextDecoder().decode(body).trim().split('\r\n');
    expect(lines).toHaveLength(2501);
    expect(new Set(lines).size).toBe(2501);
  });

  test('enquiries closed long ago are deleted; recently closed and open ones are retained', async () => {
    await admin.json('PUT', '/api/settings', { values: { 'enquiries.kept_days': 30 } });
    const old = await sendEnquiry(site, { name: 'Keeper old' });
    await sendEnquiry(site, { name: 'Keeper open' });
    await admin.json('PUT', `/api/enquiries/${old.id}`, { state: 'closed' });
    site.advance(31 * 86_400_000);
    admin = await site.as('admin');
    const late = await sendEnquiry(site, { name: 'Keeper late' });
    await admin.json('PUT', `/api/enquiries/${late.id}`, { state: 'answered' });
    await site.services.jobs.send(purgeEnquiries, {});
    await expect
      .poll(async () => (await list('?search=keeper')).map(({ name }) => name))
      .toEqual(['Keeper late', 'Keeper open']);
  });
});

describe('refuses', () => {
  test('users other than admins, because enquiries are personal data', async () => {
    for (const client of [site.visitor, await site.as('reader'), await site.as('editor')]) {
      const status = client === site.visitor ? 401 : 403;
      expect((await client.get('/api/enquiries')).status).toBe(status);
      expect((await client.get('/api/enquiries.csv')).status).toBe(status);
      expect((await client.json('PUT', '/api/enquiries/1', { state: 'closed' })).status).toBe(status);
    }
  });

  test('the 41st enquiry from one IP address within an hour; from the 21st on they need a proof of work', async () => {
    await site.db.execute('TRUNCATE rate_limits');
    const send = (headers = {}) => site.visitor.json('POST', '/api/enquiries', enquiryFields(), headers);
    for (let n = 0; n < 20; n++) expect((await send()).status).toBe(201);
    expect((await send()).body.code).toBe('proof_needed');
    for (let n = 0; n < 20; n++) expect((await withProof(send)).status).toBe(201);
    expect(await withProof(send)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    await site.db.execute('TRUNCATE rate_limits');
  });
});

describe('rejects', () => {
  test('an empty enquiry, with every validation error, and one without consent', async () => {
    const { status, body } = await site.visitor.json('POST', '/api/enquiries', {});
    expect(status).toBe(422);
    expect(body.fields).toEqual({
      name: 'This field is required.',
      email: 'This field is required.',
      mobile: 'This field is required.',
      programme: 'Please choose a programme.',
      consent: 'Without your consent we may not keep your details.',
    });
    const without = await site.visitor.json('POST', '/api/enquiries', enquiryFields({ consent: false }));
    expect(Object.keys(without.body.fields)).toEqual(['consent']);
  });

  test.each([
    [{ state: 'lost' }, 422],
    [{ note: 'x'.repeat(2001) }, 422],
    [{}, 400],
  ])('a change such as %j', async (change, status) => {
    const [enquiry] = await list();
    expect((await admin.json('PUT', `/api/enquiries/${enquiry?.id}`, change)).status).toBe(status);
  });

  test('unknown enquiries and unknown filter values', async () => {
    expect((await admin.json('PUT', '/api/enquiries/999999', { state: 'closed' })).status).toBe(404);
    expect((await admin.json('PUT', '/api/enquiries/first', { state: 'closed' })).status).toBe(404);
    expect((await admin.get('/api/enquiries?programme=astrology')).status).toBe(422);
    expect((await admin.get('/api/enquiries.csv?state=lost')).status).toBe(422);
  });
});
