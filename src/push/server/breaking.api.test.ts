import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { createCategory, createStoryIn } from '#test/factories/categories.ts';
import { saveDevice } from '#test/factories/push.ts';
import { createStory } from '#test/factories/stories.ts';
import { openPushService, type TestSubscription } from '#test/push-service.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { breakingPerDay } from '../push.rules.ts';
import { publishPush, purgePush, sendPush } from './push.jobs.ts';

const service = await openPushService();
const site = siteForFile({ PUSH_HOSTS: service.host });
let [editor, admin] = [{} as Client, {} as Client];
beforeAll(async () => {
  [editor, admin] = [await site.as('editor'), await site.as('admin')];
});
afterAll(() => service.close());
beforeEach(async () => {
  await site.db.execute('TRUNCATE push_devices, push_messages, push_copies RESTART IDENTITY CASCADE');
  service.reset();
});

async function device(changes: object = {}, language = 'en'): Promise<TestSubscription> {
  const subscription = service.subscribe();
  const { status } = await saveDevice(site.visitor, subscription, { breaking: true, ...changes }, language);
  expect(status).toBe(200);
  return subscription;
}
const get = async (id: number, client = editor) => (await client.get(`/api/push/stories/${id}`)).body;
const send = (id: number, client = editor, text: object = { title: 'The dam holds', body: 'Nobody has to leave.' }) =>
  client.json('POST', `/api/push/stories/${id}`, text);
/** The hours around now, in which a device is quiet, and the end of them. */
function quietNow() {
  const hour = site.services.now().getUTCHours();
  const time = (hours: number) => `${String((hour + hours) % 24).padStart(2, '0')}:00`;
  return { time_zone: 'UTC', quiet_from: time(23), quiet_to: time(2) };
}

describe('works', () => {
  test('every device that wants breaking news in the language gets it, with the editor’s words, once', async () => {
    const story = await createStory(editor, { news_title: 'The dam' });
    const [one, two] = [await device(), await device()];
    const [other, hindi] = [await device({ breaking: false }), await device({}, 'hi')];
    expect(await get(story.id)).toMatchObject({ blocked: null, devices: 2, title: 'The dam', sent: null });
    const answer = await send(story.id);
    expect(answer).toMatchObject({
      status: 202,
      body: { sent: { devices: 2, by: expect.stringContaining('editor') } },
    });
    await expect.poll(async () => (await get(story.id)).sent).toMatchObject({ sent: 2, open: 0 });
    expect(service.sentTo(one)).toMatchObject([
      {
        headers: { urgency: 'high' },
        message: { title: 'The dam holds', body: 'Nobody has to leave.', tag: `story-${story.id}` },
      },
    ]);
    expect([two, other, hindi].map((it) => service.sentTo(it).length)).toEqual([1, 0, 0]);
    expect((await send(story.id)).status).toBe(409);
    const { acts } = (await admin.get('/api/audit?search=story.breaking_news')).body;
    expect(acts[0]).toMatchObject({ action: 'story.breaking_news', subject: `story ${story.id}` });
    // The number stays when the copies are deleted.
    site.advance(8 * 86_400_000);
    await purgePush.run({ ...site.services } as never, {});
    expect((await get(story.id, await site.as('editor'))).sent).toMatchObject({ devices: 2, sent: 2 });
  });

  test('it waits for the end of quiet hours, and nobody gets the story twice', async () => {
    const category = await createCategory(editor, 'Dams', 'Gates');
    const story = await createStoryIn(editor, category, 'Gates');
    const reader = await device({ categories: [category.id] });
    const sleeper = await device(quietNow());
    await site.services.jobs.send(publishPush, { stories: [story.id] });
    await expect.poll(() => service.sentTo(reader)).toHaveLength(1);
    expect(await get(story.id)).toMatchObject({ devices: 1 });
    await send(story.id);
    const waiting = "SELECT state FROM push_copies WHERE state = 'waiting' AND at > now() + interval '1 hour'";
    await expect.poll(async () => (await site.db.execute(waiting)).rows).toHaveLength(1);
    site.advance(3 * 3_600_000);
    await site.services.jobs.send(sendPush, { messageId: 2 });
    await expect.poll(() => service.sentTo(sleeper)).toHaveLength(1);
    expect(service.sentTo(reader)).toHaveLength(1);
  });

  test('two editors at once send it once', async () => {
    const story = await createStory(editor);
    await device();
    const answers = await Promise.all([send(story.id), send(story.id, admin)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409]);
  });
});

describe('refuses', () => {
  test('visitors and readers, sub-editors, and editors of other sections', async () => {
    const category = await createCategory(admin, 'Dams', 'Gates');
    const story = await createStoryIn(admin, category, 'Gates');
    expect((await send(story.id, site.visitor)).status).toBe(401);
    for (const role of ['reader', 'reviewer', 'reporter', 'sub_editor'] as const)
      expect([role, (await send(story.id, await site.as(role))).status]).toEqual([role, 403]);
    const limited = await site.as('editor');
    const { id } = (await limited.get('/api/verify_token')).body.user;
    const other = await createCategory(admin, 'Sports', 'Kabaddi');
    expect((await admin.json('PUT', `/api/people/${id}/sections`, { sections: [other.id] })).status).toBe(200);
    expect(await get(story.id, limited)).toMatchObject({ blocked: 'section' });
    expect((await send(story.id, limited)).status).toBe(403);
    expect((await send(story.id)).status).toBe(202);
  });

  test('more than a few within a day', async () => {
    for (let n = 0; n < breakingPerDay; n += 1) expect((await send((await createStory(editor)).id)).status).toBe(202);
    const next = await createStory(editor);
    expect(await get(next.id)).toMatchObject({ blocked: 'limit', left: 0 });
    expect((await send(next.id)).status).toBe(429);
    site.advance(25 * 3_600_000);
    expect((await send(next.id, await site.as('editor'))).status).toBe(202);
  });
});

describe('rejects', () => {
  test('a story that is not public, or that there is not', async () => {
    const draft = await createStory(editor, { status: 'draft' });
    expect(await get(draft.id)).toMatchObject({ blocked: 'not_public', devices: 0 });
    expect([(await send(draft.id)).status, (await send(999_999)).status]).toEqual([409, 409]);
  });

  test.each([
    ['no headline', { title: ' ', body: '' }],
    ['a long headline', { title: 'x'.repeat(81), body: '' }],
    ['a long text', { title: 'Rain', body: 'x'.repeat(121) }],
  ])('%s', async (_, text) => {
    const story = await createStory(editor);
    expect((await send(story.id, editor, text)).status).toBe(422);
  });
});
