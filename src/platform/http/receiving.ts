import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { busy, openGates } from '../gate.ts';

interface Receiving {
  address: string;
  /** When it has to be over, in ms of the process's clock. */
  until: number;
  /** What had come on its connection when it was looked at last; undefined before the first look. */
  bytes: number | undefined;
}

/** Bounds on bodies while they are received: how slow, how long, how many at once. */
export interface ReceivingBodies {
  /**
   * Resolves when it is a request's turn to be read, and watches its body of at most `maxBytes` until it has come or the
   * request is answered. Throws `too_many_requests` or `unavailable` when too many are before it. When too many come in
   * all, the oldest one of the address with the most of them is broken off, so that a few cannot keep all others out.
   */
  watch(request: IncomingMessage, response: ServerResponse, address: string, maxBytes: number): Promise<void>;
  /** Gives bodies that come some seconds more, since the site stops; ends what waits at once. */
  finish(): void;
  close(): void;
}

const lookEveryMs = 10_000;
const leastBytes = 5000; // between two looks: the slowest line in use, GPRS, carries ten times that
const slowestBytesPerMs = 4; // over the whole of a body
// A school behind one address. More wait unread, so that a crowd of honest ones is slow and not refused.
const perAddress = { atOnce: 32, waiting: 256, waitMs: 30_000 };
const finishMs = 5000;

/**
 * Ends connections whose bodies come slower than any line carries them, so that nobody holds memory, disk and a slot with
 * a byte now and then. `lookMs` is the time between two looks, `atOnce` how many come in all.
 */
export function watchReceiving({ lookMs = lookEveryMs, atOnce = 500 } = {}): ReceivingBodies {
  const underWay = new Map<IncomingMessage, Receiving>();
  const unread = new Set<IncomingMessage>();
  const gates = openGates(perAddress);
  const look = () => {
    for (const [request, receiving] of underWay) {
      const { bytesRead } = request.socket;
      const waitsForUs = request.readableLength > 0; // what has come is still to be read
      const slow = receiving.bytes !== undefined && bytesRead - receiving.bytes < (leastBytes * lookMs) / lookEveryMs;
      if (!request.complete && ((slow && !waitsForUs) || performance.now() > receiving.until)) request.destroy();
      receiving.bytes = bytesRead;
    }
  };
  const timer = setInterval(look, lookMs).unref();
  const makeRoomFor = (address: string) => {
    const addresses = Map.groupBy(underWay, ([, receiving]) => receiving.address);
    const most = [...addresses.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
    const [oldest] = most;
    if (!oldest || most.length <= (addresses.get(address)?.length ?? 0) + 1) throw busy();
    underWay.delete(oldest[0]);
    oldest[0].destroy();
  };
  /** Resolves when the body has come, or will not. */
  const received = async (request: IncomingMessage, response: ServerResponse, address: string, maxBytes: number) => {
    const until = performance.now() + 60_000 + maxBytes / slowestBytesPerMs;
    underWay.set(request, { address, until, bytes: undefined });
    // A request that was not read to its end never says that it is over.
    await Promise.race([once(request, 'end'), once(response, 'close')]).catch(() => undefined);
    underWay.delete(request);
  };
  return {
    watch: (request, response, address, maxBytes) =>
      new Promise((resolve, reject) => {
        const act = async () => {
          unread.delete(request);
          if (underWay.size >= atOnce) makeRoomFor(address);
          const over = response.closed ? undefined : received(request, response, address, maxBytes); // it may have gone meanwhile
          resolve();
          await over;
        };
        unread.add(request);
        gates
          .pass(address, act)
          .catch(reject)
          .finally(() => unread.delete(request));
      }),
    finish() {
      for (const request of unread) request.destroy();
      setTimeout(() => {
        for (const request of underWay.keys()) request.destroy();
      }, finishMs).unref();
    },
    close: () => clearInterval(timer),
  };
}
