import { sql } from 'drizzle-orm';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase } from './db.ts';

const open = () => {
  const database = openDatabase(inject('postgres').replace('DATABASE', 'postgres'), () => undefined);
  onTestFinished(() => database.close());
  return database;
};

test('connections that are lost during BEGIN are replaced', async () => {
  const [{ db, pool }, other] = [open(), open()];
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const pids = await Promise.all(
    clients.map(async (client): Promise<number> => (await client.query('SELECT pg_backend_pid() AS pid')).rows[0].pid),
  );
  for (const client of clients) client.release();

  for (const pid of pids) process.kill(pid, 'SIGSTOP'); // so that BEGIN is sent and not answered
  const transactions = Promise.allSettled(pids.map(() => db.transaction((tx) => tx.execute(sql`SELECT 1`))));
  await other.pool.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [pids]);
  for (const pid of pids) process.kill(pid, 'SIGCONT');

  expect((await transactions).map(({ status }) => status)).toEqual(pids.map(() => 'rejected'));
  expect((await db.execute(sql`SELECT 1 AS one`)).rows).toEqual([{ one: 1 }]);
});

test('a connection that is lost between two queries of a transaction fails the transaction only', async () => {
  const [{ db }, other] = [open(), open()];
  const lost = db.transaction(async (tx) => {
    const { rows } = await tx.execute(sql`SELECT pg_backend_pid() AS pid`);
    const gone = async () =>
      (await other.pool.query('SELECT 1 FROM pg_stat_activity WHERE pid = $1', [rows[0]?.pid])).rowCount;
    await other.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    await expect.poll(gone).toBe(0);
    await tx.execute(sql`SELECT 1`);
  });
  await expect(lost).rejects.toThrow('Failed query');
  expect((await db.execute(sql`SELECT 1 AS one`)).rows).toEqual([{ one: 1 }]);
});
