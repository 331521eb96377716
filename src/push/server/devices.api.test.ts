import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { saveDevice, someSubscription } from '#test/factories/push.ts';
import { createStory } from '#test/factories/stories.ts';
import { openPushService, type TestSubscription } from '#test/push-service.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { newDevices } from './devices.service.ts';

const service = await openPushService();
const site = siteForFile({ PUSH_HOSTS: service.host });
let topic = 0;
beforeAll(async () => {
  const editor = await site.as('editor');
  await createStory(editor, { topics: 'Monsoon' });
  [{ id: topic }] = (await editor.get('/api/topics')).body;
});
afterAll(() => service.close());
beforeEach(async () => {
  await site.db.execute('TRUNCATE push_devices RESTART IDENTITY CASCADE');
  await site.db.execute('TRUNCATE rate_limits');
  service.reset();
});

const save = (subscription: object, changes: object = {}, client = site.visitor) =>
  saveDevice(client, subscription, changes);
async function device(changes: object = {}, client = site.visitor): Promise<TestSubscription> {
  const subscription = service.subscribe();
  expect(await save(subscription, changes, client)).toMatchObject({ status: 200, body: { saved: true } });
  return subscription;
}
const rows = async (query: string) => (await site.db.execute(query)).rows;

describe('works', () => {
  test('a device changes what it wants, moves, tests and ends', async () => {
    const former = await device({ topics: [topic], breaking: true });
    const { privateKey: _, ...next } = service.subscribe();
    const move = () => site.visitor.json('POST', '/api/push/device/move', { ...next, replaces: former.endpoint });
    expect([(await move()).body, (await move()).body]).toEqual([{ saved: true }, { saved: false }]);
    expect((await save(next, { quiet_from: '22:00', quiet_to: '07:00', replaces: former.endpoint })).status).toBe(200);
    expect(await rows('SELECT id, breaking, topic_ids, quiet_to FROM push_devices')).toMatchObject([
      { id: 1, breaking: false, topic_ids: [], quiet_to: '07:00' },
    ]);
    const ask = (what: string) => site.visitor.json('POST', `/api/push/device/${what}`, { endpoint: next.endpoint });
    expect((await ask('test')).status).toBe(202);
    expect(service.received).toMatchObject([{ message: { tag: 'test', path: '/for-you' } }]);
    service.state.answer = (_, response) => response.writeHead(500).end();
    expect((await ask('test')).status).toBe(503);
    expect([(await ask('end')).status, (await ask('end')).status, (await ask('test')).status]).toEqual([200, 200, 404]);
    expect(await rows('SELECT FROM push_devices')).toEqual([]);
  });

  test('an account exports its devices without their endpoints, and deletes them; not those of others', async () => {
    const [reader, bystander] = [await site.as('reader'), await site.as('reader')];
    const mine = await device({ topics: [topic], breaking: true }, reader);
    const others = [await device({ breaking: true }, bystander), await device({ breaking: true })];
    const { push_devices: exported } = (await reader.get('/api/user/data')).body;
    expect(exported).toMatchObject([
      { push_service: service.host, language: 'en', followed: [{ kind: 'topic', id: topic, title: 'Monsoon' }] },
    ]);
    expect(JSON.stringify(exported)).not.toContain(mine.endpoint.split('/').at(-1));
    expect((await reader.json('POST', '/api/user/delete', { password })).status).toBe(200);
    const stored = await rows('SELECT endpoint FROM push_devices ORDER BY id');
    expect(stored.map(({ endpoint }) => endpoint)).toEqual(others.map(({ endpoint }) => endpoint));
  });
});

describe('refuses', () => {
  test('many new devices of one address, not the changes of known ones', async () => {
    const visitor = site.visitor.from('203.0.113.9');
    const known = service.subscribe();
    expect((await save(known, {}, visitor)).status).toBe(200);
    for (let n = 1; n < newDevices.attempts; n += 1) await site.services.limits.count(newDevices, '203.0.113.9');
    expect((await save(service.subscribe(), {}, visitor)).status).toBe(429);
    expect((await save(known, { breaking: true }, visitor)).status).toBe(200);
  });
});

describe('rejects', () => {
  const own = someSubscription();
  test.each([
    ['an endpoint elsewhere', { endpoint: 'https://evil.example/push' }],
    ['an endpoint without TLS', { endpoint: 'http://fcm.googleapis.com/x' }],
    ['an endpoint with a port', { endpoint: 'https://fcm.googleapis.com:8443/x' }],
    ['an endpoint that looks known', { endpoint: 'https://fcm.googleapis.com.evil.example/x' }],
    ['an endpoint with a password', { endpoint: 'https://a:b@fcm.googleapis.com/x' }],
    ['no address', { endpoint: 'fcm' }],
    ['an endpoint that is too long', { endpoint: `https://fcm.googleapis.com/${'x'.repeat(1000)}` }],
    ['a short key', { p256dh: 'BAAA' }],
    ['a key that is no point of the curve', { p256dh: `B${'A'.repeat(86)}` }],
    ['a long secret', { auth: 'A'.repeat(23) }],
    ['a time that there is not', { quiet_from: '24:00' }],
    ['a time zone that there is not', { time_zone: 'Mars/Olympus' }],
    ['an id that there cannot be', { topics: [0] }],
    ['too many topics', { topics: Array.from({ length: 201 }, (_, n) => n + 1) }],
  ])('%s', async (_, changes) => {
    expect((await save({ ...own, ...changes }, changes)).status).toBe(422);
    expect(await rows('SELECT FROM push_devices')).toEqual([]);
  });
});
