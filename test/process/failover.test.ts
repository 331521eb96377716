// Both hosts are in DATABASE_URL; the primary is lost and the standby is promoted, without a restart of the site.
import { expect, onTestFinished, test } from 'vitest';
import { programmes } from '#src/enquiries/enquiries.rules.ts';
import type { Client } from '../client.ts';
import { storyFields } from '../factories/stories.ts';
import { openReplicatedDatabase } from '../faults/replicated.ts';
import { logIn, newFolder, type Running, start, stop } from './program.ts';

test.each(['SIGKILL', 'SIGSTOP'] as const)('after %s of the primary the site uses the new one', async (signal) => {
  const database = await openReplicatedDatabase();
  onTestFinished(() => database.close());
  const secrets = { AUTH_SECRET: 'a'.repeat(64), SEAL_KEY: 'b'.repeat(64) };
  const env = { DATABASE_URL: database.url, LOG_LEVEL: 'fatal', ...secrets };
  const startNode = async (): Promise<Running> => {
    const node = await start(await newFolder(), env);
    onTestFinished(() => void stop(node, 'SIGKILL'));
    return node;
  };
  const nodes = [await startNode(), await startNode()] as const;
  const editor = await logIn(nodes[0]);
  const acknowledged: string[] = [];
  const write = async () => {
    const title = `Ferry ${acknowledged.length} ${Math.random()}`;
    const { status } = await editor.form('POST', '/api/admin', storyFields({ news_title: title }));
    if (status === 201) acknowledged.push(title);
    return status;
  };
  const board = async ({ client }: { client: Client }) => {
    const { headers, body } = await client.get('/news');
    return { state: headers.get('x-cache'), html: new TextDecoder().decode(body) };
  };
  for (let n = 0; n < 5; n++) expect(await write()).toBe(201);

  const failedOver = database.failOver(signal);
  let isOver = false;
  void failedOver.finally(() => {
    isOver = true;
  });
  while (!isOver) await write();
  await failedOver;
  await expect.poll(write).toBe(201);

  // A node whose primary is silent detects it within some ten seconds.
  const list = () => nodes[1].client.get('/api/admin?limit=500');
  await expect.poll(async () => (await list()).status).toBe(200);
  const { body: stories } = await list();
  const titles = new Set(stories.map((story: { news_title: string }) => story.news_title));
  expect(acknowledged.filter((title) => !titles.has(title))).toEqual([]);

  // What one node writes outdates the cached pages of the other.
  await expect.poll(async () => (await board(nodes[1])).state).toBe('hit');
  expect(await write()).toBe(201);
  expect((await board(nodes[1])).html).toContain(acknowledged.at(-1));

  // Jobs run, and notify the workers of a new one.
  const body = {
    name: 'Ravi',
    email: 'ravi@readers.test',
    mobile: '+919876543210',
    programme: programmes[0],
    consent: true,
  };
  expect((await nodes[0].client.json('POST', '/api/enquiries', body)).status).toBe(201);
  await expect
    .poll(() => database.standby.query("SELECT FROM jobs.job WHERE name = 'mail.deliver' AND state <> 'completed'"))
    .toBe(0);
  expect(await database.standby.query("SELECT FROM jobs.job WHERE name = 'mail.deliver'")).toBeGreaterThan(0);

  // A process that starts now finds it too, although the first primary is away.
  const { body: ready } = await (await startNode()).client.get('/readyz');
  expect(ready).toMatchObject({ database: 'ok' });
});
