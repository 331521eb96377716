// A node whose clock is wrong, beside one whose clock is right, while pages are read and written.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { Client, taken } from '../client.ts';
import { storyFields } from '../factories/stories.ts';
import { main } from '../process/program.ts';
import { password } from '../site.ts';
import { measure, more } from './measure.ts';
import { type FaultySite, openFaultySite, until } from './site.ts';

const [node = '', program = ''] = main;
const withClock = (hours: number) => {
  const preload = `${pathToFileURL(join(import.meta.dirname, 'shifted-clock.ts'))}?hours=${hours}`;
  return [node, '--import', preload, program];
};

test.each([
  ['clock 2 h ahead', 2],
  ['clock 2 h behind', -2],
])('%s', async (name, hours) => {
  const site = await openFaultySite({ commandOf: (_, index) => (index ? withClock(hours) : main) });
  try {
    const unanswered = await measure(site, name, async () => {
      await scheduledStories(site);
      await correctionsAreSeen(site);
      await sessionsOfBothNodes(site);
      await attemptsAreCounted(site);
      await sleep(more(0, 30_000)); // with the jobs of a minute
    });
    expect(unanswered, site.errors()).toEqual([]);
  } finally {
    await site.close();
  }
});

const clientsOf = (site: FaultySite) => site.addresses().map((address) => new Client(address, site.editor().token));

/** Stories that either node schedules are published at their time, by the clock of the database. */
async function scheduledStories(site: FaultySite) {
  const at = new Date(Date.now() + 20_000);
  const ids = await Promise.all(
    clientsOf(site).map(async (client) => {
      const fields = storyFields({ status: 'scheduled', publish_at: at.toISOString() });
      return taken(await client.form('POST', '/api/admin', fields)).id as number;
    }),
  );
  const statusesOf = (id: number) =>
    Promise.all(site.addresses().map(async (address) => (await new Client(address).get(`/api/admin/${id}`)).status));
  while (Date.now() < at.getTime() - 1000) {
    const statuses = (await Promise.all(ids.map(statusesOf))).flat();
    if (Date.now() < at.getTime()) expect(statuses).toEqual([404, 404, 404, 404]);
    await sleep(500);
  }
  await until(async () => (await Promise.all(ids.map(statusesOf))).flat().every((status) => status === 200));
  for (const id of ids) {
    const { body } = await new Client(site.addresses()[0] as string).get(`/api/admin/${id}`);
    expect(body).toMatchObject({ status: 'published', created_at: at.toISOString() });
  }
}

/** What was changed at one node is shown by the page of the other when the change is answered. */
async function correctionsAreSeen(site: FaultySite) {
  const clients = clientsOf(site);
  const { id } = taken(await site.editor().form('POST', '/api/admin', storyFields()));
  for (let round = 0; round < 10; round++) {
    const title = `A headline in round ${round}`;
    taken(await (clients[round % 2] as Client).form('PUT', `/api/admin/${id}`, { news_title: title }));
    const other = clients[(round + 1) % 2] as Client;
    expect((await other.get(`/api/admin/${id}`)).body.news_title).toBe(title);
    const page = Buffer.from((await other.get(`/news/${id}`)).body).toString();
    expect(page.includes(title)).toBe(true);
  }
}

/** A session that began at one node is one at the other, until it is ended at either. */
async function sessionsOfBothNodes(site: FaultySite) {
  const [first = '', second = ''] = site.addresses();
  for (const [here, there] of [
    [first, second],
    [second, first],
  ] as const) {
    const client = await new Client(here).login('/api/admin_login', 'chief@news.test', password);
    const same = new Client(there, client.token);
    expect((await same.get('/api/verify_token')).status).toBe(200);
    taken(await same.json('POST', '/api/newswings_logout', {}));
    expect((await client.get('/api/verify_token')).status).toBe(401);
  }
}

/** Sixty requests for a link an hour, whichever node gets them. */
async function attemptsAreCounted(site: FaultySite) {
  const nodes = site.addresses().map((address) => new Client(address).from('203.0.113.7'));
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 62; attempt++) {
    const asked = nodes[attempt % 2] as Client;
    statuses.push((await asked.json('POST', '/api/forgot_password', { email: `no${attempt}@x.test` })).status);
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
}
