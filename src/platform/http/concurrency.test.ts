import fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { limitConcurrency, openConcurrencyLimits } from './concurrency.ts';

const settled = async (promise: Promise<unknown>) =>
  Promise.race([
    promise.then(
      () => 'begun',
      () => 'refused',
    ),
    new Promise<string>((resolve) => setTimeout(() => resolve('waits'), 20)),
  ]);

test('four requests of an address run at once, and other addresses do not wait for them', async () => {
  const turns = openConcurrencyLimits();
  const four = await Promise.all(Array.from({ length: 4 }, () => turns.acquire('192.0.2.1')));
  const fifth = turns.acquire('192.0.2.1');
  expect(await settled(fifth)).toBe('waits');
  expect(await settled(turns.acquire('192.0.2.2'))).toBe('begun');
  four[0]?.();
  expect(await settled(fifth)).toBe('begun');
});

test('an address with too many waiting requests is refused', async () => {
  const turns = openConcurrencyLimits();
  await Promise.all(Array.from({ length: 4 }, () => turns.acquire('192.0.2.1')));
  const waiting = Array.from({ length: 250 }, () => turns.acquire('192.0.2.1'));
  await expect(turns.acquire('192.0.2.1')).rejects.toMatchObject({ code: 'too_many_requests' });
  for (const turn of waiting) turn.catch(() => undefined);
});

test('a request that runs for long releases its slot', { timeout: 10_000 }, async () => {
  const turns = openConcurrencyLimits();
  await Promise.all(Array.from({ length: 4 }, () => turns.acquire('192.0.2.1')));
  await turns.acquire('192.0.2.1');
});

test('responses that are ready together are written one per event loop turn; health is not delayed', async () => {
  const app = fastify();
  onTestFinished(() => app.close());
  let turn = 0;
  const written: [string, number][] = [];
  const next = () => {
    turn += 1;
    if (written.length < 7) setImmediate(next);
  };
  app.decorateRequest('ctx');
  app.addHook('onRequest', async (request) => {
    // The part of the context that the limits read.
    request.ctx = { address: request.ip } as typeof request.ctx;
  });
  limitConcurrency(app);
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  app.setSerializerCompiler(() => (answer: { name: string }) => {
    written.push([answer.name, turn]);
    return JSON.stringify(answer);
  });
  const schema = { response: { 200: {} } };
  for (const name of ['/list', '/healthz'])
    app.get(name, { schema }, async () => {
      await ready;
      return { name };
    });
  const from = (remoteAddress: string, url: string) => app.inject({ url, remoteAddress });
  const answers = [1, 2, 3].flatMap((n) => [from(`192.0.2.${n}`, '/list'), from(`192.0.2.${n}`, '/list')]);
  answers.push(from('192.0.2.9', '/healthz'));
  await new Promise((done) => setTimeout(done, 20));
  next();
  resolve();
  for (const { statusCode } of await Promise.all(answers)) expect(statusCode).toBe(200);
  const lists = written.filter(([name]) => name === '/list').map(([, at]) => at);
  expect(lists).toHaveLength(6);
  expect(new Set(lists).size).toBe(6);
  expect(written.find(([name]) => name === '/healthz')?.[1]).toBe(lists[0]);
});

test('a request that is passed on to the handler for what is not found holds one slot', async () => {
  const app = fastify();
  onTestFinished(() => app.close());
  vi.useFakeTimers({ toFake: ['setTimeout'] }); // no slot is released because it was held for long
  onTestFinished(() => void vi.useRealTimers());
  app.decorateRequest('ctx');
  app.addHook('onRequest', async (request) => {
    request.ctx = { address: request.ip } as typeof request.ctx;
  });
  limitConcurrency(app);
  app.setNotFoundHandler(async (_, reply) => reply.code(404).send());
  app.get('/assets/gone.js', (_, reply) => reply.callNotFound());
  for (let n = 0; n < 8; n++) expect((await app.inject('/assets/gone.js')).statusCode).toBe(404);
});
