// A translator whose answers are wrong, endless or none.
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { answerWith, endlessBody, type Hostility, hostileAnswers, openHostileServer } from '#test/hostile-server.ts';
import type { Context } from '../context.ts';
import { serializeError } from '../log/log-errors.ts';
import { translate } from './translate.ts';

const key = 'the key of the translator';

async function translatedBy(answer: Hostility, patienceMs = 500) {
  const { host, close } = await openHostileServer(answer);
  onTestFinished(close);
  const config = { translator: { url: `http://${host}`, key } };
  const ctx = { config } as unknown as Context; // all that it uses
  // The reader gives up. The translator's own minute is another signal of the same request.
  const signal = AbortSignal.timeout(patienceMs);
  return translate(ctx, { texts: ['<p>A</p>'], from: 'en', to: 'hi', signal });
}

const json = (value: unknown) => answerWith(JSON.stringify(value), { 'content-type': 'application/json' });
const zeros = Buffer.alloc(20_000_000);

test('takes a translation, also compressed', async () => {
  const translation = { translatedText: ['<p>आ</p>'] };
  const patienceMs = 60_000; // on a busy machine too
  expect(await translatedBy(json(translation), patienceMs)).toEqual(['<p>आ</p>']);
  const body = gzipSync(JSON.stringify(translation));
  expect(await translatedBy(answerWith(body, { 'content-encoding': 'gzip' }), patienceMs)).toEqual(['<p>आ</p>']);
});

test.each<[string, Hostility]>([
  ...Object.entries(hostileAnswers),
  ['ten codings', answerWith('x', { 'content-encoding': Array(10).fill('gzip').join() })],
  ['what is not gzip', answerWith('{"translatedText":["<p>x</p>"]}', { 'content-encoding': 'gzip' })],
  ['fewer bytes than it says', answerWith('{"translatedText":["<p>x</p>"]}', { 'content-length': '100' })],
  ['half of it', answerWith('{"translatedText":["<p>x</p>"]}', { 'content-length': '20' })],
  ['an empty answer', answerWith('')],
  ['HTML', answerWith('<html><script>alert(1)</script>', { 'content-type': 'text/html' })],
  ['an error with status 200', json({ error: 'Invalid API key' })],
  ['no list', json({ translatedText: '<p>x</p>' })],
  ['numbers', json({ translatedText: [1] })],
  ['lists within lists', answerWith('['.repeat(1_000_000))],
  ['another prototype', answerWith('{"__proto__":{"translatedText":["<p>x</p>"]}}')],
  ['too many texts', json({ translatedText: ['<p>x</p>', 'y'] })],
  ['a redirect', answerWith('', { location: 'http://127.0.0.1:1/' }, '307 Temporary Redirect')],
  ['an error that repeats the key', answerWith(key, {}, '403 Forbidden')],
])('%s is unavailable, and the log has a reason without the key', async (_, answer) => {
  const error = await translatedBy(answer).catch((error) => error);
  expect(error).toMatchObject({ code: 'unavailable', cause: expect.any(Error) });
  const logged = JSON.stringify(serializeError(error));
  expect(logged).not.toContain(key);
  expect(logged.length).toBeLessThan(20_000);
});

test.each<[string, Hostility, string]>([
  ['bytes without end', endlessBody('x'.repeat(65_536)), 'too much'],
  ['spaces without end', endlessBody(' '.repeat(65_536)), 'too much'],
  ['a gzip bomb', answerWith(gzipSync(zeros), { 'content-encoding': 'gzip' }), 'too much'],
  ['two bombs', answerWith(gzipSync(brotliCompressSync(zeros)), { 'content-encoding': 'br, gzip' }), 'too much'],
  ['tags within tags', json({ translatedText: ['<em>'.repeat(100_000)] }), 'added tags'],
])('%s is not read to its end', async (_, answer, reason) => {
  const error = await translatedBy(answer, 60_000).catch((error) => error);
  expect(error.cause.message).toContain(reason);
});
