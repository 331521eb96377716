import type { Server } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

// While readers connect without pause, each rendering begins this number of turns later: a turn takes some 0.1 ms, a rendering
// 10 ms.
const turnsAtMost = 300;

/**
 * Returns a function that waits until connections that have arrived are accepted, for `turnsAtMost` of them. The event loop
 * accepts one in each turn (since libuv 1.49): with a rendering in each turn, a reader who comes after 250 others would be
 * let in after as many renderings.
 */
export function arrivalsAt(server: Server): () => Promise<void> {
  let accepted = 0;
  server.on('connection', () => {
    accepted += 1;
  });
  return async () => {
    await nextTurn(); // to the end of this turn, which may have accepted its connection
    for (let turn = 0; turn < turnsAtMost; turn++) {
      const before = accepted;
      await nextTurn();
      if (accepted === before) return;
    }
  };
}
