import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { siteForFile } from '#test/site-for-file.ts';
import { openDatabase } from '../database/db.ts';
import { openPubSub } from '../database/pub-sub.ts';
import { openSettings } from '../settings/settings.ts';
import type { Change } from './change-triggers.ts';
import { purgeChanges } from './changes.jobs.ts';
import { openPageInvalidation } from './invalidation.ts';

const site = siteForFile();

let url: string;
let server: Client; // to another database: ALLOW_CONNECTIONS of the current one cannot be changed
let database: string;
beforeAll(async () => {
  const { rows } = await site.db.execute<{ name: string }>(sql`SELECT current_database() AS name`);
  database = rows[0]?.name ?? '';
  url = inject('postgres').replace('DATABASE', database);
  server = new Client(inject('postgres').replace('DATABASE', 'postgres'));
  await server.connect();
  return () => server.end();
});

/** A node of its own on the site's database: its changes, and a way to interrupt its connection. */
async function openListener() {
  const errors: Error[] = [];
  const node = openDatabase(url, (error) => errors.push(error));
  const pubSub = await openPubSub(url, (error) => errors.push(error));
  const settings = await openSettings(node.db);
  const invalidation = await openPageInvalidation(node, pubSub, settings, (error) => errors.push(error));
  onTestFinished(async () => {
    invalidation.close();
    await pubSub.close();
    await node.close();
  });
  const received: (Change | undefined)[] = [];
  invalidation.subscribe((changes) => void received.push(...(changes ?? [undefined])));
  return {
    received,
    heartbeat: async () => {
      const pid = pubSub.processId();
      await site.db.execute(
        sql`SELECT pg_notify('heartbeats', ${pid}::text || ' ' || pg_snapshot_xmin(pg_current_snapshot()))`,
      );
    },
    /** Ends the connection, runs `meanwhile` before the node listens again, and waits until it has caught up. */
    interrupt: async (meanwhile: () => Promise<unknown>) => {
      const pid = pubSub.processId();
      await server.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
      await server.query('SELECT pg_terminate_backend($1, 5000)', [pid]);
      await meanwhile();
      await server.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
      await expect.poll(() => pubSub.processId() !== pid && invalidation.isConnected()).toBe(true);
    },
  };
}

const tableCount = async () => {
  const { rows } = await site.db.execute(sql`
    SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`);
  return rows.length;
};
const addCategory = (name: string) =>
  site.db.execute<{ id: number }>(
    sql`INSERT INTO categories (name, slug, position) VALUES (${name}, ${name}, 90) RETURNING id`,
  );

test('after a gap a node hears of the changes that it has missed, and of no others', async () => {
  const { received, heartbeat, interrupt } = await openListener();
  await addCategory('heard');
  await heartbeat();
  await addCategory('seen');
  await expect.poll(() => received.length).toBe(2);
  received.length = 0;
  let id = 0;
  await interrupt(async () => {
    id = (await addCategory('missed')).rows[0]?.id ?? 0;
  });
  expect(received.map((change) => change?.table)).toEqual(received.map(() => 'categories'));
  expect(received).toContainEqual({ table: 'categories', id: String(id) });
  expect(received.length).toBeLessThanOrEqual(3); // the one that came after the heartbeat may come again
});

test('a transaction that began before the last heartbeat and ends in the gap is heard of', async () => {
  const { received, heartbeat, interrupt } = await openListener();
  const { promise: end, resolve: commit } = Promise.withResolvers<void>();
  const { promise: written, resolve: write } = Promise.withResolvers<void>();
  const slow = site.db.transaction(async (tx) => {
    await tx.execute(sql`INSERT INTO categories (name, slug, position) VALUES ('slow', 'slow', 91)`);
    write();
    await end;
  });
  await written;
  await heartbeat();
  await addCategory('quick');
  await expect.poll(() => received.length).toBe(1);
  received.length = 0;
  await interrupt(async () => {
    commit();
    await slow;
  });
  const { rows } = await site.db.execute<{ id: number }>(sql`SELECT id FROM categories WHERE slug = 'slow'`);
  expect(received).toContainEqual({ table: 'categories', id: String(rows[0]?.id) });
});

test('without a heartbeat every table counts as changed', async () => {
  const { received, interrupt } = await openListener();
  await interrupt(async () => undefined);
  expect(new Set(received.map((change) => change?.table)).size).toBe(await tableCount());
});

test('after more changes than a node reads every table counts as changed', async () => {
  const { received, heartbeat, interrupt } = await openListener();
  await heartbeat();
  await interrupt(() =>
    site.db.execute(sql`INSERT INTO changes (message) SELECT 'categories ' || n FROM generate_series(1, 20001) AS n`),
  );
  expect(new Set(received.map((change) => change?.table)).size).toBe(await tableCount());
});

test('on a database that was set back every table counts as changed', async () => {
  const { received, interrupt } = await openListener();
  const pid = sql`SELECT pid FROM pg_stat_activity WHERE application_name = 'news-wing listener' AND datname = current_database()`;
  await site.db.execute(sql`SELECT pg_notify('heartbeats', pid || ' 99999999999') FROM (${pid}) AS listeners`);
  await interrupt(async () => undefined);
  expect(new Set(received.map((change) => change?.table)).size).toBe(await tableCount());
});

test('changes are deleted after a day', async () => {
  await site.db.execute(
    sql`INSERT INTO changes (message, at) VALUES ('old', now() - interval '25 hours'), ('new', now() - interval '23 hours')`,
  );
  await site.services.jobs.send(purgeChanges, {});
  const left = async () =>
    (await site.db.execute(sql`SELECT message FROM changes WHERE message IN ('old', 'new')`)).rows;
  await expect.poll(left, { timeout: 10_000 }).toEqual([{ message: 'new' }]);
});
