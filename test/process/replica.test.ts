// Public pages are read from a real standby, whose replay is paused, and which is killed and made to hang.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createStory } from '../factories/stories.ts';
import { openReplicatedDatabase } from '../faults/replicated.ts';
import { logIn, newFolder, type Running, start, stop } from './program.ts';

const token = 'a token for the metrics';
const metric = /^newswing_database_replica_queries_total\{answer="(\w+)"\} (\d+)$/gm;

async function openSite() {
  const database = await openReplicatedDatabase({ synchronous: false });
  onTestFinished(() => database.close());
  const env = {
    DATABASE_URL: database.url,
    DATABASE_REPLICA_URL: database.standby.url,
    METRICS_TOKEN: token,
    LOG_LEVEL: 'fatal',
    AUTH_SECRET: 'a'.repeat(64),
    SEAL_KEY: 'b'.repeat(64),
  };
  const startNode = async (): Promise<Running> => {
    const node = await start(await newFolder(), env);
    onTestFinished(() => void stop(node, 'SIGKILL'));
    return node;
  };
  const nodes = [await startNode(), await startNode()];
  const editor = await logIn(nodes[0] as Running);
  const { id } = await createStory(editor, { news_title: 'Ferry sails' });
  let changes = 0;
  return {
    database,
    /** How often a node's replica has given an answer. */
    answers: async (node: Running | undefined = nodes[0]) => {
      const { body } = (await node?.client.get('/metrics', { authorization: `Bearer ${token}` })) ?? {};
      const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
      const found = [...text.matchAll(metric)].map(([, answer, count]) => [answer, Number(count)] as const);
      return { replica: 0, behind: 0, away: 0, ...Object.fromEntries(found) };
    },
    /** Changes the story's headline, and expects every node to show it at once. */
    expectFresh: async () => {
      changes += 1;
      const title = `Ferry sails for the ${changes}th time`;
      expect((await editor.form('PUT', `/api/admin/${id}`, { news_title: title })).status).toBe(200);
      for (const { client } of nodes)
        for (const path of [`/news/${id}`, '/news', '/api/admin']) {
          const { status, body } = await client.get(path);
          expect([path, status]).toEqual([path, 200]);
          const text =
            body instanceof ArrayBuffer || ArrayBuffer.isView(body)
              ? new TextDecoder().decode(body)
              : JSON.stringify(body);
          expect(text).toContain(title);
        }
    },
    /** Reads pages that are not cached until the replica has answered a query. */
    untilReplicaAnswers: async () => {
      const reads = async () => {
        for (const { client } of nodes) await client.get(`/news/${Math.floor(Math.random() * 1e6) + 1000}`);
      };
      for (const node of nodes) {
        const before = (await site.answers(node)).replica;
        await expect
          .poll(async () => {
            await reads();
            return (await site.answers(node)).replica;
          })
          .toBeGreaterThan(before);
      }
    },
  };
}
let site: Awaited<ReturnType<typeof openSite>>;

test('public pages come from the replica only if it has every change that the node knows of', async () => {
  site = await openSite();
  await site.untilReplicaAnswers();

  // Reading and replay compete.
  for (let n = 0; n < 30; n++) {
    await site.expectFresh();
    await sleep(Math.random() * 100);
  }
  await site.untilReplicaAnswers();

  await site.database.standby.query('SELECT pg_wal_replay_pause()');
  for (let n = 0; n < 5; n++) await site.expectFresh();
  const { replica: before } = await site.answers();
  for (let n = 0; n < 5; n++) {
    await site.expectFresh();
    await sleep(60); // longer than `behindMs`, in which it is not queried
  }
  expect((await site.answers()).replica).toBe(before);
  await site.database.standby.query('SELECT pg_wal_replay_resume()');
  await site.untilReplicaAnswers();
  await site.expectFresh();
});

test.each(['SIGKILL', 'SIGSTOP'] as const)('after %s of the replica the primary answers', async (signal) => {
  site = await openSite();
  await site.untilReplicaAnswers();
  await site.database.standby.end(signal);
  for (let n = 0; n < 5; n++) await site.expectFresh();
  expect((await site.answers()).away).toBeGreaterThan(0);
});
