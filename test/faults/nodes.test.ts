// A node is killed, restarted or hangs while pages are read and written. Nothing that was acknowledged is lost or there
// twice, and no reader sees an error through a proxy that tries the next node.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { measure, more } from './measure.ts';
import { type FaultySite, openFaultySite } from './site.ts';

/** How long the proxy waits for a node that hangs, in ms: longer than a page takes on a busy machine. */
const patience = 4000;

let site: FaultySite;
beforeAll(async () => {
  site = await openFaultySite();
});
afterAll(() => site.close());

test('kill -9 of a node, again and again', async () => {
  await measure(site, 'kill -9 of a node', async () => {
    for (let round = 0; round < more(2, 100); round++) {
      await sleep(Math.random() * 500);
      await site.end(round % 2, 'SIGKILL');
      await site.startNode(round % 2);
    }
  });
});

test('a rolling restart answers every write', async () => {
  const unanswered = await measure(site, 'rolling restart', async () => {
    for (const index of [0, 1]) {
      await site.end(index, 'SIGTERM');
      await site.startNode(index);
    }
  });
  expect(unanswered).toEqual([]);
});

test('a node that hangs', async () => {
  await measure(
    site,
    'hung node',
    async () => {
      const { child } = site.node(0);
      child.kill('SIGSTOP');
      await sleep(more(patience + 2000, 30_000));
      child.kill('SIGCONT');
    },
    patience,
  );
});
