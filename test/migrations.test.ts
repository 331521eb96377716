// Nodes of two versions run side by side during an upgrade: decision 156.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import journal from '#db/migrations/meta/_journal.json' with { type: 'json' };
import { findRollingProblems, reasonMark } from './migration-rules.ts';

// Those up to here were written before the rule.
const baseline = '0030_replaced_files';

const folder = join(import.meta.dirname, '../db/migrations');
const tags = journal.entries.map(({ tag }) => tag);
const newer = tags.slice(tags.indexOf(baseline) + 1);

test('the baseline is a migration', () => expect(tags).toContain(baseline));

// Without entries `test.for` would be an error.
test('newer migrations break no program of the version before', async () => {
  const problems = await Promise.all(
    newer.map(async (tag) => [tag, findRollingProblems(await readFile(join(folder, `${tag}.sql`), 'utf8'))] as const),
  );
  expect(problems.filter(([, found]) => found.length > 0)).toEqual([]);
});

test.for<[sql: string, why: string]>([
  ['DROP TABLE "topics"', 'removes what it uses'],
  ['drop table if exists topics', 'removes what it uses'],
  ['ALTER TABLE "media_files" DROP COLUMN "has_subtitles"', 'removes what it uses'],
  ['DROP FUNCTION search_put(text, integer)', 'removes what it uses'],
  ['ALTER TABLE "stories" RENAME COLUMN "title" TO "headline"', 'renames what it uses'],
  ['ALTER TABLE "stories" RENAME TO "articles"', 'renames what it uses'],
  ['ALTER TABLE "stories"\n  ALTER COLUMN "summary" SET NOT NULL', 'it may write null'],
  ['ALTER TABLE "stories" ALTER COLUMN "body" DROP NOT NULL', 'it may read null'],
  ['ALTER TABLE "stories" ALTER COLUMN "language" DROP DEFAULT', 'it may count on the default'],
  ['ALTER TABLE "stories" ADD COLUMN "dateline" text NOT NULL', 'it does not write the column'],
  ['ALTER TABLE "pictures" ALTER COLUMN "created_at" SET DATA TYPE date', 'changes a type'],
  ['ALTER TABLE "pictures" ALTER COLUMN "created_at" TYPE date', 'changes a type'],
  [`ALTER TYPE "live_state" ADD VALUE 'paused'`, 'a value that it does not know'],
  ['ALTER TABLE "users" ADD COLUMN "a" text GENERATED ALWAYS AS (lower(name)) STORED', 'writes the table anew'],
  ['CREATE UNIQUE INDEX "users_name_key" ON "users" USING btree ("name")', 'it may write a value twice'],
  ['ALTER TABLE "users" ADD CONSTRAINT "users_name_key" UNIQUE("name")', 'what the constraint forbids'],
  ['ALTER TABLE "users" DROP CONSTRAINT "users_email_key"', 'ON CONFLICT'],
  [`ALTER TABLE "users" ADD CONSTRAINT "c" CHECK ("users"."name" <> '')`, 'what the constraint forbids'],
  [
    'ALTER TABLE "users" ADD CONSTRAINT "f" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("id")',
    'what the constraint forbids',
  ],
  ['CREATE INDEX "stories_place_idx" ON "stories" USING btree ("place")', 'while the index is built'],
  ['UPDATE "media_files" SET "subtitles_name" = "name"', 'misses the rows'],
  ['TRUNCATE "rate_limits"', 'misses the rows'],
  ['LOCK TABLE "stories"', 'keeps it from writing'],
  ['DO $$ BEGIN ALTER TABLE "stories" DROP COLUMN "body"; END $$', 'removes what it uses'],
  ['CREATE TABLE "a" ("id" integer);\nALTER TABLE "b" DROP COLUMN "c"', 'removes what it uses'],
])('refuses %s', ([sql, why]) => {
  expect(findRollingProblems(`CREATE TABLE "new" ("id" integer);--> statement-breakpoint\n${sql};`)).toEqual([
    expect.stringContaining(why),
  ]);
});

test.for([
  'CREATE TABLE "topics" ("id" integer PRIMARY KEY NOT NULL, "name" text NOT NULL)',
  'ALTER TABLE "stories" ADD COLUMN "dateline" text',
  `ALTER TABLE "stories" ADD COLUMN "dateline" text DEFAULT '' NOT NULL`,
  'ALTER TABLE "users" ADD COLUMN "seq" integer GENERATED ALWAYS AS IDENTITY NOT NULL',
  'CREATE INDEX "topics_name_idx" ON "topics" USING btree ("name")',
  'ALTER TABLE "users" ALTER COLUMN "name" SET DEFAULT now()',
  // A constraint on what no earlier program writes.
  `ALTER TABLE "stories" ADD COLUMN "series_id" integer;--> statement-breakpoint
   ALTER TABLE "stories" ADD CONSTRAINT "f" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE set null`,
  `ALTER TABLE "stories" ADD COLUMN "x" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
   ALTER TABLE "stories" ADD CONSTRAINT "c" CHECK ("stories"."x" > 0)`,
  // Of the migration's own table.
  `CREATE TABLE "a" ("id" integer);--> statement-breakpoint
   CREATE UNIQUE INDEX "a_key" ON "a" USING btree ("id");--> statement-breakpoint
   ALTER TABLE "a" ADD CONSTRAINT "c" UNIQUE("id")`,
  // Runs later.
  `CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $fn$ BEGIN
     DELETE FROM search_documents; DROP TABLE x; RETURN NULL; END $fn$`,
  `COMMENT ON TABLE "stories" IS 'DROP TABLE "stories"'`,
  '-- DROP TABLE "stories";\nSELECT 1',
  `${reasonMark} no program has read or written it since the version of July.\nALTER TABLE "a" DROP COLUMN "b"`,
])('accepts %s', (sql) => expect(findRollingProblems(sql)).toEqual([]));

test('a reason holds for its own statement, and has words', () => {
  const sql = `${reasonMark} no program has read or written it since the version of July.\nALTER TABLE "a" DROP COLUMN "b";
    --> statement-breakpoint\nALTER TABLE "a" DROP COLUMN "c";`;
  expect(findRollingProblems(sql)).toHaveLength(1);
  expect(findRollingProblems(`${reasonMark} unused.\nALTER TABLE "a" DROP COLUMN "b";`)).toHaveLength(1);
});
