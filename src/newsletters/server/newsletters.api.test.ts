import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { toIndianClock } from '#src/rules/calendar.rules.ts';
import { startSite } from '#src/site/site.ts';
import type { Client } from '#test/client.ts';
import { newsletterFields } from '#test/factories/newsletters.ts';
import { createStory } from '#test/factories/stories.ts';
import { openTestSite, type TestSite } from '#test/site.ts';
import { restoreAfterEach } from '#test/site-hooks.ts';
import { openSink, type Sink } from '#test/smtp-sink.ts';
import type { Issue } from '../issues.contract.ts';
import { publishNewsletters } from './newsletters.jobs.ts';

let sink: Sink;
let site: TestSite;
let editor: Client;
let admin: Client;

beforeAll(async () => {
  sink = await openSink();
  site = await openTestSite(startSite, inject('postgres'), { SMTP_URL: sink.url, SITE_URL: 'https://paper.example' });
  [editor, admin] = [await site.as('editor'), await site.as('admin')];
});
restoreAfterEach(() => site);
afterAll(async () => {
  await site.close();
  await sink.close();
});
beforeEach(async () => {
  await site.change('DELETE FROM stories');
  await site.change('TRUNCATE newsletters, newsletter_subscriptions, newsletter_issues RESTART IDENTITY CASCADE');
  await site.db.execute('TRUNCATE rate_limits');
  await site.db.execute("DELETE FROM jobs.job WHERE name = 'newsletters.send'");
  sink.reset();
});

const minuteMs = 60_000;
/** A newsletter that is due in ten minutes, so that it is composed now. */
const create = async (changes = {}): Promise<number> => {
  const due = new Date(site.services.now().getTime() + 10 * minuteMs);
  const time = toIndianClock(due).toISOString().slice(11, 16);
  const { status, body } = await admin.json('POST', '/api/newsletter-desk', newsletterFields({ time, ...changes }));
  expect(status).toBe(201);
  return body.id;
};
const publish = (title: string, changes = {}) =>
  createStory(editor, { news_title: title, status: 'published', ...changes });
const ask = (email: string, ...newsletters: number[]) =>
  site.visitor.json('POST', '/api/newsletters/subscriptions', { email, newsletters });
const tokenFor = async (email: string): Promise<string> => {
  await expect.poll(() => sink.mailsTo(email).length).toBeGreaterThan(0);
  const { text = '' } = await PostalMime.parse(sink.mailsTo(email).at(-1) ?? '');
  return /confirm\?token=([\w-]+)/.exec(text)?.[1] ?? '';
};
const confirm = (token: string) => site.visitor.json('POST', '/api/newsletters/confirmation', { token });
async function subscribe(email: string, ...newsletters: number[]) {
  expect((await ask(email, ...newsletters)).status).toBe(202);
  expect((await confirm(await tokenFor(email))).status).toBe(200);
  sink.reset();
}
const publishIssues = () => site.services.jobs.send(publishNewsletters, {});
const compose = async (): Promise<Issue> => {
  await publishIssues();
  await expect.poll(issues).toHaveLength(1);
  const [{ id }] = await issues();
  return issueOf(id);
};
const sendAtItsTime = async () => {
  site.advance(10 * minuteMs);
  await publishIssues();
};
const issueOf = async (id: number): Promise<Issue> => (await editor.get(`/api/newsletter-desk/issues/${id}`)).body;
const save = ({ id, version, subject, intro, stories }: Issue, changes = {}, client = editor) =>
  client.json('PUT', `/api/newsletter-desk/issues/${id}`, {
    ...{ version, subject, intro, stories: stories.map((story) => story.id), state: 'draft' },
    ...changes,
  });
const issues = async () =>
  (await editor.get('/api/newsletter-desk')).body.flatMap((one: { issues: object[] }) => one.issues);

describe('works', () => {
  test('a reader subscribes, confirms, gets an issue, reads it on the web and leaves with one click', async () => {
    const id = await create();
    const [offer] = (await site.visitor.get('/api/newsletters')).body;
    expect(offer).toEqual({ ...offer, id, name: 'Morning Brief', frequency: 'daily' });
    await ask('Asha@Readers.test', id);
    const token = await tokenFor('asha@readers.test');
    expect(await confirm(token)).toMatchObject({ status: 200, body: { newsletters: ['Morning Brief'] } });
    expect((await confirm(token)).status).toBe(410);
    sink.reset();
    const lead = await publish('Rain fills the tanks', { news_description: 'The tanks are full.' });
    await compose();
    expect(await issues()).toMatchObject([{ state: 'draft', subject: 'Rain fills the tanks', copies: 0 }]);
    await sendAtItsTime();
    await expect.poll(issues).toMatchObject([{ state: 'sent', copies: 1, sent: 1, refused: 0 }]);
    const [raw = ''] = sink.mailsTo('asha@readers.test');
    const mail = await PostalMime.parse(raw);
    expect(mail).toMatchObject({ subject: 'Rain fills the tanks', from: { address: 'no-reply@paper.example' } });
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain('Rain fills the tanks');
      expect(part).toContain(`https://paper.example/news/${lead.id}`);
      expect(part).toContain('https://paper.example/newsletters/issues/1');
    }
    const onTheWeb = () => site.visitor.get('/newsletters/issues/1');
    const { status, body: page, headers: pageHeaders } = await onTheWeb();
    expect(status).toBe(200);
    expect(Buffer.from(page).toString()).toContain('The tanks are full.');
    expect(pageHeaders.get('content-security-policy')).toContain("default-src 'none'");
    await editor.send('DELETE', `/api/admin/${lead.id}`);
    expect(Buffer.from((await onTheWeb()).body).toString()).not.toContain('The tanks are full.');
    const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value ?? '';
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const [, path = ''] = /<https:\/\/paper\.example(.+)>/.exec(header('list-unsubscribe')) ?? [];
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const oneClick = () => site.visitor.send('POST', path, { headers, body: 'List-Unsubscribe=One-Click' });
    expect((await oneClick()).status).toBe(200);
    expect((await oneClick()).status).toBe(200);
    const [newsletter] = (await editor.get('/api/newsletter-desk')).body;
    expect(newsletter.subscribers).toBe(0);
  });

  test('editors change an issue, see who has saved which version, hold it and send it when they want', async () => {
    const id = await create();
    await subscribe('asha@readers.test', id);
    const [first, second] = [await publish('First story'), await publish('Second story')];
    const issue = await compose();
    expect(issue.stories.map((story) => story.id).toSorted()).toEqual([first.id, second.id]);
    const changes = { subject: 'From the desk', intro: 'Good <b>morning</b>.', stories: [second.id], state: 'held' };
    const saved = await save(issue, changes);
    expect(saved).toMatchObject({ status: 200, body: { version: 2, state: 'held', choice: [{ id: first.id }] } });
    expect(saved.body.versions).toMatchObject([
      { version: 2, subject: 'From the desk', stories: [second.id], saved_by: expect.stringContaining('editor') },
      { version: 1, intro: '', saved_by: '' },
    ]);
    const preview = await site.visitor.get(saved.body.preview);
    expect(Buffer.from(preview.body).toString()).toContain('Good &lt;b&gt;morning&lt;/b&gt;.');
    expect((await site.visitor.get(`/newsletters/issues/${issue.id}?preview=A`)).status).toBe(404);
    await sendAtItsTime();
    const send = (version: number) => editor.json('POST', `/api/newsletter-desk/issues/${issue.id}/send`, { version });
    expect((await send(1)).status).toBe(409);
    expect((await issueOf(issue.id)).state).toBe('held');
    expect((await send(2)).status).toBe(202);
    await expect.poll(async () => (await issueOf(issue.id)).state).toBe('sent');
    const mail = await PostalMime.parse(sink.mailsTo('asha@readers.test')[0] ?? '');
    expect(mail).toMatchObject({ subject: 'From the desk', text: expect.stringContaining('Good <b>morning</b>.') });
    expect(mail.text).not.toContain('First story');
  });

  test('a test mail goes to the editor alone', async () => {
    const id = await create();
    await subscribe('asha@readers.test', id);
    await publish('A story to test');
    const issue = await compose();
    const { status, body } = await editor.json('POST', `/api/newsletter-desk/issues/${issue.id}/test`, {});
    expect(status).toBe(202);
    const [, email = ''] = /to (\S+)\.$/.exec(body.message) ?? [];
    const mail = await PostalMime.parse(sink.mailsTo(email)[0] ?? '');
    expect(mail.subject).toBe('Test: A story to test');
    // There is no subscription that one click could end.
    expect(mail.headers.filter(({ key }) => key.startsWith('list-unsubscribe'))).toEqual([]);
    expect(sink.mailsTo('asha@readers.test')).toEqual([]);
    expect((await issueOf(issue.id)).state).toBe('draft');
  });

  test('a newsletter of a section has only its new stories, in its language and direction', async () => {
    const id = await create({ section: 'sports-news', language: 'ur', name: 'کھیل' });
    await subscribe('asha@readers.test', id);
    const title = 'بارش نے تالاب بھر دیے';
    const urdu = await publish(title, { language: 'ur' });
    await publish('Another language');
    await publish('اور', { language: 'ur', news_category: 'Others', news_sub_category: 'Others', news_submenu: 'x' });
    const issue = await compose();
    expect(issue.stories).toEqual([{ id: urdu.id, title }]);
    await sendAtItsTime();
    await expect.poll(() => sink.mailsTo('asha@readers.test')).toHaveLength(1);
    const { html = '' } = await PostalMime.parse(sink.mailsTo('asha@readers.test')[0] ?? '');
    expect(html).toMatch(/<html[^>]* dir="rtl"/);
    expect(html).toContain(`https://paper.example/ur/news/${urdu.id}`);
    expect(html).toContain('https://paper.example/ur/newsletters/leave?');
  });

  test('nothing is composed without new stories, nor twice for a day', async () => {
    const id = await create();
    const nothing = await editor.json('POST', `/api/newsletter-desk/${id}/issues`, {});
    expect(nothing).toMatchObject({ status: 409, body: { message: 'There are no new stories for it.' } });
    await publish('Something new');
    const one = await editor.json('POST', `/api/newsletter-desk/${id}/issues`, {});
    expect(one.status).toBe(201);
    expect(await editor.json('POST', `/api/newsletter-desk/${id}/issues`, {})).toMatchObject({ body: one.body });
  });

  test('a draft of a newsletter that has been ended is not sent', async () => {
    const [ended, goesOn] = [await create(), await create()];
    await subscribe('asha@readers.test', ended, goesOn);
    await publish('For one of two');
    await publishIssues();
    await expect.poll(issues).toHaveLength(2);
    await admin.json('PUT', `/api/newsletter-desk/${ended}`, newsletterFields({ active: false }));
    await sendAtItsTime();
    const states = async () => (await issues()).map(({ state }: { state: string }) => state);
    await expect.poll(states).toEqual(['draft', 'sent']);
    expect(sink.mailsTo('asha@readers.test')).toHaveLength(1);
  });
});

describe('refuses', () => {
  test('of two editors who save the same version the second is told, and nobody changes what is being sent', async () => {
    const id = await create();
    await subscribe('asha@readers.test', id);
    await publish('For two editors');
    const issue = await compose();
    expect((await save(issue, { subject: 'Mine' })).status).toBe(200);
    expect(await save(issue, { subject: 'Yours' }, admin)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await sendAtItsTime();
    await expect.poll(async () => (await issueOf(issue.id)).state).toBe('sent');
    expect((await save(await issueOf(issue.id), { subject: 'Too late' })).status).toBe(409);
    expect((await editor.json('POST', `/api/newsletter-desk/issues/${issue.id}/stop`, {})).status).toBe(409);
  });
});

describe('rejects', () => {
  test.each([
    { time: '25:00' },
    { weekday: 7 },
    { stories: 0 },
    { name: ' ' },
    { frequency: 'hourly' },
    { section: 'no-such-section' },
  ])('a newsletter with %j', async (changes) => {
    const body = newsletterFields(changes);
    expect((await admin.json('POST', '/api/newsletter-desk', body)).status).toBe(422);
  });
});
