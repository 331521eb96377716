import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bodyIn, compressBest, createBodies, encodingFor } from './compressed-bodies.ts';

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

test('cached bodies use no more memory than their length', async () => {
  const bodies = createBodies(Buffer.from('<p>The ferry sails again.</p>'.repeat(500)));
  await compressBest(bodies);
  for (const { buffer, length } of [await bodyIn(bodies, 'gzip'), await bodyIn(bodies, 'br')])
    expect(buffer.byteLength).toBe(length);
});
