import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type Bodies, bodyIn, compressAsBefore, compressBest, createBodies, encodingFor } from './compressed-bodies.ts';

test.each([
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip, deflate, br', 'br'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['BR', 'br'],
  ['*', 'zstd'],
  ['identity', 'identity'],
  ['gzip;q=0.9, br;q=0.1', 'br'],
  ['deflate', 'identity'],
  [`${'x,'.repeat(5000)}br`, 'identity'],
  ['', 'identity'],
  [undefined, 'identity'],
])('Accept-Encoding %s gets %s', (accepted, encoding) =>
  expect(encodingFor(createBodies(Buffer.from('text')), accepted)).toBe(encoding),
);

test('the best brotli comes before zstd', async () => {
  const bodies = createBodies(Buffer.from('text'));
  await compressBest(bodies);
  expect(encodingFor(bodies, 'gzip, deflate, br, zstd')).toBe('br');
  expect(encodingFor(bodies, 'gzip, zstd')).toBe('zstd');
});

test('all bodies contain the same text, also after the best compression', async () => {
  const text = Buffer.from('<p>The ferry sails again.</p>'.repeat(500));
  const bodies = createBodies(text);
  expect(await bodyIn(bodies, 'identity')).toEqual(text);
  expect(gunzipSync(await bodyIn(bodies, 'gzip'))).toEqual(text);
  expect(brotliDecompressSync(await bodyIn(bodies, 'br'))).toEqual(text);
  expect(zstdDecompressSync(await bodyIn(bodies, 'zstd'))).toEqual(text);
  await compressBest(bodies);
  expect(brotliDecompressSync(await bodyIn(bodies, 'br'))).toEqual(text);
});

test('a body is compressed once, whatever the number of readers who wait for it', async () => {
  const bodies = createBodies(Buffer.from('<p>The ferry sails again.</p>'.repeat(500)));
  for (const encoding of ['gzip', 'br', 'zstd'] as const) {
    const waiting = await Promise.all(Array.from({ length: 100 }, () => bodyIn(bodies, encoding)));
    expect(new Set([...waiting, await bodyIn(bodies, encoding)]).size).toBe(1);
  }
  expect(bodies.compressing.size).toBe(0);
});

test('a new version is compressed in the encodings that readers of the former one wanted', async () => {
  const [former, bodies] = ['The ferry sails again.', 'The ferry sails no more.'].map((text) =>
    createBodies(Buffer.from(text)),
  ) as [Bodies, Bodies];
  await bodyIn(former, 'gzip');
  compressAsBefore(bodies, former);
  await expect.poll(() => bodies.gzip && gunzipSync(bodies.gzip).toString()).toBe('The ferry sails no more.');
  expect([bodies.br, bodies.zstd]).toEqual([undefined, undefined]);
});

test('cached bodies use no more memory than their length', async () => {
  const bodies = createBodies(Buffer.from('<p>The ferry sails again.</p>'.repeat(500)));
  await compressBest(bodies);
  for (const { buffer, length } of [await bodyIn(bodies, 'gzip'), await bodyIn(bodies, 'br')])
    expect(buffer.byteLength).toBe(length);
});
