import { createReadStream } from 'node:fs';
import { connect } from 'node:net';
import type { Context } from './context.ts';
import { AppError } from './errors.ts';

// A document of 20 MB takes clamd a few seconds; after this long without a word it is taken for dead.
const silenceMs = 60_000;
const chunkBytes = 64 * 1024;

/**
 * Shows a received file to clamd, where one is configured. Throws `invalid` when it finds something, and `unavailable`
 * when it cannot be asked: a file that nobody has looked at is not taken.
 */
export async function requireClean({ config, log }: Context, path: string, field: string): Promise<void> {
  if (!config.clamdUrl) return;
  const answer = await askClamd(config.clamdUrl, path).catch((cause) => {
    throw new AppError('unavailable', 'errors.virusCheckFails', { cause });
  });
  const [, found] = /^stream: (.+) FOUND$/.exec(answer) ?? []; // "stream: Eicar-Test-Signature FOUND"
  if (found) {
    log.warn({ found, field }, 'a file with a virus was refused');
    const text = { key: 'errors.virusFound', params: { name: found } } as const;
    throw new AppError('invalid', text, { fields: { [field]: text } });
  }
  if (answer !== 'stream: OK')
    throw new AppError('unavailable', 'errors.virusCheckFails', { cause: new Error(`clamd: ${answer}`) });
}

// The protocol of `man clamd`: the command, then the file in chunks, each after its length as four bytes, then a zero.
async function askClamd(url: string, path: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.setTimeout(silenceMs, () => socket.destroy(new Error('clamd is silent')));
  let said = '';
  let failure: Error | undefined;
  socket.setEncoding('utf8').on('data', (part) => (said += part));
  socket.on('error', (error) => (failure = error));
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  for await (const chunk of chunksOf(path)) {
    // clamd may answer and hang up before it has heard everything: what it said counts then, and not how sending ended.
    if (socket.writableEnded || socket.destroyed) break;
    if (!socket.write(chunk)) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
  }
  await closed;
  if (!said) throw failure ?? new Error('clamd hung up');
  return said.replaceAll('\0', '').trim();
}

async function* chunksOf(path: string) {
  yield 'zINSTREAM\0';
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE((chunk as Buffer).length); // a stream without an encoding
    yield length;
    yield chunk as Buffer;
  }
  yield Buffer.alloc(4);
}
