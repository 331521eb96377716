import { beforeAll, expect, test } from 'vitest';
import { sendEnquiry } from '#test/factories/enquiries.ts';
import { declarePayment } from '#test/factories/payments.ts';
import { createStory } from '#test/factories/stories.ts';
import { submit } from '#test/factories/submissions.ts';
import { allMail } from '#test/mailbox.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { mailWaiting } from './waiting.jobs.ts';

const site = siteForFile();
beforeAll(async () => {
  const [reporter, reader] = [await site.as('reporter'), await site.as('reader')];
  await createStory(reporter, { status: 'ready' });
  await createStory(reporter, { status: 'draft' });
  await submit(reader);
  await declarePayment(reader, 'weekly');
  await sendEnquiry(site);
});

test.each([
  ['editor', ['ready_stories', 'submissions']],
  ['reviewer', ['submissions']],
  ['accountant', ['payments']],
  ['admin', ['ready_stories', 'submissions', 'payments', 'enquiries']],
  ['reporter', []],
] as const)('a %s hears of %j', async (role, kinds) => {
  const { status, body } = await (await site.as(role)).get('/api/desk/waiting');
  expect(status).toBe(200);
  expect(body.waiting).toEqual(kinds.map((kind) => ({ kind, count: 1 })));
});

test('a reporter hears of assignments until their stories are begun', async () => {
  const [editor, reporter] = [await site.as('editor'), await site.as('reporter')];
  const { id: assignee } = (await reporter.get('/api/user/me')).body;
  const input = { what: 'The new bridge', category: 'Sports News', assignee };
  const { id } = (await editor.json('POST', '/api/plan/assignments', input)).body;
  const kinds = async () => (await reporter.get('/api/desk/waiting')).body.waiting;
  expect(await kinds()).toEqual([{ kind: 'assignments', count: 1 }]);
  await editor.send('POST', `/api/plan/assignments/${id}/story`);
  expect(await kinds()).toEqual([{ kind: 'assigned_stories', count: 1 }]);
});

test('readers and visitors hear of nothing', async () => {
  expect((await site.visitor.get('/api/desk/waiting')).status).toBe(401);
  expect((await (await site.as('reader')).get('/api/desk/waiting')).status).toBe(403);
});

test('in the morning the newsroom gets one mail each about what waits for the role, unless it is turned off', async () => {
  const [accountant, reporter] = [await site.createUser('accountant'), await site.createUser('reporter')];
  const mailsTo = async ({ email }: { email: string }) => (await allMail(site, email)).map(({ text }) => text);
  await site.services.jobs.send(mailWaiting, {});
  await expect.poll(() => mailsTo(accountant), { timeout: 10_000 }).toHaveLength(1);
  expect((await mailsTo(accountant))[0]).toMatch(/1 payment to confirm\n\S+\/admin\/payments/);
  expect(await mailsTo(reporter)).toEqual([]);

  const admin = await site.as('admin');
  await admin.json('PUT', '/api/settings', { values: { 'desk.morning_mail': 'off' } });
  const later = await site.createUser('accountant');
  await site.services.jobs.send(mailWaiting, {});
  await site.services.jobs.send(mailWaiting, {});
  await expect.poll(async () => (await waitingJobs()) === 0).toBe(true);
  expect(await mailsTo(later)).toEqual([]);
});

const waitingJobs = async () =>
  (await site.db.execute(`SELECT FROM jobs.job WHERE name = 'desk.mail-waiting' AND state < 'completed'`)).rows.length;
