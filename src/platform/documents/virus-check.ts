import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { connect } from 'node:net';
import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';

// clamd takes a few seconds for a film of 200 MB.
export const timeoutMs = 60_000;
const chunkBytes = 64 * 1024;
const maxReply = 1000;
// Exactly one, with its end: of two, it is unknown which is meant.
const wholeReply = /^([^\0]+)\0$/;
const clean = 'stream: OK';
// No clamd has a smaller StreamMaxLength; by default it is 100 MB.
const largeBytes = 1024 ** 2;
const sizeExceeded = 'INSTREAM size limit exceeded. ERROR';

/**
 * Scans an uploaded file with clamd, if configured. Throws `invalid` if it finds a virus, `too_large` if the file is larger
 * than clamd's StreamMaxLength, and `unavailable` if clamd cannot be reached: a file that has not been scanned is not
 * accepted.
 */
export async function scanForViruses(
  { config, log }: Pick<Context, 'config' | 'log'>,
  path: string,
  field: string,
  limitMs: number = timeoutMs,
): Promise<void> {
  if (!config.clamdUrl) return;
  const answer = await scan(config.clamdUrl, path, limitMs).catch((cause) => {
    throw new AppError('unavailable', 'errors.virusCheckFails', { cause });
  });
  const [, found] = /^stream: (.+) FOUND$/.exec(answer) ?? []; // "stream: Eicar-Test-Signature FOUND"
  if (found) {
    log.warn({ found, field }, 'rejected a file with a virus');
    const text = { key: 'errors.virusFound', params: { name: found } } as const;
    throw new AppError('invalid', text, { fields: { [field]: text } });
  }
  if (answer === sizeExceeded) {
    log.error({ field }, 'an uploaded file is larger than StreamMaxLength of clamd');
    const text = { key: 'errors.virusCheckTooLarge' } as const;
    throw new AppError('too_large', text, { fields: { [field]: text } });
  }
  if (answer !== clean)
    throw new AppError('unavailable', 'errors.virusCheckFails', { cause: new Error(`clamd: ${answer}`) });
}

/** Throws if clamd does not answer. */
export async function pingClamd(url: string, limitMs: number = timeoutMs): Promise<void> {
  const answer = await askClamd(url, ['zPING\0'], limitMs);
  if (answer !== 'PONG') throw new Error(`clamd: ${answer}`);
}

async function scan(url: string, path: string, limitMs: number): Promise<string> {
  try {
    return await askClamd(url, instream(path), limitMs);
  } catch (error) {
    // clamd does not read what is larger than StreamMaxLength. The connection is reset, and often its answer lost.
    const isReset = ['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '');
    if (!isReset || (await stat(path)).size < largeBytes) throw error;
    await pingClamd(url, limitMs);
    return sizeExceeded;
  }
}

async function askClamd(
  url: string,
  chunks: Iterable<string> | AsyncIterable<string | Buffer>,
  limitMs: number,
): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const timer = setTimeout(() => socket.destroy(new Error('clamd takes too long')), limitMs);
  let reply = '';
  let failure: Error | undefined;
  socket.setEncoding('utf8').on('data', (part) => {
    reply += part;
    if (reply.length > maxReply) socket.destroy(new Error('clamd says too much'));
  });
  socket.on('error', (error) => (failure = error));
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  let isWhole = true;
  try {
    for await (const chunk of chunks) {
      // clamd may reply and disconnect before it has received everything. The reply then counts, not the write error.
      isWhole = !socket.writableEnded && !socket.destroyed;
      if (!isWhole) break;
      if (!socket.write(chunk)) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
    }
    await closed;
  } finally {
    clearTimeout(timer);
    socket.destroy(); // if the file could not be read
  }
  const [, answer] = wholeReply.exec(reply) ?? [];
  if (!answer) throw failure ?? new Error('clamd hung up');
  if (answer === clean && !isWhole) throw new Error('clamd has not read the file');
  return answer;
}

// The INSTREAM command of `man clamd`: the command, then chunks prefixed by their length in four bytes, then a zero.
async function* instream(path: string) {
  yield 'zINSTREAM\0';
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE((chunk as Buffer).length); // a Buffer, because the stream has no encoding
    yield length;
    yield chunk as Buffer;
  }
  yield Buffer.alloc(4);
}
