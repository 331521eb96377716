import { beforeAll, describe, expect, test } from 'vitest';
import { translator } from '#src/messages/server-catalogue.ts';
import type { Client } from '#test/client.ts';
import { fileGrievance, grievanceFields } from '#test/factories/grievances.ts';
import { countMails, nextMail } from '#test/mailbox.ts';
import { siteForFile } from '#test/site-for-file.ts';
import type { Grievance } from '../grievances.contract.ts';
import { redactGrievances } from './grievances.jobs.ts';

const site = siteForFile();
let admin: Client;

beforeAll(async () => {
  admin = await site.as('admin');
});

const list = async (query = ''): Promise<Grievance[]> => (await admin.get(`/api/grievances${query}`)).body.grievances;
const decision = { state: 'upheld', decision: 'You are right. The street has been corrected.' };

describe('works', () => {
  test('a grievance is stored, acknowledged by mail with its number, and the officer is notified', async () => {
    const { status, body } = await site.visitor.json(
      'POST',
      '/api/grievances',
      grievanceFields({ name: ' Ila Bose ', email: 'ila@readers.test' }),
    );
    expect(status).toBe(201);
    expect(body).toEqual({
      message: 'Your grievance has reached us.',
      number: expect.stringMatching(/^GR-\d{4}-\d+$/),
    });
    const [grievance] = await list('?search=ila@readers');
    expect(grievance).toMatchObject({ number: body.number, name: 'Ila Bose', state: 'pending', decided_at: null });
    const days = (Date.parse(grievance?.due_at ?? '') - Date.parse(grievance?.received_at ?? '')) / 86_400_000;
    expect(days).toBe(15);
    const mail = await nextMail(site, 'ila@readers.test');
    expect(mail.subject).toBe(`Your grievance ${body.number}`);
    expect(mail.replyTo).toBe('desk@newswing.example');
    const toOfficer = await nextMail(site, 'desk@newswing.example');
    expect(toOfficer).toMatchObject({ subject: `Grievance ${body.number} from Ila Bose`, replyTo: 'ila@readers.test' });
  });

  test('mail to the complainant uses their language and repeats no input; desk mail uses its own', async () => {
    const t = translator('hi');
    const fields = grievanceFields({ email: 'hindi@readers.test', name: 'Buy Now', text: 'Cheap at https://x.test' });
    const { body } = await site.visitor.json('POST', '/api/grievances', fields, { 'accept-language': 'hi' });
    const mail = await nextMail(site, 'hindi@readers.test');
    expect(mail.subject).toBe(t('mails.grievanceReceivedSubject', { number: body.number }));
    expect(mail.text).toContain(t('grievances.topicStory'));
    expect(mail.text).toContain(t('grievances.officer'));
    expect(mail.text).not.toMatch(/Buy Now|Cheap|x\.test/);
    const toOfficer = await nextMail(site, 'desk@newswing.example');
    expect(toOfficer.subject).toBe(`Grievance ${body.number} from Buy Now`);
    expect(toOfficer.text).toContain('Cheap at https://x.test');
    const [grievance] = await list('?search=hindi@readers');
    await admin.json('PUT', `/api/grievances/${grievance?.id}`, decision, { 'accept-language': 'ta' });
    const decided = await nextMail(site, 'hindi@readers.test');
    expect(decided.subject).toBe(t('mails.grievanceDecidedSubject', { number: body.number }));
    expect(decided.text).toContain(t('grievances.stateUpheld'));
    expect(decided.text).toContain('/hi/grievance');
  });

  test('mail uses the name and address of the officer if they are set', async () => {
    const values = { 'grievances.officer_name': 'Ravi Nair', 'grievances.officer_email': 'officer@newswing.example' };
    await admin.json('PUT', '/api/settings', { values });
    await site.visitor.json('POST', '/api/grievances', grievanceFields({ email: 'named@readers.test' }));
    const mail = await nextMail(site, 'named@readers.test');
    expect(mail.replyTo).toBe('officer@newswing.example');
    expect(mail.text).toContain('Ravi Nair');
    await nextMail(site, 'officer@newswing.example');
    await admin.json('PUT', '/api/settings', {
      values: { 'grievances.officer_name': null, 'grievances.officer_email': null },
    });
  });

  test('grievances can be filtered by state, search text and number, newest first', async () => {
    const one = await fileGrievance(site, { name: 'Filter One' });
    const two = await fileGrievance(site, { name: 'Filter Two', state: 'dismissed', decidedAt: new Date() });
    const names = async (query: string) => (await list(query)).map(({ name }) => name);
    expect(await names('?search=filter')).toEqual(['Filter Two', 'Filter One']);
    expect(await names('?search=filter&state=pending')).toEqual(['Filter One']);
    expect((await list(`?search=GR-2026-${two.id}`)).map(({ id }) => id)).toContain(two.id);
    expect((await list(`?before=${two.id}`)).map(({ id }) => id)).toContain(one.id);
  });

  test('a decision is stored with its author, mailed and audited; other grievances are unchanged', async () => {
    const { id } = await fileGrievance(site, { email: 'decided@readers.test' });
    const bystander = await fileGrievance(site);
    const { status, body } = await admin.json('PUT', `/api/grievances/${id}`, decision);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...decision, decided_at: expect.any(String), decided_by: expect.any(String) });
    const mail = await nextMail(site, 'decided@readers.test');
    expect(mail.text).toContain(decision.decision);
    const { acts } = (await admin.get(`/api/audit?search=grievance ${id}`)).body;
    expect(acts).toMatchObject([{ action: 'grievance.decided', details: { state: 'upheld' } }]);
    expect((await list()).find((it) => it.id === bystander.id)).toMatchObject({ state: 'pending' });
  });

  test('the disclosure counts grievances received and decided this month', async () => {
    const [before] = (await site.visitor.get('/api/grievances/disclosure')).body;
    const { id } = await fileGrievance(site);
    await fileGrievance(site);
    await admin.json('PUT', `/api/grievances/${id}`, decision);
    const [after] = (await site.visitor.get('/api/grievances/disclosure')).body;
    expect(after).toEqual({
      month: before.month,
      received: before.received + 2,
      disposed: before.disposed + 1,
      pending: before.pending + 1,
    });
  });

  test('grievances decided long ago lose all personal data but are still counted; pending ones do not', async () => {
    const longAgo = new Date(Date.now() - 1200 * 86_400_000);
    const old = await fileGrievance(site, {
      state: 'upheld',
      decision: 'Yes.',
      receivedAt: longAgo,
      decidedAt: longAgo,
    });
    const pending = await fileGrievance(site, { receivedAt: longAgo });
    const find = async (wanted: number) => (await list()).find(({ id }) => id === wanted);
    await site.services.jobs.send(redactGrievances, {});
    await expect
      .poll(() => find(old.id))
      .toMatchObject({ name: '', email: '', text: '', decision: '', state: 'upheld' });
    expect(await find(pending.id)).toMatchObject({ name: 'Test Complainant' });
  });
});

describe('refuses', () => {
  test('editors, readers and visitors', async () => {
    const { id } = await fileGrievance(site);
    for (const client of [await site.as('editor'), await site.as('reader'), site.visitor]) {
      const status = client === site.visitor ? 401 : 403;
      expect((await client.get('/api/grievances')).status).toBe(status);
      expect((await client.json('PUT', `/api/grievances/${id}`, decision)).status).toBe(status);
    }
  });

  test('a second decision, and a decision on an unknown grievance', async () => {
    const { id } = await fileGrievance(site);
    await admin.json('PUT', `/api/grievances/${id}`, decision);
    const again = await admin.json('PUT', `/api/grievances/${id}`, { ...decision, state: 'dismissed' });
    expect(again).toMatchObject({ status: 409, body: { error: 'This grievance has been decided already.' } });
    expect((await admin.json('PUT', '/api/grievances/999999', decision)).status).toBe(404);
  });
});

describe('rejects', () => {
  test('an empty grievance, with an error for every field', async () => {
    const { status, body } = await site.visitor.json('POST', '/api/grievances', {});
    expect(status).toBe(422);
    expect(body.fields).toEqual({
      name: 'This field is required.',
      email: 'This field is required.',
      topic: 'Please choose what it is about.',
      text: 'This field is required.',
    });
  });

  test('a decision without an outcome or reasons', async () => {
    const { id } = await fileGrievance(site);
    const { status, body } = await admin.json('PUT', `/api/grievances/${id}`, { state: 'pending', decision: ' ' });
    expect(status).toBe(422);
    expect(body.fields).toEqual({ state: 'Please choose a decision.', decision: 'Please give the reasons.' });
  });

  test('no grievance because of its address, but acknowledges three a day to a mailbox', async () => {
    await site.db.execute('TRUNCATE rate_limits');
    const send = (email: string) => site.visitor.json('POST', '/api/grievances', grievanceFields({ email }));
    for (let n = 0; n < 5; n++) expect((await send('victim@readers.test')).status).toBe(201);
    expect(await countMails(site, 'victim@readers.test')).toBe(3);
    await site.db.execute('TRUNCATE rate_limits');
  });

  test('too many grievances from one IP address', async () => {
    let sent = 0;
    const send = () =>
      site.visitor.json('POST', '/api/grievances', grievanceFields({ email: `flood${++sent}@readers.test` }));
    let last = await send();
    for (let n = 0; n < 12 && last.status === 201; n++) last = await send();
    expect(last.status).toBe(429);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
