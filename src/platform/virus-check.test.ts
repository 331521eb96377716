import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Context } from './context.ts';
import { requireClean } from './virus-check.ts';

// The replies are those of clamd 1.4.3 of Debian, as it gave them to this very code.
const found = 'stream: Eicar-Test-Signature.UNOFFICIAL FOUND\0';
const tooLong = 'INSTREAM size limit exceeded. ERROR\0';

/** A server that speaks as clamd does; `reply` sees the bytes of the file, or what of them has come so far. */
async function clamd(reply: (socket: Socket, bytes: Buffer, whole: boolean) => void) {
  const server = createServer((socket) => {
    let heard = Buffer.alloc(0);
    socket.on('error', () => undefined); // the client may be gone
    socket.on('data', (part: Buffer) => {
      heard = Buffer.concat([heard, part]);
      const { bytes, whole } = fileIn(heard);
      reply(socket, bytes, whole);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

// What stands between the command and the empty chunk, without the lengths.
function fileIn(heard: Buffer) {
  const command = 'zINSTREAM\0';
  expect(heard.toString('latin1', 0, command.length)).toBe(command.slice(0, heard.length));
  const chunks: Buffer[] = [];
  for (let at = command.length; at + 4 <= heard.length; ) {
    const length = heard.readUInt32BE(at);
    if (length === 0) return { bytes: Buffer.concat(chunks), whole: true };
    chunks.push(heard.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return { bytes: Buffer.concat(chunks), whole: false };
}

async function check(clamdUrl: string | undefined, bytes: Uint8Array) {
  const folder = await mkdtemp(join(tmpdir(), 'news-wing-virus-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'received');
  await writeFile(path, bytes);
  const ctx = { config: { clamdUrl }, log: { warn: () => undefined } } as unknown as Context; // all that it asks for
  return requireClean(ctx, path, 'essay_file');
}

test('shows the whole file, and lets a clean one pass', async () => {
  const sent = Buffer.alloc(300_000, 'paper');
  let seen: Buffer = Buffer.alloc(0);
  const url = await clamd((socket, bytes, whole) => {
    if (!whole) return;
    seen = bytes;
    socket.end('stream: OK\0');
  });
  await check(url, sent);
  expect(seen.equals(sent)).toBe(true);
});

test('refuses a file in which something is found, by its field and with its name', async () => {
  const url = await clamd((socket, _, whole) => whole && socket.end(found));
  await expect(check(url, Buffer.from('bad'))).rejects.toMatchObject({
    code: 'invalid',
    details: {
      fields: { essay_file: { key: 'errors.virusFound', params: { name: 'Eicar-Test-Signature.UNOFFICIAL' } } },
    },
  });
});

test('takes no file that has not been looked at: too long for clamd, hung up on, nobody there', async () => {
  const unavailable = { code: 'unavailable', text: { key: 'errors.virusCheckFails' } };
  const early = await clamd((socket, bytes) => bytes.length > 100_000 && socket.end(tooLong));
  await expect(check(early, Buffer.alloc(20_000_000))).rejects.toMatchObject(unavailable);
  const silent = await clamd((socket) => socket.destroy());
  await expect(check(silent, Buffer.from('x'))).rejects.toMatchObject(unavailable);
  await expect(check('tcp://127.0.0.1:1', Buffer.from('x'))).rejects.toMatchObject(unavailable);
});

test('asks nobody where no clamd is configured', async () => {
  await check(undefined, Buffer.from('x'));
});
