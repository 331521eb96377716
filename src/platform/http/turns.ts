import type { FastifyInstance } from 'fastify';
import { openGates } from '../gate.ts';

// One thread makes all answers, in the order in which they are asked for. With this bound somebody who asks for a hundred
// at once waits for his own, and everybody else for eight of them at most.
const perAddress = { atOnce: 8, waiting: 250, waitMs: 60_000 };
// What takes longer waits for something else, such as a worker process, and no longer for our thread.
const heldMs = 250;

/** Bounds on the requests of one address that are answered at a time. */
export interface Turns {
  /** Resolves when the address may have one more answered, with a function that ends its turn. Throws `too_many_requests`. */
  begin(address: string): Promise<() => void>;
}

export function openTurns(): Turns {
  const gates = openGates(perAddress);
  return {
    begin: (address) =>
      new Promise((resolve, reject) => {
        const turn = () =>
          new Promise<void>((end) => {
            const timer = setTimeout(end, heldMs);
            resolve(() => {
              clearTimeout(timer);
              setImmediate(end); // after what others have sent meanwhile was read
            });
          });
        gates.pass(address, turn).catch(reject);
      }),
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    endTurn: (() => void) | undefined;
  }
}

/** Has the requests of each address answered in turns. Pages have bounds of their own (pages.ts). */
export function takeTurns(app: FastifyInstance): void {
  const turns = openTurns();
  app.decorateRequest('endTurn');
  // Once the body is here: a slow line holds nobody up.
  app.addHook('preHandler', async (request) => {
    const { config, url } = request.routeOptions;
    if (config.isPage || url === '/healthz') return;
    request.endTurn = await turns.begin(request.ctx.address);
  });
  // The answer is made; how quickly its reader takes it concerns him alone.
  app.addHook('onSend', async ({ endTurn }) => endTurn?.());
}
