// A node serves reads and writes while another process, of a newer version, migrates their database: decision 156.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client as Connection } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { migrateDatabase, openDatabase, withAdvisoryLock } from '#src/platform/database/db.ts';
import { visibleRows } from '#src/site/slices.ts';
import type { Client } from '../client.ts';
import { pictureFile } from '../factories/pictures.ts';
import { createStory } from '../factories/stories.ts';
import { siteForFile } from '../site-for-file.ts';

const site = siteForFile({}); // a site of its own: these tests migrate its database
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'news-wing-newer-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The migrations of a newer program, which has another one. */
async function newerMigrations(name: string, statements: string[]): Promise<string> {
  const migrations = join(folder, name);
  await cp(join(import.meta.dirname, '../../db/migrations'), migrations, { recursive: true });
  const journal = join(migrations, 'meta/_journal.json');
  const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8'));
  const entry = {
    ...entries.at(-1),
    idx: entries.length,
    when: entries.at(-1).when + Number.parseInt(name, 10),
    tag: name,
  };
  await writeFile(journal, JSON.stringify({ ...rest, entries: [...entries, entry] }));
  await writeFile(join(migrations, `${name}.sql`), statements.join(';--> statement-breakpoint\n'));
  return migrations;
}

/** Migrates as a start does, on connections of its own. Its program publishes changes of stories by another condition. */
async function migrate(migrations: string, onLocked?: () => void): Promise<void> {
  const database = openDatabase(site.databaseUrl, () => undefined);
  const rules = visibleRows.map((rule) => {
    const { visible } = rule;
    return rule.table === 'stories' && visible
      ? { ...rule, visible: (row: 'OLD' | 'NEW') => `(${visible(row)}) IS TRUE` }
      : rule;
  });
  try {
    await withAdvisoryLock(database, () => migrateDatabase(database, migrations, rules, onLocked));
  } finally {
    await database.close();
  }
}

/** Reads and writes until `stop`. `failed` has the answers with other statuses than 2xx. */
function startLoad(editor: Client, reader: Client, profile: Record<string, string>) {
  let stopped = false;
  let rounds = 0;
  const failed: string[] = [];
  const run = async (round: () => Promise<{ status: number; body: unknown }[]>) => {
    while (!stopped) {
      const answers = await round().catch((error: Error) => [{ status: 0, body: error.message }]);
      for (const { status, body } of answers)
        if (status < 200 || status >= 300) failed.push(`${status} ${JSON.stringify(body)}`);
      rounds += 1;
    }
  };
  const done = Promise.all([
    run(async () => {
      const { id, version } = await createStory(editor);
      const changed = await editor.form('PUT', `/api/admin/${id}`, { news_title: `Changed ${id}`, version });
      return [changed, await site.visitor.get(`/api/admin/${id}`), await editor.delete(`/api/admin/${id}`)];
    }),
    run(async () => {
      const { id } = await createStory(editor, { image: await pictureFile(40, 30), topics: 'Harbour' });
      const correction = { kind: 'correction', text: 'Not so.' };
      return [await editor.json('POST', `/api/stories/${id}/corrections`, correction)];
    }),
    run(async () => [
      await site.visitor.get('/api/admin?limit=5'),
      await site.visitor.get('/api/search?q=story'),
      await reader.get('/api/user/me'),
      await reader.form('PUT', '/api/newswings_update_profile', profile),
    ]),
  ]);
  return {
    failed,
    /** Waits until the load has gone round some more times. */
    goOn: async (more = 6) => {
      const until = rounds + more;
      await expect.poll(() => rounds).toBeGreaterThan(until);
    },
    stop: async () => {
      stopped = true;
      await done;
    },
  };
}

test('reads and writes go on while columns, a table, an index, a default and triggers are added', async () => {
  const [editor, reader] = [await site.as('editor'), await site.as('reader')];
  const { name, mobile, email } = (await reader.get('/api/user/me')).body;
  const load = startLoad(editor, reader, { name, mobile, email });
  await load.goOn();
  await migrate(
    await newerMigrations('0998_expand', [
      'ALTER TABLE "stories" ADD COLUMN "later" text',
      `ALTER TABLE "stories" ADD COLUMN "later_count" integer DEFAULT 0 NOT NULL`,
      'ALTER TABLE "pictures" ADD COLUMN "later" text',
      'CREATE TABLE "later_things" ("id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY, "story_id" integer)',
      'ALTER TABLE "later_things" ADD CONSTRAINT "f" FOREIGN KEY ("story_id") REFERENCES "stories"("id") ON DELETE cascade',
      'CREATE INDEX "later_idx" ON "stories" USING btree ("later") WHERE "later" IS NOT NULL',
      `ALTER TABLE "users" ALTER COLUMN "mobile" SET DEFAULT ''`,
    ]),
  );
  await load.goOn();
  await load.stop();
  expect(load.failed).toEqual([]);
  const { rows } = await site.db.execute(`SELECT later_count FROM stories LIMIT 1`);
  expect(rows).toEqual([{ later_count: 0 }]);

  // What it writes is still published to all nodes, by the triggers of the newer program.
  const { id } = await createStory(editor);
  await editor.form('PUT', `/api/admin/${id}`, { news_title: 'Published' });
  const { rows: changes } = await site.db.execute(
    `SELECT message FROM changes WHERE message LIKE 'stories ${id} %title%'`,
  );
  expect(changes).toHaveLength(1);
});

test('a migration that waits for a backup keeps nobody from reading', async () => {
  const backup = new Connection({ connectionString: site.databaseUrl });
  await backup.connect();
  onTestFinished(() => backup.end());
  await backup.query('BEGIN');
  await backup.query('LOCK TABLE stories IN ACCESS SHARE MODE');
  const { id } = await createStory(await site.as('editor'));

  let done = false;
  const migrations = await newerMigrations('0999_waits', ['ALTER TABLE "stories" ADD COLUMN "last" text']);
  let migrated: Promise<void> | undefined;
  await new Promise<void>((resolve) => {
    migrated = migrate(migrations, resolve).then(() => {
      done = true;
    });
  });
  // It has tried once and goes on trying; with a lock that waits, none of these would be answered.
  for (let count = 0; count < 20; count++) expect((await site.visitor.get(`/api/admin/${id}`)).status).toBe(200);
  expect(done).toBe(false);
  await backup.query('COMMIT');
  await migrated;
  expect((await site.visitor.get(`/api/admin/${id}`)).status).toBe(200);
});
