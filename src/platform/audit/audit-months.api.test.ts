import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { addDays } from '#src/rules/calendar.rules.ts';
import { accountRoles } from '#src/rules/roles.rules.ts';
import { withSettings } from '#test/settings.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { findBackups, findNewest } from '../backup/last-backup.ts';
import { isLocked } from '../database/brief-locks.ts';
import { arrangeAuditLog } from './audit.jobs.ts';
import { auditLogYears } from './audit.settings.ts';
import { listPartitions } from './audit-months.queries.ts';
import { addAuditMonths, dropAuditMonths } from './audit-months.ts';

const site = siteForFile();

const names = async () => (await listPartitions(site.db)).map(({ name }) => name);
const nameOf = (month: Date) => `audit_log_${month.toISOString().slice(0, 7).replace('-', '_')}`;
/** As the version before partitions inserts it. Returns its id. */
async function insert(at: string, action = 'test.done', db = site.db): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(sql`
    INSERT INTO audit_log (id, at, actor_id, actor, action, subject, details)
    VALUES (DEFAULT, ${at}, DEFAULT, 'Asha', ${action}, 'test 1', DEFAULT) RETURNING id`);
  return rows[0]?.id ?? 0;
}
const partitionOf = async (id: number) =>
  (await site.db.execute(sql`SELECT tableoid::regclass::text AS name FROM audit_log WHERE id = ${id}`)).rows[0]?.name;

test('a site has partitions for this month and the next three', async () => {
  const months = Array.from({ length: 4 }, (_, ahead) => {
    const now = new Date();
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead));
  });
  expect(await names()).toEqual([...months.map(nameOf), 'audit_log_default']);
  expect(await partitionOf(await insert(new Date().toISOString()))).toBe(nameOf(new Date()));
});

test('rows of other months are in the default partition until they get their own', async () => {
  // The first and the last instant of a month, whatever the session's time zone is.
  const ids = [await insert('2019-12-01T00:00:00.000Z'), await insert('2019-12-31T23:59:59.999Z')];
  const other = await insert('2019-11-30T23:59:59.999Z');
  expect(await partitionOf(other)).toBe('audit_log_default');
  const before = (await site.db.execute(sql`SELECT * FROM audit_log ORDER BY id`)).rows;
  await addAuditMonths(site.db, new Date());
  expect(await Promise.all(ids.map(partitionOf))).toEqual(['audit_log_2019_12', 'audit_log_2019_12']);
  expect(await partitionOf(other)).toBe('audit_log_2019_11');
  expect((await site.db.execute(sql`SELECT * FROM audit_log ORDER BY id`)).rows).toEqual(before);
  expect(await insert('2019-12-02T00:00:00Z')).toBeGreaterThan(other);
  const again = await names();
  await addAuditMonths(site.db, new Date());
  expect(await names()).toEqual(again);
});

test.for(['audit_log', 'audit_log_2018_05'])('%s refuses changes', async (table) => {
  const id = await insert('2018-05-10T10:00:00Z');
  await addAuditMonths(site.db, new Date());
  const changes = [`UPDATE ${table} SET actor = 'nobody' WHERE id = ${id}`, `DELETE FROM ${table} WHERE id = ${id}`];
  for (const change of changes)
    await expect(site.db.execute(change)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('never changed or deleted') },
    });
  await expect(site.db.execute('TRUNCATE audit_log')).rejects.toThrow();
  expect(await partitionOf(id)).toBe('audit_log_2018_05');
});

test('months that ended before a date are deleted, which the log records', async () => {
  const [old, kept] = [await insert('2015-03-31T23:59:59Z'), await insert('2015-04-01T00:00:00Z')];
  await addAuditMonths(site.db, new Date());
  const before = new Date('2015-04-30T00:00:00Z'); // within the second month
  expect(await dropAuditMonths(site.db, before, new Date())).toEqual(['audit_log_2015_03']);
  expect(await Promise.all([old, kept].map(partitionOf))).toEqual([undefined, 'audit_log_2015_04']);
  const { body } = await (await site.as('admin')).get('/api/audit?search=audit_log.shortened');
  expect(body.acts[0]).toMatchObject({ actor: 'News Wing', details: { before: '2015-04-01T00:00:00.000Z' } });
  expect(await dropAuditMonths(site.db, before, new Date())).toEqual([]);
});

test('the nightly job deletes nothing unless the setting names years', async () => {
  const run = () => arrangeAuditLog.run({ ...site.services, log: { info: () => undefined } } as never, {});
  const [old, kept] = [addDays(new Date(), -800), addDays(new Date(), -300)];
  const ids = [await insert(old.toISOString()), await insert(kept.toISOString())];
  await run();
  expect(await Promise.all(ids.map(partitionOf))).toEqual([nameOf(old), nameOf(kept)]);
  await withSettings(site, [[auditLogYears, 2]], run);
  expect(await Promise.all(ids.map(partitionOf))).toEqual([undefined, nameOf(kept)]);
});

describe('the setting of the years', () => {
  const values = { [auditLogYears.key]: 2 };
  const current = () => site.services.settings.get(auditLogYears);

  test.for(accountRoles.filter((role) => role !== 'admin'))('is not changed by %s', async (role) => {
    const { status } = await (await site.as(role)).json('PUT', '/api/settings', { values });
    expect([status, current()]).toEqual([403, 0]);
  });

  test('is not changed by a visitor', async () => {
    const { status } = await site.visitor.json('PUT', '/api/settings', { values });
    expect([status, current()]).toEqual([401, 0]);
  });

  test('is changed by an admin who has confirmed his password, to whole years', async () => {
    const admin = await site.as('admin');
    site.advance(20 * 60_000);
    const save = (years: number | null) =>
      admin.json('PUT', '/api/settings', { values: { [auditLogYears.key]: years } });
    expect(await save(2)).toMatchObject({ status: 403, body: { code: 'confirm_password' } });
    expect(current()).toBe(0);
    await admin.json('POST', '/api/user/confirm_password', { password: 'correct horse battery' });
    for (const years of [-1, 1.5, 101]) expect((await save(years)).status).toBe(422);
    expect((await save(2)).status).toBe(200);
    expect(current()).toBe(2);
    await save(null);
  });
});

test('a transaction that writes delays new partitions and is not delayed', async () => {
  const writer = new Client({ connectionString: site.databaseUrl });
  await writer.connect();
  onTestFinished(() => writer.end());
  const write = `INSERT INTO audit_log (at, actor, action, subject) VALUES (now(), 'Asha', 'test.open', 'test 2')`;
  await writer.query('BEGIN');
  await writer.query(write);
  const id = await insert('2012-01-01T00:00:00Z');
  await expect(addAuditMonths(site.db, new Date(), { attempts: 1 })).rejects.toSatisfy(isLocked);
  let added: Promise<void> | undefined;
  await new Promise<void>((onLocked) => {
    added = addAuditMonths(site.db, new Date(), { onLocked });
  });
  await writer.query(write);
  expect(await insert('2012-01-02T00:00:00Z')).toBeGreaterThan(id); // others write too
  await writer.query('COMMIT');
  await added;
  expect(await partitionOf(id)).toBe('audit_log_2012_01');
});

test('the last backup, and failures since, are found by an index of these events', async () => {
  expect(await findBackups(site.db)).toEqual({ last: undefined, failedSince: undefined });
  await insert('2026-01-01T00:00:00Z', 'backup.failed');
  await insert('2026-01-02T00:00:00Z', 'backup.made');
  const found = await findBackups(site.db);
  expect(found).toMatchObject({ last: { at: new Date('2026-01-02T00:00:00Z') }, failedSince: undefined });
  await insert('2026-01-03T00:00:00Z', 'backup.failed');
  expect(await findBackups(site.db)).toMatchObject({ last: found.last, failedSince: expect.anything() });
  for (const action of ['backup.made', 'backup.failed'] as const) {
    const plan = await site.db.transaction(async (tx) => {
      await tx.execute('SET LOCAL enable_seqscan = off'); // the tables of the test are small
      const { rows } = await tx.execute(sql`EXPLAIN ${findNewest(site.db, action, 1)}`);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toContain('_action_id_idx');
    expect(plan).not.toMatch(/Seq Scan|Filter|Sort {2}/);
  }
});
