// Connections in states that no healthy client or node leaves them in, while pages are read and written.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, test } from 'vitest';
import { measure, more } from './measure.ts';
import { type FaultySite, openFaultySite } from './site.ts';

let site: FaultySite;
beforeAll(async () => {
  site = await openFaultySite();
});
afterAll(() => site.close());

test('SIGTERM of a node that requests are sent to', async () => {
  await measure(site, 'SIGTERM under load', async () => {
    for (let round = 0; round < more(2, 20); round++) {
      await sleep(Math.random() * 500);
      await site.end(round % 2, 'SIGTERM', { untold: true });
      await site.startNode(round % 2);
    }
  });
});
