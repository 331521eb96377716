// Attempts to make the site request our own network by the endpoint of a device (server-side request forgery), to keep
// it busy with answers, and to fill its tables.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect } from 'vitest';
import type { Context } from '#src/platform/context.ts';
import { retryAfterMs } from '#src/push/push.rules.ts';
import { openDelivery } from '#src/push/server/delivery.service.ts';
import { newDevices } from '#src/push/server/devices.service.ts';
import { openDnsServer } from '#test/dns-server.ts';
import { preferences, saveDevice, someSubscription } from '#test/factories/push.ts';
import { hostileAnswers, openHostileServer } from '#test/hostile-server.ts';
import { openPushService } from '#test/push-service.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { attack } from './attack.ts';

let asked = 0;
const inside = createServer((_, answer) => {
  asked += 1;
  answer.end();
});
inside.listen(0, '127.0.0.1');
await new Promise((done) => inside.once('listening', done));
const { port } = inside.address() as AddressInfo;
const service = await openPushService();
afterAll(async () => {
  inside.close();
  await service.close();
});
const site = siteForFile({ PUSH_HOSTS: service.host, LOG_LEVEL: 'warn' });

const save = (subscription: object, client = site.visitor) => saveDevice(client, subscription, { breaking: true });
const test = ({ endpoint }: { endpoint: string }) => site.visitor.json('POST', '/api/push/device/test', { endpoint });

attack('endpoints in our own network, in every spelling', async (outcome) => {
  const endpoints = [
    `http://127.0.0.1:${port}/`,
    `http://localhost:${port}/`,
    `http://[::1]:${port}/`,
    `http://2130706433:${port}/`,
    `http://${service.host}@127.0.0.1:${port}/`,
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/',
    'https://fcm.googleapis.com@127.0.0.1/',
    'https://fcm.googleapis.com.nip.io/',
    'https://127.0.0.1/.push.services.mozilla.com',
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
  ];
  for (const endpoint of endpoints)
    expect([endpoint, (await save({ ...someSubscription(), endpoint })).status]).toEqual([endpoint, 422]);
  const honest = service.subscribe();
  expect((await save(honest)).status).toBe(200);
  for (const endpoint of endpoints) {
    const { privateKey: _, ...to } = { ...service.subscribe(), endpoint };
    const moved = await site.visitor.json('POST', '/api/push/device/move', { ...to, replaces: honest.endpoint });
    expect(moved.status).toBe(422);
  }
  expect(asked).toBe(0);
  outcome.refused('422, and nothing was asked');
  expect((await test(honest)).status).toBe(202);
  outcome.honest('202');
});

attack('one device in many spellings of its endpoint', async (outcome) => {
  const device = someSubscription();
  const path = device.endpoint.slice('https://fcm.googleapis.com'.length);
  const last = path.at(-1)?.charCodeAt(0).toString(16);
  const same = [
    `HTTPS://FCM.googleapis.com${path}`,
    `https://fcm.googleapis.com:443${path}`,
    `https://fcm.googleapis.com/x/..${path}?`,
    `https://fcm.googleapis.com${path}#`,
    `https://fcm.googleapis.com${path.slice(0, -1)}%${last}`,
  ];
  const others = [`.:443${path}`, `.${path}`, `${path}?1`, `${path}?x=2`, `/${path}`].map(
    (rest) => `https://fcm.googleapis.com${rest}`,
  );
  const stored = async () =>
    (await site.db.execute(`SELECT endpoint FROM push_devices WHERE p256dh = '${device.p256dh}'`)).rows;
  for (const endpoint of same)
    expect([endpoint, (await save({ ...device, endpoint })).status]).toEqual([endpoint, 200]);
  for (const endpoint of others)
    expect([endpoint, (await save({ ...device, endpoint })).status]).toEqual([endpoint, 422]);
  expect(await stored()).toEqual([{ endpoint: device.endpoint }]);
  outcome.refused('stored once');
  const ended = await site.visitor.json('POST', '/api/push/device/end', { endpoint: same[0] });
  expect([ended.status, await stored()]).toEqual([200, []]);
  outcome.honest('ended by any of them');
});

attack('a push service whose name leads into our own network', async (outcome) => {
  const names = await openDnsServer((name) => (name.endsWith('.notify.windows.com') ? ['127.0.0.1'] : []));
  const device = { ...service.subscribe(), endpoint: 'https://par02p.notify.windows.com/w/?token=x' };
  expect((await save(device)).status).toBe(200); // a place where browsers do have subscriptions
  expect((await test(device)).status).toBe(503);
  expect(names.askedFor('par02p.notify.windows.com')).toBe(1);
  names.close();
  const log = site.takeLog().join('');
  expect(log).toContain('push service did not answer');
  expect(log).not.toContain('token=x');
  outcome.refused('503: the connection was not made');
  const honest = service.subscribe();
  await save(honest);
  expect((await test(honest)).status).toBe(202);
  outcome.honest('202');
});

attack('a push service that sends us into our own network', async (outcome) => {
  const device = service.subscribe();
  expect((await save(device)).status).toBe(200);
  service.state.answer = (_, response) => response.writeHead(307, { location: `http://127.0.0.1:${port}/` }).end();
  expect((await test(device)).status).toBe(503);
  expect(asked).toBe(0);
  outcome.refused('the redirect was not followed');
  service.state.answer = undefined;
  expect((await test(device)).status).toBe(202);
  outcome.honest('202');
});

attack('an answer that never ends', async (outcome) => {
  const device = service.subscribe();
  await save(device);
  let written = 0;
  const closed = new Promise<void>((done) => {
    service.state.answer = (_, response) => {
      response.writeHead(201);
      const timer = setInterval(() => {
        written += 100_000;
        response.write('x'.repeat(100_000));
      }, 5);
      response.on('close', () => {
        clearInterval(timer);
        done();
      });
    };
  });
  expect((await test(device)).status).toBe(202);
  await closed;
  outcome.refused(`the connection was closed after ${written < 5_000_000 ? 'its first part' : 'too much'}`);
  service.state.answer = undefined;
  expect((await test(device)).status).toBe(202);
  outcome.honest('202');
});

attack('a push service that answers with what is no answer, or with none', async (outcome) => {
  const device = service.subscribe();
  const envelope = { text: '{}', ttlSeconds: 60, urgency: 'normal', topic: 'x'.repeat(32) } as const;
  for (const [name, answer] of Object.entries(hostileAnswers)) {
    const { host, close } = await openHostileServer(answer);
    const { services } = site;
    // The run of the job ends before the time limit of a request.
    const job = { signal: AbortSignal.timeout(500) };
    const config = { ...services.config, pushHosts: [host] };
    const delivery = openDelivery({ ...services, config, job, log: { warn: () => {} } } as unknown as Context);
    const endpoint = device.endpoint.replace(service.host, host);
    const ended = await delivery.deliver({ ...device, endpoint }, envelope).catch((error: Error) => error.name);
    expect([name, ended]).toEqual([
      name,
      expect.toBeOneOf(['TimeoutError', 'AbortError', expect.objectContaining({ kind: 'later' })]),
    ]);
    delivery.close();
    close();
  }
  outcome.refused('later, or given up');
  const years = ['999999999', '99999999999999999999', 'Fri, 31 Dec 9999 23:59:59 GMT', '-1', 'soon', '1e9'];
  for (const header of years) expect(retryAfterMs(header, new Date())).toBeLessThanOrEqual(3_600_000);
  await save(device);
  expect((await test(device)).status).toBe(202);
  outcome.honest('202');
});

attack('10,000 topics, and a thousand devices of one address', async (outcome) => {
  const visitor = site.visitor.from('203.0.113.77');
  const topics = Array.from({ length: 10_000 }, (_, n) => n + 1);
  const many = { ...someSubscription(), ...preferences({ topics }) };
  expect([413, 422]).toContain((await visitor.json('PUT', '/api/push/device', many)).status);
  for (let n = 0; n < newDevices.attempts; n += 1) await site.services.limits.count(newDevices, '203.0.113.77');
  const before = await site.db.execute('SELECT count(*)::int AS devices FROM push_devices');
  for (let n = 0; n < 5; n += 1) expect((await save(someSubscription(), visitor)).status).toBe(429);
  expect((await site.db.execute('SELECT count(*)::int AS devices FROM push_devices')).rows).toEqual(before.rows);
  outcome.refused('413 or 422, and 429 after sixty');
  expect((await save(someSubscription(), site.visitor.from('203.0.113.78'))).status).toBe(200);
  outcome.honest('200');
});
