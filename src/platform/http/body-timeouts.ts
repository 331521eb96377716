import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { busy, openSemaphorePerKey } from '../limits/fair-semaphore.ts';

interface Rate {
  /** Deadline, in ms of `performance.now()`. */
  deadline: number;
  /** Bytes read from its connection at the last check; undefined before the first check. */
  bytes: number | undefined;
}

interface Receiving extends Rate {
  address: string;
}

/** Limits on request bodies while they are received: minimum rate, duration and concurrency. */
export interface BodyTimeouts {
  /**
   * Resolves when the request's body may be read, and watches the body of at most `maxBytes` until it is complete or
   * the request is answered. Throws `too_many_requests` or `unavailable` when the queue is full. At the total limit,
   * the oldest request of the address with the most bodies is aborted, so that a few cannot block all others.
   */
  watch(request: IncomingMessage, response: ServerResponse, address: string, maxBytes: number): Promise<void>;
  /** Watches the rest of a body whose request is answered: it is discarded, but holds a connection. */
  watchRest(request: IncomingMessage): void;
  /** At shutdown: aborts waiting requests at once, and bodies that are being received after a few seconds. */
  shutDown(): void;
  close(): void;
}

export const checkEveryMs = 10_000;
export const minBytes = 5000; // between two checks: GPRS, the slowest connection in use, carries ten times that
export const minBytesPerMs = 4; // average over a whole body
// Enough for a school behind one address. More wait unread, so that many honest users are delayed and not refused.
export const perAddress = { concurrency: 32, maxQueued: 256, waitMs: 30_000 };
export const allAddresses = 500;
const finishMs = 5000;
const restMs = 300_000; // most browsers read an answer only when they have sent everything

/**
 * Closes connections whose bodies arrive slower than any real connection sends them, so that a slow-body attack cannot
 * hold memory, disk and a slot. `checkIntervalMs` is the time between two checks, `concurrency` the limit over all addresses.
 */
export function watchBodyTimeouts({ checkIntervalMs = checkEveryMs, concurrency = allAddresses } = {}): BodyTimeouts {
  const receivingRequests = new Map<IncomingMessage, Receiving>();
  const waiting = new Set<IncomingMessage>();
  const semaphores = openSemaphorePerKey(perAddress);
  const answered = new Map<IncomingMessage, Rate>();
  const isTooSlow = (request: IncomingMessage, rate: Rate) => {
    const { bytesRead } = request.socket;
    const isUnread = request.readableLength > 0; // received, but not yet read by us
    const slow = rate.bytes !== undefined && bytesRead - rate.bytes < (minBytes * checkIntervalMs) / checkEveryMs;
    rate.bytes = bytesRead;
    return !request.complete && ((slow && !isUnread) || performance.now() > rate.deadline);
  };
  const checkRates = () => {
    for (const [request, rate] of receivingRequests) if (isTooSlow(request, rate)) request.destroy();
    for (const [request, rate] of answered) if (isTooSlow(request, rate)) request.socket.destroy();
  };
  const timer = setInterval(checkRates, checkIntervalMs).unref();
  const makeRoomFor = (address: string) => {
    const addresses = Map.groupBy(receivingRequests, ([, receiving]) => receiving.address);
    const most = [...addresses.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
    const [oldest] = most;
    if (!oldest || most.length <= (addresses.get(address)?.length ?? 0) + 1) throw busy();
    receivingRequests.delete(oldest[0]);
    oldest[0].destroy();
  };
  /** Resolves when the body is complete or the response is closed. */
  const waitForBody = async (request: IncomingMessage, response: ServerResponse, address: string, maxBytes: number) => {
    const deadline = performance.now() + 60_000 + maxBytes / minBytesPerMs;
    receivingRequests.set(request, { address, deadline, bytes: undefined });
    // A request that was not read to its end never emits `end`.
    await Promise.race([once(request, 'end'), once(response, 'close')]).catch(() => undefined);
    receivingRequests.delete(request);
  };
  return {
    watch: (request, response, address, maxBytes) =>
      new Promise((resolve, reject) => {
        const receive = async () => {
          waiting.delete(request);
          if (receivingRequests.size >= concurrency) makeRoomFor(address);
          // The client may have disconnected while the request waited.
          const bodyEnd = response.closed ? undefined : waitForBody(request, response, address, maxBytes);
          resolve();
          await bodyEnd;
        };
        waiting.add(request);
        semaphores
          .run(address, receive)
          .catch(reject)
          .finally(() => waiting.delete(request));
      }),
    watchRest(request) {
      if (request.complete || request.socket.destroyed) return;
      answered.set(request, { deadline: performance.now() + restMs, bytes: undefined });
      const unwatch = () => answered.delete(request);
      request.once('end', unwatch);
      request.socket.once('close', unwatch);
    },
    shutDown() {
      for (const request of waiting) request.destroy();
      setTimeout(() => {
        for (const request of receivingRequests.keys()) request.destroy();
        for (const request of answered.keys()) request.socket.destroy();
      }, finishMs).unref();
    },
    close: () => clearInterval(timer),
  };
}
