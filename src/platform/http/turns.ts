import type { FastifyInstance, FastifyRequest } from 'fastify';
import { openGate, openGates } from '../gate.ts';

// One thread makes all answers, in the order in which they are asked for. With this bound somebody who asks for a hundred
// at once waits for his own, and everybody else for four of them at most.
const perAddress = { atOnce: 4, waiting: 250, waitMs: 60_000 };
// What takes longer waits for something else, such as a worker process, and no longer for our thread.
const heldMs = 250;
// A list of 500 stories takes 25 ms to become JSON (measured). Of several that are ready in the same turn of the event loop
// one does; in between the loop answers what else has come.
const writing = { atOnce: 1, waiting: 10_000, waitingOfOne: 10_000, waitMs: 60_000 };

/** Bounds on the requests of one address that are answered at a time. */
export interface Turns {
  /** Resolves when the address may have one more answered, with a function that ends its turn. Throws `too_many_requests`. */
  begin(address: string): Promise<() => void>;
  /** Resolves when an answer may be written as JSON; the next one may in the next turn of the event loop. */
  write(address: string): Promise<void>;
}

export function openTurns(): Turns {
  const gates = openGates(perAddress);
  const writer = openGate(writing);
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
    write: (address) =>
      new Promise((resolve, reject) => {
        const turn = () =>
          new Promise<void>((end) => {
            resolve();
            setImmediate(end);
          });
        writer.pass(address, turn).catch(reject);
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
  const takesTurns = ({ routeOptions: { config, url } }: FastifyRequest) => !config.isPage && url !== '/healthz';
  app.decorateRequest('endTurn');
  // Once the body is here: a slow line holds nobody up.
  app.addHook('preHandler', async (request) => {
    if (takesTurns(request)) request.endTurn = await turns.begin(request.ctx.address);
  });
  app.addHook('preSerialization', async (request, _reply, answer) => {
    if (takesTurns(request)) await turns.write(request.ctx.address);
    return answer;
  });
  // The answer is made; how quickly its reader takes it concerns him alone.
  app.addHook('onSend', async ({ endTurn }) => endTurn?.());
}
