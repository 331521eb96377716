import type { FastifyInstance, FastifyRequest } from 'fastify';
import { openFairSemaphore, openSemaphorePerKey } from '../fair-semaphore.ts';

// One thread answers all requests in order. With this limit, a client that sends a hundred at once waits for its own
// requests, and everybody else waits for at most four of them.
const perAddress = { concurrency: 4, maxQueued: 250, waitMs: 60_000 };
// A request that takes longer waits for something other than our thread, such as a worker process.
const maxHoldMs = 250;
// Serializing a list of 500 stories to JSON takes 25 ms (measured). Only one answer is serialized per turn of the event
// loop, so that the loop can handle other requests in between.
const serialization = { concurrency: 1, maxQueued: 10_000, maxQueuedPerKey: 10_000, waitMs: 60_000 };

/** Limits how many requests of one address are answered at a time. */
export interface ConcurrencyLimits {
  /** Resolves when a request may be handled, with a function that releases its slot. Throws `too_many_requests`. */
  acquire(address: string): Promise<() => void>;
  /** Resolves when an answer may be serialized as JSON: one in each turn of the event loop. */
  acquireSerialization(address: string): Promise<void>;
}

export function openConcurrencyLimits(): ConcurrencyLimits {
  const semaphores = openSemaphorePerKey(perAddress);
  const serializer = openFairSemaphore(serialization);
  return {
    acquire: (address) =>
      new Promise((resolve, reject) => {
        const turn = () =>
          new Promise<void>((end) => {
            const timer = setTimeout(end, maxHoldMs);
            resolve(() => {
              clearTimeout(timer);
              setImmediate(end); // after requests that arrived meanwhile have been read
            });
          });
        semaphores.run(address, turn).catch(reject);
      }),
    acquireSerialization: (address) =>
      new Promise((resolve, reject) => {
        const turn = () =>
          new Promise<void>((end) => {
            resolve();
            setImmediate(end);
          });
        serializer.run(address, turn).catch(reject);
      }),
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    endTurn: (() => void) | undefined;
  }
}

/** Limits the concurrent requests of each address. Pages have their own limits (pages.ts). */
export function limitConcurrency(app: FastifyInstance): void {
  const limits = openConcurrencyLimits();
  const isLimited = ({ routeOptions: { config, url } }: FastifyRequest) => !config.isPage && url !== '/healthz';
  app.decorateRequest('endTurn');
  // After the body has been received, so that a slow connection delays nobody.
  app.addHook('preHandler', async (request) => {
    if (isLimited(request)) request.endTurn = await limits.acquire(request.ctx.address);
  });
  app.addHook('preSerialization', async (request, _reply, answer) => {
    if (isLimited(request)) await limits.acquireSerialization(request.ctx.address);
    return answer;
  });
  // Before the answer is sent, so that a slow client delays nobody.
  app.addHook('onSend', async ({ endTurn }) => endTurn?.());
}
