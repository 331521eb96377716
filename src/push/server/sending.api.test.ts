import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { createAuthor } from '#test/factories/authors.ts';
import { createCategory, createStoryIn, subIdOf } from '#test/factories/categories.ts';
import { saveDevice } from '#test/factories/push.ts';
import { interruptible } from '#test/interruptible.ts';
import { openPushService, type TestSubscription } from '#test/push-service.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { notifyOfStory } from './messages.service.ts';
import { publishPush, purgePush, sendPush } from './push.jobs.ts';
import { abandonedMs, sendCopies } from './sending.service.ts';

const service = await openPushService();
const site = siteForFile({ PUSH_HOSTS: service.host, LOG_LEVEL: 'warn' });
let [editor, admin] = [{} as Client, {} as Client];
beforeAll(async () => {
  [editor, admin] = [await site.as('editor'), await site.as('admin')];
});
afterAll(() => service.close());
beforeEach(async () => {
  await site.db.execute('TRUNCATE push_devices, push_messages, push_copies RESTART IDENTITY CASCADE');
  await site.db.execute("DELETE FROM jobs.job WHERE name LIKE 'push.%'");
  await site.db.execute('TRUNCATE rate_limits');
  service.reset();
});

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
async function device(changes: object = {}, language = 'en'): Promise<TestSubscription> {
  const subscription = service.subscribe();
  expect(await saveDevice(site.visitor, subscription, changes, language)).toMatchObject({
    status: 200,
    body: { saved: true },
  });
  return subscription;
}
const publish = async (changes = {}) => {
  const category = await createCategory(editor, 'Rivers', 'Ferries');
  const story = await createStoryIn(editor, category, 'Ferries', { topics: 'Monsoon', ...changes });
  const topics = (await editor.get('/api/topics')).body;
  const { id: topic } = topics.find(({ name }: { name: string }) => name === 'Monsoon');
  return { story, category: category.id, sub: subIdOf(category, 'Ferries'), topic };
};
const notify = (id: number) => site.services.jobs.send(publishPush, { stories: [id] });
const goOn = (messageId = 1) => site.services.jobs.send(sendPush, { messageId });
const rows = async (query: string) => (await site.db.execute(query)).rows;
const states = async () =>
  (await rows('SELECT state FROM push_copies ORDER BY device_id')).map(({ state }) => state as string);
const settled = () =>
  expect
    .poll(() =>
      rows("SELECT name FROM jobs.job WHERE name LIKE 'push.%' AND state <> 'completed' AND start_after <= now()"),
    )
    .toEqual([]);

describe('works', () => {
  test('a topic is followed, a story published, and each device gets it once, encrypted, and signed by the paper', async () => {
    const { story, topic } = await publish({ news_title: 'Ferries stop at noon' });
    const [queued] = await rows("SELECT data, start_after > now() AS later FROM jobs.job WHERE name = 'push.publish'");
    expect(queued).toEqual({ data: { stories: [story.id] }, later: true });
    const [mine, other] = [await device({ topics: [topic] }), await device({ topics: [topic + 999] })];
    await notify(story.id);
    await expect.poll(() => service.received).toHaveLength(1);
    const [{ headers, message }] = service.sentTo(mine) as [(typeof service.received)[number]];
    expect(message).toEqual({
      title: 'Ferries stop at noon',
      body: expect.stringMatching(/^Monsoon · First words/),
      lang: 'en',
      dir: 'ltr',
      tag: `story-${story.id}`,
      path: `/news/${story.id}`,
    });
    expect(headers).toMatchObject({ urgency: 'normal', topic: `story-${story.id}`, 'content-encoding': 'aes128gcm' });
    expect(Number(headers.ttl)).toBeGreaterThan(5 * 3600);
    expect(headers.authorization).toContain((await site.visitor.get('/api/push/key')).body.key);
    // A correction of the headline, and a job that runs twice.
    await editor.form('PUT', `/api/admin/${story.id}`, { news_title: 'Ferries stop at one' });
    await notify(story.id);
    await goOn();
    await settled();
    expect([service.received.length, service.sentTo(other).length]).toEqual([1, 0]);
  });

  test('authors under former ids, sections and sub-sections are followed; the narrowest is named', async () => {
    const [former, author] = [await createAuthor(editor), await createAuthor(editor, { name: 'Asha Rao' })];
    const merge = await editor.json('POST', `/api/authors/${former.id}/merge`, {
      into: author.id,
      version: former.version,
    });
    expect(merge.status).toBe(200);
    const { story, category, sub } = await publish({ authors: String(author.id) });
    const devices = [
      await device({ authors: [former.id] }),
      await device({ categories: [category] }),
      await device({ sub_categories: [sub], categories: [category] }),
    ];
    await notify(story.id);
    await expect.poll(() => service.received).toHaveLength(3);
    const reasons = devices.map((one) => service.sentTo(one)[0]?.message.body.split(' · ')[0]);
    expect(reasons).toEqual(['Asha Rao', story.news_category, `${story.news_category} - Ferries`]);
  });

  test('a device gets the stories of its language; all, if the paper mixes them', async () => {
    const first = await publish({ language: 'ur', news_title: 'بارش' });
    const [urdu, english] = [await device({ topics: [first.topic] }, 'ur'), await device({ topics: [first.topic] })];
    await notify(first.story.id);
    await expect.poll(() => service.received).toHaveLength(1);
    expect(service.sentTo(urdu)[0]?.message).toMatchObject({
      dir: 'rtl',
      lang: 'ur',
      path: `/ur/news/${first.story.id}`,
    });
    await admin.json('PUT', '/api/settings', { values: { 'news.language_order': 'all' } });
    const { story } = await publish({ language: 'ur' });
    await notify(story.id);
    await expect.poll(() => service.received).toHaveLength(3);
    expect(service.sentTo(english)[0]?.message.path).toBe(`/news/${story.id}`);
    await admin.json('PUT', '/api/settings', { values: { 'news.language_order': null } });
  });

  test('nothing in quiet hours, and no more a day than the paper has set', async () => {
    await admin.json('PUT', '/api/settings', { values: { 'push.per_day': 1 } });
    const { story, topic } = await publish();
    const hour = site.services.now().getUTCHours();
    const time = (hours: number) => `${String((hour + hours) % 24).padStart(2, '0')}:00`;
    const night = { time_zone: 'UTC', quiet_from: time(23), quiet_to: time(2) };
    const [quiet, awake] = [await device({ topics: [topic], ...night }), await device({ topics: [topic] })];
    await notify(story.id);
    await expect.poll(states).toEqual(['skipped', 'sent']);
    const { story: second } = await publish();
    await notify(second.id);
    await expect
      .poll(() => rows(`SELECT state FROM push_copies WHERE story_id = ${second.id}`))
      .toEqual([{ state: 'skipped' }, { state: 'skipped' }]);
    expect([service.sentTo(quiet).length, service.sentTo(awake).length]).toEqual([0, 1]);
    await admin.json('PUT', '/api/settings', { values: { 'push.per_day': null } });
  });

  test('a browser that has ended its subscription is forgotten; a busy service is asked when it wants', async () => {
    const { story, topic } = await publish();
    const [gone, busy] = [await device({ topics: [topic] }), await device({ topics: [topic] })];
    service.state.answer = (path, response) => {
      if (gone.endpoint.endsWith(path)) response.writeHead(410).end();
      else response.writeHead(503, { 'retry-after': '1800' }).end('x'.repeat(100_000));
    };
    await notify(story.id);
    await expect.poll(states).toEqual(['waiting']);
    service.reset();
    await goOn();
    site.advance(29 * minuteMs);
    await goOn();
    await settled();
    expect(service.received).toEqual([]);
    site.advance(2 * minuteMs);
    await goOn();
    await expect.poll(states).toEqual(['sent']);
    expect(service.sentTo(busy)).toHaveLength(1);
    expect((await site.visitor.json('POST', '/api/push/device/test', { endpoint: gone.endpoint })).status).toBe(404);
  });

  test('an interrupted job and a killed one forget nobody, and send nobody what he has', async () => {
    const { story, topic } = await publish();
    const devices: TestSubscription[] = [];
    for (let n = 0; n < 60; n += 1) devices.push(await device({ topics: [topic] }));
    const interrupt = new AbortController();
    let answered = 0;
    // Answers 25, then lets the others wait until the job is interrupted.
    service.state.answer = (_, response) => {
      answered += 1;
      if (answered <= 25) response.writeHead(201).end();
      else interrupt.abort();
    };
    await site.db.execute("UPDATE jobs.job SET state = 'completed' WHERE name = 'push.publish'");
    await notifyOfStory(interruptible(site, interrupt.signal), story.id, async () => undefined);
    await expect(sendCopies(interruptible(site, interrupt.signal), 1)).rejects.toThrow();
    const recorded = (await states()).map((state) => state === 'sent');
    const sent = recorded.filter(Boolean).length;
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThanOrEqual(25);
    // A process was killed with these claimed, just now.
    await site.db.execute(`UPDATE push_copies SET state = 'sending', at = '${site.services.now().toISOString()}'
      WHERE state = 'waiting' AND device_id > 50`);
    service.state.answer = undefined;
    const next = await sendCopies(interruptible(site, new AbortController().signal), 1);
    expect(next?.getTime()).toBeGreaterThan(site.services.now().getTime());
    expect((await states()).filter((state) => state === 'sending')).toHaveLength(10);
    expect((await states()).filter((state) => state === 'sent')).toHaveLength(50);
    site.advance(abandonedMs + 1000);
    expect(await sendCopies(interruptible(site, new AbortController().signal), 1)).toBeUndefined();
    expect(new Set(await states())).toEqual(new Set(['sent']));
    for (const [place, one] of devices.entries()) {
      // What was being sent is sent again with the same topic and tag, so it replaces the first: at most 20.
      const most = recorded[place] ? 1 : 2;
      expect([1, most]).toContain(service.sentTo(one).length);
    }
    expect(service.received.length).toBeLessThanOrEqual(80);
  });

  test('a story is neither sent when it is withdrawn in time nor when it is old', async () => {
    const { story, topic } = await publish();
    await device({ topics: [topic] });
    await editor.form('PUT', `/api/admin/${story.id}`, { status: 'draft' });
    await notify(story.id);
    await settled();
    await editor.form('PUT', `/api/admin/${story.id}`, { status: 'published' });
    site.advance(7 * hourMs);
    await notify(story.id);
    await settled();
    expect([await states(), service.received]).toEqual([[], []]);
  });

  test('what a device has got is deleted after a week', async () => {
    const { story, topic } = await publish();
    await device({ topics: [topic] });
    await notify(story.id);
    await expect.poll(states).toEqual(['sent']);
    const purge = () => purgePush.run({ ...site.services } as never, {});
    await purge();
    expect(await states()).toEqual(['sent']);
    site.advance(8 * 24 * hourMs);
    await purge();
    expect(await states()).toEqual([]);
  });

  test('the log has no endpoint', async () => {
    const { story, topic } = await publish();
    const mine = await device({ topics: [topic] });
    service.state.answer = (_, response) => response.writeHead(400).end();
    await notify(story.id);
    await expect.poll(states).toEqual(['failed']);
    const log = site.takeLog().join('\n');
    expect(log).toContain('push service refused');
    expect(log).not.toContain(mine.endpoint.split('/').at(-1));
  });
});

describe('refuses', () => {
  test('everything while the paper sends none; what was to be sent is given up', async () => {
    const { story, topic } = await publish();
    const mine = await device({ topics: [topic] });
    await admin.json('PUT', '/api/settings', { values: { 'push.enabled': 'off' } });
    await notify(story.id);
    await settled();
    expect((await site.visitor.get('/api/push/key')).body).toEqual({ key: '' });
    expect([(await saveDevice(site.visitor, mine)).status, service.received.length]).toEqual([404, 0]);
    expect((await site.visitor.json('POST', '/api/push/device/end', { endpoint: mine.endpoint })).status).toBe(200);
    await admin.json('PUT', '/api/settings', { values: { 'push.enabled': null } });
  });
});
