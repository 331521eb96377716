// A bucket whose answers are wrong, endless or none: what is read of it is bounded, and nothing is lost by it.
import { tmpdir } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { answerWith, endlessBody, type Hostility, hostileAnswers, openHostileServer } from '#test/hostile-server.ts';
import { openBucketStore } from '../backup/bucket-store.ts';
import { readConfig } from '../config.ts';
import { openFiles } from './files.ts';

/** Files in a bucket that answers each method of HTTP in one way; HEAD says that a file has ten bytes. */
async function open(answers: Record<string, Hostility>) {
  const asked: string[] = [];
  const usual: Record<string, Hostility> = { HEAD: answerWith('', { 'content-length': '10' }) };
  const { host, close } = await openHostileServer((socket, request) => {
    const [line = ''] = request.split('\r\n', 1);
    asked.push(line.split('?')[0] ?? '');
    const [method = ''] = line.split(' ');
    ({ ...usual, ...answers })[method]?.(socket, request);
  });
  onTestFinished(close);
  const access = { endpoint: `http://${host}`, region: 'x', accessKeyId: 'test', secretAccessKey: 'test' };
  const env = {
    S3_ENDPOINT: access.endpoint,
    S3_BUCKET: 'paper',
    S3_ACCESS_KEY_ID: 'test',
    S3_SECRET_ACCESS_KEY: 'test',
  };
  const files = await openFiles(readConfig({ DATA_DIR: tmpdir(), ...env }), { bucketTimeoutMs: 100 });
  const store = { access, bucket: 'paper', prefix: 'copies/', address: '', workingFolder: tmpdir() };
  return { files, asked, backups: openBucketStore(store) };
}

const listing = (keys: string[], token?: string) =>
  answerWith(
    `<ListBucketResult><IsTruncated>${token !== undefined}</IsTruncated><NextContinuationToken>${token}</NextContinuationToken>${keys
      .map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`)
      .join('')}</ListBucketResult>`,
  );

test.each<[string, Hostility, string]>([
  ['fewer bytes than the file has', answerWith('01234'), 'with 5 bytes'],
  ['more bytes, which would be the next response to a client', answerWith('x'.repeat(20)), 'with 20 bytes'],
  ['fewer bytes than it says', answerWith('01234', { 'content-length': '10' }), 'aborted'],
  ['bytes without end', endlessBody('x'.repeat(65_536)), 'with NaN bytes'],
  ['bytes that stop', (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n01'), 'silent'],
  ['an error without end', endlessBody('<Error>'.repeat(10_000), {}, '403 Forbidden'), 'more than can be read'],
])('a file is not taken from %s', async (_, answer, error) => {
  const { files } = await open({ GET: answer });
  const read = async () => {
    const file = await files.find('a');
    return file && buffer(await file.stream());
  };
  await expect(read()).rejects.toThrow(error);
});

test('a range is not taken from an answer with the whole file', async () => {
  const { files } = await open({ GET: answerWith('0123456789') });
  const file = await files.find('a');
  await expect(file?.stream({ start: 2, end: 4 })).rejects.toThrow('with 10 bytes');
});

test.each<[string, Hostility]>([
  ['a gigabyte', answerWith('', { 'content-length': '1000000000' })],
  ['bytes without end', endlessBody('x'.repeat(65_536))],
  ['bytes that stop', (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n01')],
  ['a redirect', answerWith('', { location: 'http://127.0.0.1:1/' }, '307 Temporary Redirect')],
  ...Object.entries(hostileAnswers),
])('%s is not read into memory', async (_, answer) => {
  const { files } = await open({ GET: answer });
  await expect(files.bytes('a')).rejects.toThrow('Cannot read a');
});

test.each<[string, Hostility]>([
  ['the same again and again', listing(['copies/a'], 'next')],
  ['without order', listing(['copies/b', 'copies/a'])],
  ['other folders', listing(['copies/a', 'open/a'])],
  ['without end', endlessBody('<Contents><Key>copies/a</Key></Contents>'.repeat(1000))],
  ['in HTML', answerWith('<html><script>')],
  ['cut off', answerWith('<ListBucketResult><Contents><Key>copies/a')],
])('a listing %s ends with an error, and nothing is deleted of it but what was asked for', async (_, answer) => {
  const { files, backups, asked } = await open({ GET: answer, POST: answerWith('<DeleteResult></DeleteResult>') });
  await expect(Array.fromAsync(backups.list(''))).rejects.toThrow();
  await expect(files.removeAll('copies/x/')).rejects.toThrow();
  expect(asked).not.toContain('POST /paper/');
});

test.each([['<html>Log in</html>'], ['<Error><Code>InternalError</Code></Error>'], ['']])(
  'a file is not deleted after the answer "%s" to its copy',
  async (text) => {
    const { files, asked } = await open({ PUT: answerWith(text), DELETE: answerWith('') });
    await expect(files.move('a', 'b')).rejects.toThrow();
    expect(asked).not.toContain('DELETE /paper/a');
  },
);
