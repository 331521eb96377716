import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { defineLimit } from '#src/calls/call.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { purgeLimits } from '../limits/limits.jobs.ts';
import { openLimits } from '../limits/limits.ts';
import { type Clock, openClock } from './clock.ts';

const site = siteForFile();
const hourMs = 3_600_000;
let pool: Pool;
let clock: Clock;
beforeAll(async () => {
  pool = new Pool({ connectionString: site.databaseUrl });
  clock = await openClock(pool, (error) => {
    throw error;
  });
});
afterAll(() => {
  clock.close();
  return pool.end();
});
afterEach(() => vi.useRealTimers());

const setMachineClock = (differenceMs: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: clock.now().getTime() + differenceMs });

const databaseClock = async () => (await pool.query<{ now: Date }>('SELECT clock_timestamp() AS now')).rows[0]?.now;

test.each([2, 0, -2])('is that of the database while the machine’s is %i hours ahead', async (hours) => {
  setMachineClock(hours * hourMs);
  const before = await databaseClock();
  const now = clock.now();
  const after = await databaseClock();
  const uncertaintyMs = 1000; // of the first comparison, on a busy machine
  expect(now.getTime()).toBeGreaterThan((before?.getTime() ?? 0) - uncertaintyMs);
  expect(now.getTime()).toBeLessThan((after?.getTime() ?? 0) + uncertaintyMs);
});

test.each([2, -2])('a node whose clock is %i hours ahead counts attempts as the others do', async (hours) => {
  const limit = defineLimit({ name: `test ${hours}`, attempts: 2, perSeconds: 600 });
  const [right, wrong] = [openLimits(site.db, clock.now), openLimits(site.db, clock.now)];
  await right.count(limit, 'asha');
  setMachineClock(hours * hourMs);
  await wrong.count(limit, 'asha');
  const refusal = await wrong.count(limit, 'asha').catch((error) => error);
  expect(refusal).toMatchObject({ code: 'too_many_requests' });
  expect(Number(refusal.details.headers['retry-after'])).toBeLessThanOrEqual(600);
  vi.useRealTimers();
  await expect(right.check(limit, 'asha')).rejects.toMatchObject({ code: 'too_many_requests' });
  await right.reset(limit, 'asha');
  setMachineClock(hours * hourMs);
  await wrong.count(limit, 'asha');
  vi.useRealTimers();
  const { rows } = await pool.query<{ ms: number }>(
    'SELECT expire - extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms FROM rate_limits WHERE key LIKE $1',
    [`${limit.name}:%`],
  );
  expect(rows.every(({ ms }) => ms > 0 && ms <= 601_000)).toBe(true);
  expect(rows).toHaveLength(1);
});

test('a node whose clock is ahead does not delete the counters of the others', async () => {
  const limit = defineLimit({ name: 'test of deletion', attempts: 1, perSeconds: 600 });
  const limits = openLimits(site.db, clock.now);
  await limits.count(limit, 'asha');
  setMachineClock(2 * hourMs);
  await purgeLimits.run({ db: site.db, now: clock.now } as never, {});
  vi.useRealTimers();
  await expect(limits.check(limit, 'asha')).rejects.toMatchObject({ code: 'too_many_requests' });
});
