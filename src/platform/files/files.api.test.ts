import { once } from 'node:events';
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openBucket } from '#test/bucket.ts';
import { readConfig } from '../config.ts';
import { type Files, type FilesOptions, openFiles } from './files.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'news-wing-files-'));
const bucket = await openBucket();
afterAll(async () => {
  await bucket.close();
  await rm(dataDir, { recursive: true });
});

const open = (env: Record<string, string>, options?: FilesOptions) =>
  openFiles(readConfig({ DATA_DIR: dataDir, ...env }), options);
const bytes = Buffer.from('0123456789');
const type = 'application/pdf';

describe.each([
  ['a folder', {}],
  ['a bucket', bucket.env],
])('in %s', (_, env) => {
  let files: Files;
  beforeAll(async () => {
    files = await open(env);
  });
  const read = async (key: string, range?: { start: number; end: number }) => {
    const found = await files.find(key);
    if (!found) throw new Error(`${key} is missing`);
    return buffer(await found.stream(range));
  };
  const exist = (...keys: string[]) => Promise.all(keys.map(async (key) => (await files.find(key)) !== undefined));

  test('a stored file has its bytes and its size', async () => {
    await files.put('a/whole', bytes, type);
    expect(Buffer.from(await files.bytes('a/whole'))).toEqual(bytes);
    expect((await files.find('a/whole'))?.sizeBytes).toBe(10);
    expect(await read('a/whole')).toEqual(bytes);
  });

  test.each([
    [0, 0, '0'],
    [3, 5, '345'],
    [0, 9, '0123456789'],
    [9, 9, '9'],
  ])('reads the range from byte %i to %i', async (start, end, part) => {
    await files.put('a/part', bytes, type);
    expect((await read('a/part', { start, end })).toString()).toBe(part);
  });

  test('an empty file can be stored', async () => {
    await files.put('a/empty', new Uint8Array(), type);
    expect((await files.find('a/empty'))?.sizeBytes).toBe(0);
    expect(await read('a/empty')).toHaveLength(0);
  });

  test('a second put replaces the first', async () => {
    await files.put('a/again', bytes, type);
    await files.put('a/again', Buffer.from('new'), type);
    expect((await read('a/again')).toString()).toBe('new');
  });

  test('moves a file from disk into the store, whatever its size', async () => {
    const path = join(dataDir, 'received');
    const large = Buffer.alloc(5_000_000, 'News Wing ');
    await writeFile(path, large);
    await files.add('a/large', path, type);
    expect((await read('a/large')).equals(large)).toBe(true);
    expect((await read('a/large', { start: 4_000_000, end: 4_000_003 })).toString()).toBe('News');
    await expect(access(path)).rejects.toThrow('ENOENT');
  });

  test('a missing file is undefined, throws if it is required, and is removed without error', async () => {
    expect(await files.find('none/at/all')).toBeUndefined();
    await expect(files.bytes('none')).rejects.toThrow('none');
    await expect(files.move('none', 'elsewhere')).rejects.toThrow('none');
    await expect(files.remove('none')).resolves.toBeUndefined();
    await expect(files.removeAll('none/')).resolves.toBeUndefined();
  });

  test('a folder is not a file', async () => {
    await files.put('nested/folder/file', bytes, type);
    expect(await exist('nested', 'nested/folder', 'nested/folder/file')).toEqual([false, false, true]);
  });

  test('move leaves nothing behind', async () => {
    await files.put('withheld/moved', bytes, type);
    await files.move('withheld/moved', 'open/moved');
    expect(await exist('withheld/moved', 'open/moved')).toEqual([false, true]);
    expect(await read('open/moved')).toEqual(bytes);
  });

  test('remove deletes one file, removeAll only those of its folder', async () => {
    for (const key of ['share/1/a', 'share/1/b/c', 'share/12/a', 'share/1.jpg']) await files.put(key, bytes, type);
    await files.remove('share/1/a');
    expect(await exist('share/1/a', 'share/1/b/c')).toEqual([false, true]);
    await files.removeAll('share/1/');
    expect(await exist('share/1/b/c', 'share/12/a', 'share/1.jpg')).toEqual([false, true, true]);
  });

  test('removeAll deletes more files than one listing returns', async () => {
    const keys = Array.from({ length: 10 }, (_, n) => `many/${n}`);
    await Promise.all(keys.map((key) => files.put(key, bytes, type)));
    await (await open(env, { bucketPageSize: 3 })).removeAll('many/');
    expect(await exist(...keys)).toEqual(keys.map(() => false));
  });

  test('files can be written and read in parallel, each with its own bytes', async () => {
    const texts = Array.from({ length: 100 }, (_, n) => `file ${n} `.repeat(1000));
    await Promise.all(texts.map((text, n) => files.put(`parallel/${n}`, Buffer.from(text), type)));
    const found = await Promise.all(texts.map(async (_, n) => (await read(`parallel/${n}`)).toString()));
    expect(found).toEqual(texts);
  });

  test('readers that stop half-way, or do not read on, block no others', async () => {
    await files.put('slow', Buffer.alloc(1_000_000), type);
    const streams: Readable[] = [];
    onTestFinished(() => {
      for (const stream of streams) stream.destroy();
    });
    for (let n = 0; n < 120; n += 1) {
      const stream = await (await files.find('slow'))?.stream(n % 2 ? { start: 0, end: 900_000 } : undefined);
      if (stream) streams.push(stream);
      if (n < 60) stream?.destroy();
    }
    expect(streams).toHaveLength(120);
    expect((await read('slow', { start: 1, end: 2 })).length).toBe(2);
  });

  test('check passes and leaves no file', async () => {
    await files.check();
    expect(await exist('check')).toEqual([false]);
  });

  test.each(['../secrets/auth', 'open/../../secrets/auth'])('the key %s is refused', async (key) => {
    await expect(files.find(key)).rejects.toThrow('traversal');
  });
});

describe('a broken bucket', () => {
  const failures = (files: Files) =>
    Promise.allSettled([
      files.find('a'),
      files.bytes('a'),
      files.put('a', bytes, type),
      files.move('a', 'b'),
      files.remove('a'),
      files.removeAll('a/'),
      files.check(),
    ]).then((results) => results.map(({ status }) => status));
  const all = Array(7).fill('rejected');

  test('every call fails if nothing listens there', async () => {
    const gone = await openBucket();
    await gone.close();
    expect(await failures(await open(gone.env))).toEqual(all);
  });

  test('a file that could not be uploaded stays on disk, and nothing but the error is reported', async () => {
    const gone = await openBucket();
    await gone.close();
    const path = join(dataDir, 'unsent');
    await writeFile(path, bytes);
    const printed = vi.spyOn(console, 'warn');
    onTestFinished(() => printed.mockRestore());
    await expect((await open(gone.env)).add('a', path, type)).rejects.toThrow('Cannot write file');
    expect(printed).not.toHaveBeenCalled();
    await expect(access(path)).resolves.toBeUndefined();
  });

  test('every call times out if the bucket never responds', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const sockets = new Set<{ destroy(): void }>();
    silent.on('connection', (socket) => sockets.add(socket));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      silent.close();
    });
    const { port } = silent.address() as AddressInfo; // a TCP server
    const env = { ...bucket.env, S3_ENDPOINT: `http://127.0.0.1:${port}` };
    expect(await failures(await open(env, { bucketTimeoutMs: 100 }))).toEqual(all);
  });

  test('removeAll fails if the bucket does not delete one of the files', async () => {
    const listed =
      '<ListBucketResult><IsTruncated>false</IsTruncated><Contents><Key>a/1</Key></Contents></ListBucketResult>';
    const kept =
      '<DeleteResult><Error><Key>a/1</Key><Code>AccessDenied</Code><Message>no</Message></Error></DeleteResult>';
    const locked = createHttpServer((request, response) => {
      request.resume();
      response.setHeader('content-type', 'application/xml').end(request.method === 'GET' ? listed : kept);
    }).listen(0, '127.0.0.1');
    await once(locked, 'listening');
    onTestFinished(() => locked.closeAllConnections());
    onTestFinished(() => void locked.close());
    const { port } = locked.address() as AddressInfo; // a TCP server
    const files = await open({ ...bucket.env, S3_ENDPOINT: `http://127.0.0.1:${port}` });
    await expect(files.removeAll('a/')).rejects.toThrow('The bucket did not delete a/1: AccessDenied no');
  });

  test('writing to a missing bucket fails, and so does the check', async () => {
    const files = await open({ ...bucket.env, S3_BUCKET: 'another' });
    await expect(files.put('a', bytes, type)).rejects.toThrow();
    await expect(files.check()).rejects.toThrow();
  });
});
