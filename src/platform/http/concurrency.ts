import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { openFairSemaphore, openSemaphorePerKey } from '../limits/fair-semaphore.ts';
import { networkKey } from './address.ts';
import { arrivalsAt } from './arrivals.ts';

// One thread answers all requests in order. With this limit, a client that sends a hundred at once waits for its own
// requests, and everybody else waits for at most four of them.
export const callsPerNetwork = { concurrency: 4, maxQueued: 250, waitMs: 60_000 };
// Thousands of readers may share the address of a mobile network (CGNAT), and all come when a page has changed.
export const pagesPerNetwork = { ...callsPerNetwork, maxQueued: 10_000 };
// A request that takes longer waits for something other than our thread, such as a worker process.
const maxHoldMs = 250;
// Serializing a list of 500 stories to JSON takes 25 ms (measured). Only one answer is serialized per turn of the event
// loop, so that the loop can handle other requests in between.
const serialization = { concurrency: 1, maxQueued: 10_000, maxQueuedPerKey: 10_000, waitMs: 60_000 };

/** Lists that visitors share are rendered into the cache: each holds its rows, some 5 MB of 500 stories, until it is. */
export const listLimits = { concurrency: 4, maxQueued: 300, maxQueuedPerKey: 250, waitMs: 60_000 };

/** Limits how many requests of one network are answered at a time. */
export interface ConcurrencyLimits {
  /** Resolves when a request may be handled, with a function that releases its slot. Throws `too_many_requests`. */
  acquire(network: string): Promise<() => void>;
  /** Resolves when an answer may be serialized as JSON: one in each turn of the event loop. */
  acquireSerialization(network: string): Promise<void>;
}

/** `arrivals` waits until connections that have arrived are accepted; called before the next serialization. */
export function openConcurrencyLimits(
  perNetwork = callsPerNetwork,
  arrivals: () => Promise<void> = nextTurn,
): ConcurrencyLimits {
  const semaphores = openSemaphorePerKey(perNetwork);
  const serializer = openFairSemaphore(serialization);
  return {
    acquire: (network) =>
      new Promise((resolve, reject) => {
        const turn = () =>
          new Promise<void>((end) => {
            const timer = setTimeout(end, maxHoldMs);
            resolve(() => {
              clearTimeout(timer);
              void arrivals().then(end); // after requests that arrived meanwhile have been read
            });
          });
        semaphores.run(network, turn).catch(reject);
      }),
    acquireSerialization: (network) =>
      new Promise((resolve, reject) => {
        const turn = () =>
          new Promise<void>((end) => {
            resolve();
            void arrivals().then(end);
          });
        serializer.run(network, turn).catch(reject);
      }),
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    endTurn: (() => void) | undefined;
    /** Resolves when the answer may be serialized as JSON. */
    serializationTurn(): Promise<void>;
    /** Renders a list when it is the turn of the request's network. Throws as a FairSemaphore does. */
    renderList<T>(render: () => Promise<T>): Promise<T>;
  }
}

/** Limits the concurrent requests of each network. How many pages are rendered at a time is limited besides (pages.ts). */
export function limitConcurrency(app: FastifyInstance): void {
  const arrivals = arrivalsAt(app.server);
  const calls = openConcurrencyLimits(callsPerNetwork, arrivals);
  const pages = openConcurrencyLimits(pagesPerNetwork, arrivals);
  const limitsOf = ({ routeOptions: { config, url } }: FastifyRequest) =>
    url === '/healthz' ? undefined : config.isPage ? pages : calls;
  app.decorateRequest('endTurn');
  // After the body has been received, so that a slow connection delays nobody.
  app.addHook('preHandler', async (request) => {
    // The hook runs again for a request that is passed on to the not-found handler.
    request.endTurn ??= await limitsOf(request)?.acquire(networkKey(request.ctx.address));
  });
  app.decorateRequest('serializationTurn', async function () {
    await limitsOf(this)?.acquireSerialization(networkKey(this.ctx.address));
  });
  const lists = openFairSemaphore(listLimits);
  app.decorateRequest('renderList', function (render) {
    return lists.run(networkKey(this.ctx.address), render);
  });
  app.addHook('preSerialization', async (request, _reply, answer) => {
    await request.serializationTurn();
    return answer;
  });
  // Before the answer is sent, so that a slow client delays nobody.
  app.addHook('onSend', async ({ endTurn }) => endTurn?.());
}
