// Two nodes of one site do the same at the same moment: it takes effect once, and both return the result.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { translator } from '#src/messages/server-catalogue.ts';
import { publishDueStories } from '#src/news/stories/server/stories.jobs.ts';
import { publishNewsletters, sendIssue } from '#src/newsletters/server/newsletters.jobs.ts';
import type { Context } from '#src/platform/context.ts';
import type { Job } from '#src/platform/jobs/jobs.ts';
import { deliverMail, sendMail } from '#src/platform/mail/mail.ts';
import { publishPush, sendPush } from '#src/push/server/push.jobs.ts';
import { dayMs } from '#src/rules/calendar.rules.ts';
import { type Site, startSite } from '#src/site/site.ts';
import { Client } from '#test/client.ts';
import { newsletterFields } from '#test/factories/newsletters.ts';
import { saveDevice } from '#test/factories/push.ts';
import { createStory } from '#test/factories/stories.ts';
import { openPushService } from '#test/push-service.ts';
import { openTestSite, type TestSite } from '#test/site.ts';
import { restoreAfterEach } from '#test/site-hooks.ts';
import { openSink, type Sink } from '#test/smtp-sink.ts';
import { taken } from '../client.ts';

const pings: string[] = [];
const hub = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  pings.push(body);
  response.writeHead(204).end();
});
const push = await openPushService();
let sink: Sink;
let site: TestSite;
let second: Site;
/** An editor at each node. */
let editors: [Client, Client];

beforeAll(async () => {
  hub.listen(0, '127.0.0.1');
  await once(hub, 'listening');
  sink = await openSink();
  site = await openTestSite(startSite, inject('postgres'), {
    WEBSUB_HUB: `http://127.0.0.1:${(hub.address() as AddressInfo).port}/`, // listens on TCP
    PUSH_HOSTS: push.host,
    SMTP_URL: sink.url,
  });
  second = await site.openNode();
  const [one, other] = [await site.as('admin'), await site.as('admin')];
  editors = [one, new Client(second.address, other.token)];
});
restoreAfterEach(() => site);
afterAll(async () => {
  await second.close();
  await site.close();
  await sink.close();
  await push.close();
  hub.close();
});

const rows = async (query: string) => (await site.db.execute(query)).rows as Record<string, unknown>[];

/** Runs a job at both nodes, three times each, all at once. */
async function runEverywhere<T extends object>(job: Job<T>, data: T) {
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const signal = new AbortController().signal;
  const contexts = [site, second, site, second, site, second].map(
    ({ services }) =>
      ({
        ...services,
        log,
        actor: { role: 'visitor' },
        language: 'en',
        text: translator('en'),
        job: { signal, reportProgress: () => {}, completeWithin: async () => {} },
      }) as unknown as Context,
  );
  await Promise.all(contexts.map((ctx) => job.run(ctx, data)));
}

/** What has happened to a story: its versions, and audit events by their action. */
async function historyOf(id: number) {
  const [versions] = await rows(
    `SELECT array_agg(version ORDER BY version) AS all FROM story_revisions WHERE story_id = ${id}`,
  );
  const events = await rows(
    `SELECT action, count(*)::int AS n FROM audit_log WHERE subject = 'story ${id}' GROUP BY 1 ORDER BY 1`,
  );
  return { versions: versions?.all, ...Object.fromEntries(events.map(({ action, n }) => [action, n])) };
}

/** How many jobs of each kind a story has had. */
const jobsOf = async (id: number) =>
  Object.fromEntries(
    (
      await rows(`SELECT name, count(*)::int AS n FROM jobs.job WHERE (data->>'storyId' = '${id}' OR data->'stories' @> '${id}')
      AND name IN ('news.share-picture', 'push.publish', 'news.tell-hub') GROUP BY 1 ORDER BY 1`)
    ).map(({ name, n }) => [name, n]),
  );
const onceEach = { 'news.share-picture': 1, 'news.tell-hub': 1, 'push.publish': 1 };
const seenBy = (id: number) =>
  Promise.all(
    [site.visitor, new Client(second.address)].map(async (reader) => (await reader.get(`/api/admin/${id}`)).status),
  );

test('a scheduled story that both publish', async () => {
  const [editor] = editors;
  const [category] = await rows("SELECT id FROM categories WHERE name = 'Health'");
  const device = push.subscribe();
  taken(await saveDevice(site.visitor, device, { categories: [category?.id] }));
  const fields = { news_category: 'Health', news_sub_category: 'Fitness', news_title: 'The weir is open' };
  const later = new Date(Date.now() + 3_600_000).toISOString();
  const { id } = await createStory(editor, { ...fields, status: 'scheduled', publish_at: later });
  await site.change(`UPDATE stories SET publish_at = now() - interval '1 minute' WHERE id = ${id}`);
  await runEverywhere(publishDueStories, {});
  expect(await historyOf(id)).toEqual({
    versions: [1, 2],
    'story.created': 1,
    'story.published': 1,
    'story.scheduled': 1,
  });
  expect(await jobsOf(id)).toEqual(onceEach);
  expect(await seenBy(id)).toEqual([200, 200]);
  await expect.poll(() => pings.filter((body) => body.includes('health'))).toHaveLength(1);
  await runEverywhere(publishPush, { stories: [id] });
  const [message] = await rows(`SELECT id FROM push_messages WHERE story_id = ${id}`);
  await runEverywhere(sendPush, { messageId: Number(message?.id) });
  await expect.poll(() => rows(`SELECT state FROM push_copies WHERE story_id = ${id}`)).toEqual([{ state: 'sent' }]);
  expect(push.sentTo(device)).toHaveLength(1);
});

test('a draft that two editors publish', async () => {
  const { id, version } = await createStory(editors[0], { status: 'draft' });
  const publish = (editor: Client) => editor.form('PUT', `/api/admin/${id}`, { status: 'published', version });
  const answers = await Promise.all(editors.map(publish));
  expect(answers.map(({ status, body }) => [status, body.version])).toEqual([
    [200, 2],
    [200, 2],
  ]);
  expect(await historyOf(id)).toEqual({ versions: [1, 2], 'story.created': 1, 'story.published': 1 });
  expect(await jobsOf(id)).toEqual(onceEach);
  expect(await seenBy(id)).toEqual([200, 200]);
});

test('drafts that two editors publish from the list', async () => {
  const drafts = [
    await createStory(editors[0], { status: 'draft' }),
    await createStory(editors[1], { status: 'draft' }),
  ];
  const stories = drafts.map(({ id, version }) => ({ id, version }));
  const publish = (editor: Client) => editor.json('POST', '/api/stories/bulk', { action: 'publish', stories });
  const answers = await Promise.all(editors.map(publish));
  expect(answers.flatMap(({ body }) => body.changed).sort()).toEqual(drafts.map(({ id }) => id).sort());
  for (const { id } of drafts) {
    expect(await historyOf(id)).toEqual({ versions: [1, 2], 'story.created': 1, 'story.published': 1 });
    expect(await jobsOf(id)).toEqual(onceEach);
    expect(await seenBy(id)).toEqual([200, 200]);
  }
});

test('a story that one publishes while the other deletes it', async () => {
  for (let round = 0; round < 4; round += 1) {
    const scheduled = { status: 'scheduled', publish_at: new Date(Date.now() + 3_600_000).toISOString() };
    const { id, version } = await createStory(editors[0], round % 2 ? scheduled : { status: 'draft' });
    await site.change(
      `UPDATE stories SET publish_at = now() - interval '1 minute' WHERE id = ${id} AND status = 'scheduled'`,
    );
    const publish = async () => {
      if (round % 2) await runEverywhere(publishDueStories, {});
      else await editors[0].form('PUT', `/api/admin/${id}`, { status: 'published', version });
    };
    const [deleted] = await Promise.all([editors[1].delete(`/api/admin/${id}`), publish()]);
    expect(deleted.status).toBe(200);
    expect(await seenBy(id)).toEqual([404, 404]);
    const { 'story.published': published = 0, 'story.trashed': trashed, versions } = await historyOf(id);
    expect([trashed, versions]).toEqual([1, published ? [1, 2] : [1]]);
    expect(await jobsOf(id)).toEqual(published ? onceEach : {});
    // Followers are not notified of a story that is gone.
    await runEverywhere(publishPush, { stories: [id] });
    expect(await rows(`SELECT FROM push_messages WHERE story_id = ${id}`)).toEqual([]);
  }
});

test('breaking news that two editors send', async () => {
  const device = push.subscribe();
  taken(await saveDevice(site.visitor, device, { breaking: true }));
  const { id } = await createStory(editors[0]);
  const text = { title: 'The dam holds', body: '' };
  const answers = await Promise.all(editors.map((editor) => editor.json('POST', `/api/push/stories/${id}`, text)));
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
  const [message] = await rows(`SELECT id FROM push_messages WHERE story_id = ${id} AND kind = 'breaking'`);
  await runEverywhere(sendPush, { messageId: Number(message?.id) });
  await expect.poll(() => push.sentTo(device).length).toBe(1);
  expect(await historyOf(id)).toMatchObject({ 'story.breaking_news': 1 });
});

test('an issue of a newsletter that both compose and send', async () => {
  const reader = 'asha@readers.test';
  await createStory(editors[0]);
  const now = new Date();
  const [hour, minute] = now.toLocaleTimeString('en-GB', { timeZone: 'Asia/Kolkata' }).split(':');
  const { id } = taken(
    await editors[0].json('POST', '/api/newsletter-desk', newsletterFields({ time: `${hour}:${minute}` })),
  );
  await site.change(`INSERT INTO newsletter_subscriptions (newsletter_id, email, state, requested_at, confirmed_at)
    VALUES (${id}, '${reader}', 'active', now(), now())`);
  // Composed some time before it is due, then due.
  site.advance(dayMs - 30 * 60_000);
  await runEverywhere(publishNewsletters, {});
  site.advance(31 * 60_000);
  await runEverywhere(publishNewsletters, {});
  const issues = await rows(`SELECT id, state FROM newsletter_issues WHERE newsletter_id = ${id}`);
  expect(issues).toHaveLength(1);
  await runEverywhere(sendIssue, { issueId: Number(issues[0]?.id) });
  await expect.poll(() => sink.mailsTo(reader).length).toBe(1);
  expect(await rows(`SELECT state FROM newsletter_copies`)).toEqual([{ state: 'sent' }]);
  expect(await rows("SELECT count(*)::int AS n FROM audit_log WHERE action = 'newsletter.sent'")).toEqual([{ n: 1 }]);
});

test('a mail that both deliver', async () => {
  const to = 'once@readers.test';
  await site.db.transaction((tx) => sendMail(site.services, tx, { to, subject: 'Once', body: 'Only once' }));
  const [mail] = await rows(`SELECT id FROM outbox WHERE recipient = '${to}'`);
  await runEverywhere(deliverMail, { mailId: Number(mail?.id) });
  await expect.poll(() => rows(`SELECT FROM outbox WHERE recipient = '${to}' AND sent_at IS NULL`)).toEqual([]);
  expect(sink.mailsTo(to)).toHaveLength(1);
});
