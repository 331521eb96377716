import { lt, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { addDays } from '#src/rules/calendar.rules.ts';
import { accountRoles } from '#src/rules/roles.rules.ts';
import { withSettings } from '#test/settings.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { findBackups, findNewest } from '../backup/last-backup.ts';
import { arrangeAuditLog } from './audit.jobs.ts';
import { auditLogYears } from './audit.settings.ts';
import { auditLog } from './audit.tables.ts';
import { selectAuditEvents } from './audit.ts';
import { purgeAuditLog } from './purge.ts';

const site = siteForFile();

/** Returns its id. */
async function insert(at: string, action = 'test.done'): Promise<number> {
  const { rows } = await site.db.execute<{ id: number }>(sql`
    INSERT INTO audit_log (id, at, actor_id, actor, action, subject, details)
    VALUES (DEFAULT, ${at}, DEFAULT, 'Asha', ${action}, 'test 1', DEFAULT) RETURNING id`);
  return rows[0]?.id ?? 0;
}
const isKept = async (id: number) =>
  (await site.db.execute(sql`SELECT FROM audit_log WHERE id = ${id}`)).rows.length === 1;
/** Deletes an event as the purge does. */
const purge = (id: number) =>
  site.db.transaction(async (tx) => {
    await tx.execute(`SET LOCAL news_wing.purges_audit_log = 'on'`);
    await tx.execute(sql`DELETE FROM audit_log WHERE id = ${id}`);
  });
const refused = { cause: { message: expect.stringContaining('never changed or deleted') } };

test.for(['2018-05-10T10:00:00Z', new Date().toISOString()])('an event of %s is not changed or deleted', async (at) => {
  const id = await insert(at);
  const where = `WHERE id = ${id}`;
  for (const change of [`UPDATE audit_log SET actor = 'nobody' ${where}`, `DELETE FROM audit_log ${where}`])
    await expect(site.db.execute(change)).rejects.toMatchObject(refused);
  await expect(site.db.execute('TRUNCATE audit_log')).rejects.toThrow();
  expect(await isKept(id)).toBe(true);
});

test('a purge changes nothing, and deletes nothing of the last year', async () => {
  const id = await insert(addDays(new Date(), -364).toISOString());
  await expect(purge(id)).rejects.toMatchObject(refused);
  const change = site.db.transaction(async (tx) => {
    await tx.execute(`SET LOCAL news_wing.purges_audit_log = 'on'`);
    await tx.execute(`UPDATE audit_log SET at = '2018-05-10' WHERE id = ${id}`);
  });
  await expect(change).rejects.toMatchObject(refused);
  expect(await isKept(id)).toBe(true);
  const old = await insert(addDays(new Date(), -367).toISOString());
  await purge(old);
  expect(await isKept(old)).toBe(false);
});

test('events before an instant are deleted in batches, which the log records once', async () => {
  const [old, kept] = [await insert('2015-03-31T23:59:59.999Z'), await insert('2015-04-01T00:00:00Z')];
  await site.db.execute(sql`INSERT INTO audit_log (at, actor, action, subject)
    SELECT '2014-01-01', 'Asha', 'test.done', 'test 1' FROM generate_series(1, 10000)`);
  const before = new Date('2015-04-01T00:00:00Z');
  const events = await site.db.$count(auditLog, lt(auditLog.at, before));
  expect(await purgeAuditLog(site.db, before, new Date())).toBe(events);
  expect(await Promise.all([old, kept].map(isKept))).toEqual([false, true]);
  const { body } = await (await site.as('admin')).get('/api/audit?search=audit_log.shortened');
  expect(body.acts).toHaveLength(1);
  expect(body.acts[0]).toMatchObject({ actor: 'News Wing', details: { before: '2015-04-01T00:00:00.000Z' } });
  expect(await purgeAuditLog(site.db, before, new Date())).toBe(0);
});

test('the nightly job deletes nothing unless the setting names years, then whole months', async () => {
  const run = () => arrangeAuditLog.run({ ...site.services, log: { info: () => undefined } } as never, {});
  const now = new Date();
  const month = Date.UTC(now.getUTCFullYear() - 2, now.getUTCMonth()); // the oldest month that is kept for two years
  const ids = [await insert(new Date(month - 1).toISOString()), await insert(new Date(month).toISOString())];
  await run();
  expect(await Promise.all(ids.map(isKept))).toEqual([true, true]);
  await withSettings(site, [[auditLogYears, 2]], run);
  expect(await Promise.all(ids.map(isKept))).toEqual([false, true]);
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

test('a day is found by the index of the time, a last day alone by the key', async () => {
  const explain = (days: { from?: Date; to: Date }) =>
    site.db.transaction(async (tx) => {
      await tx.execute('SET LOCAL enable_seqscan = off'); // the tables of the test are small
      const { rows } = await tx.execute(sql`EXPLAIN ${selectAuditEvents(tx, { ...days, limit: 51 })}`);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
  const to = new Date('2020-01-02');
  const day = await explain({ from: new Date('2020-01-01'), to });
  expect(day).toContain('audit_log_at_idx');
  expect(day).toContain('Sort Key: ((id + 0))');
  expect(await explain({ to })).toMatch(/Index Scan Backward using audit_log_pkey/);
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
    expect(plan).toContain('audit_log_backups_idx');
    expect(plan).not.toMatch(/Seq Scan|Filter|Sort {2}/);
  }
});
