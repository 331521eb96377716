import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import { visibleRows } from '#src/site/slices.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { openDatabase } from '../database/db.ts';
import { changesChannel, installChangeTriggers, listTables, parseChange } from './change-triggers.ts';

const site = siteForFile({}); // a site of its own: these tests change its schema
let listener: Client;
let received: string[];

beforeAll(async () => {
  const { rows } = await site.db.execute<{ name: string }>(sql`SELECT current_database() AS name`);
  listener = new Client(inject('postgres').replace('DATABASE', rows[0]?.name ?? ''));
  await listener.connect();
  listener.on('notification', ({ payload = '' }) => void received.push(payload));
  await listener.query(`LISTEN ${changesChannel}`);
});
afterAll(() => listener.end()); // runs before the site closes
beforeEach(() => {
  received = [];
});

/** The messages of a statement, sorted. PostgreSQL delivers them in the order of the commits, so `end` is the last. */
async function messagesOf(statement: string) {
  await site.db.execute(statement);
  await site.db.execute(sql`SELECT pg_notify(${changesChannel}, 'end')`);
  await expect.poll(() => received.at(-1)).toBe('end');
  return received.splice(0).slice(0, -1).sort();
}

async function insert(statement: string): Promise<number> {
  const { rows } = await site.db.execute<{ id: number }>(`${statement} RETURNING id`);
  await messagesOf('SELECT 1'); // those of the row
  return rows[0]?.id ?? 0;
}
const insertStory = (status = 'published', pictureId: number | null = null) =>
  insert(`INSERT INTO stories (title, body, summary, category_id, image_width, image_height, author, language, status,
      picture_id, created_at, updated_at, board_at)
    VALUES ('Ferry', 'It sails.', 'It sails.', 1, 400, 300, 'Asha', 'en', '${status}', ${pictureId}, now(), now(), now())`);
const insertPicture = (name: string) =>
  insert(`INSERT INTO pictures (name, width, height, colour) VALUES ('${name}', 1, 1, '#000000')`);

test('an insert, an update and a delete publish the table, the row and, for an update, the columns', async () => {
  const [first] = await messagesOf(`INSERT INTO categories (name, slug, position) VALUES ('Tides', 'tides', 90)`);
  const { table, id = '', columns } = parseChange(first ?? '');
  expect([table, columns]).toEqual(['categories', undefined]);
  expect(await messagesOf(`UPDATE categories SET position = 91, name = 'Tide' WHERE id = ${id}`)).toEqual([
    expect.stringMatching(new RegExp(`^categories ${id} (name,position|position,name)$`)),
  ]);
  expect(await messagesOf(`DELETE FROM categories WHERE id = ${id}`)).toEqual([`categories ${id} `]);
});

test('a transaction publishes all its rows at once, and nothing when it is rolled back', async () => {
  const values = `('a', 'a', 92), ('b', 'b', 93)`;
  expect(await messagesOf(`INSERT INTO categories (name, slug, position) VALUES ${values}`)).toHaveLength(2);
  const rolledBack = site.db.transaction(async (tx) => {
    await tx.execute(sql`DELETE FROM categories WHERE slug IN ('a', 'b')`);
    throw new Error('It is rolled back');
  });
  await expect(rolledBack).rejects.toThrow('It is rolled back');
  expect(await messagesOf('SELECT 1')).toEqual([]);
  expect(await messagesOf(`DELETE FROM categories WHERE slug IN ('a', 'b')`)).toHaveLength(2);
});

test('rows that a foreign key deletes are published too', async () => {
  const id = await insert(`INSERT INTO categories (name, slug, position) VALUES ('Shore', 'shore', 94)`);
  const sub = await insert(
    `INSERT INTO sub_categories (category_id, name, slug, position) VALUES (${id}, 'Dunes', 'dunes', 1)`,
  );
  const messages = await messagesOf(`DELETE FROM categories WHERE id = ${id}`);
  expect(messages).toEqual([`categories ${id} `, `sub_categories ${sub} `]);
});

test('TRUNCATE publishes the table', async () => {
  expect(await messagesOf('TRUNCATE clips')).toEqual(['clips']);
});

test('an update without a change, and one that finds no row, publish nothing', async () => {
  expect(await messagesOf('UPDATE categories SET name = name')).toEqual([]);
  expect(await messagesOf(`UPDATE categories SET name = 'x' WHERE id = -1`)).toEqual([]);
});

test('tables that no page reads publish nothing', async () => {
  expect(await messagesOf(`INSERT INTO orphaned_files VALUES ('lost', now())`)).toEqual([]);
});

test('a draft publishes nothing until it becomes public', async () => {
  const id = await insertStory('draft');
  const update = (change: string) => messagesOf(`UPDATE stories SET ${change} WHERE id = ${id}`);
  expect(await update(`title = 'Not yet'`)).toEqual([]);
  expect(await update(`status = 'published'`)).toContain(`stories ${id} status`);
  expect(await update(`title = 'Now'`)).toContain(`stories ${id} title`);
  expect(await update('deleted_at = now()')).toContain(`stories ${id} deleted_at`);
  expect(await update(`title = 'In the trash'`)).toEqual([]);
  expect(await messagesOf(`DELETE FROM stories WHERE id = ${id}`)).toEqual([]);
});

test('a picture is published as a change of its public story', async () => {
  const [first, second, third] = [await insertPicture('a'), await insertPicture('b'), await insertPicture('c')];
  const published = await insertStory('published', first);
  await insertStory('draft', second);
  const shape = (id: number) => messagesOf(`UPDATE pictures SET shaped = true WHERE id = ${id}`);
  expect(await shape(first)).toEqual([`pictures ${first} shaped`, `stories ${published} shaped`]);
  expect(await shape(second)).toEqual([`pictures ${second} shaped`]);
  expect(await shape(third)).toEqual([`pictures ${third} shaped`]);
});

test('every table that is not excluded has triggers', async () => {
  const { rows } = await site.db.execute<{ name: string }>(sql`
    SELECT DISTINCT tgrelid::regclass::text AS name FROM pg_trigger WHERE tgname = 'publish_update'`);
  const withTriggers = new Set(rows.map(({ name }) => name));
  const database = await open();
  const tables = await listTables(database.pool);
  for (const name of ['stories', 'settings', 'editions', 'submissions', 'users']) expect(withTriggers).toContain(name);
  for (const name of ['sessions', 'audit_log', 'rate_limits']) expect(withTriggers).not.toContain(name);
  for (const name of withTriggers) expect(tables).toContain(name);
});

/** Another connection pool to the site's database. */
async function open() {
  const { rows } = await site.db.execute<{ name: string }>(sql`SELECT current_database() AS name`);
  const database = openDatabase(inject('postgres').replace('DATABASE', rows[0]?.name ?? ''), () => undefined);
  onTestFinished(() => database.close());
  return database;
}

test('a second start replaces nothing, and another definition replaces the older one', async () => {
  const { pool } = await open();
  const versions = async () =>
    (
      await pool.query(`SELECT proname, pg_proc.xmin::text AS version FROM pg_proc
        WHERE proname LIKE 'publish_change_of_%' ORDER BY 1`)
    ).rows;
  const before = await versions();
  expect(before.length).toBeGreaterThan(10);
  await installChangeTriggers(pool, visibleRows);
  expect(await versions()).toEqual(before);

  const id = await insert(`INSERT INTO categories (name, slug, position) VALUES ('Old', 'old', 95)`);
  const rename = (name: string) => messagesOf(`UPDATE categories SET name = '${name}' WHERE id = ${id}`);
  await installChangeTriggers(pool, [
    ...visibleRows,
    { table: 'categories', visible: (row) => `${row}.name <> 'hidden'` },
  ]);
  const changed = (await versions()).filter(({ version }, at) => version !== before[at]?.version);
  expect(changed.map(({ proname }) => proname)).toEqual(['publish_change_of_categories']);
  await rename('hidden');
  expect(await messagesOf(`UPDATE categories SET position = 96 WHERE id = ${id}`)).toEqual([]);
  await installChangeTriggers(pool, visibleRows);
  expect(await rename('hidden again')).toEqual([`categories ${id} name`]);
});
