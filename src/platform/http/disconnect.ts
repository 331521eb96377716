import type { FastifyReply } from 'fastify';

/** A signal that aborts when the client disconnects before the response is complete, as when its user cancels. */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const disconnected = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) disconnected.abort();
  });
  return disconnected.signal;
}
