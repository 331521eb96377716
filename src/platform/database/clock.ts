import type { Pool } from 'pg';

/** The time of the database, in which all nodes agree, whatever the clocks of their machines show. */
export interface Clock {
  now(): Date;
  close(): void;
}

/** How often it is compared. Until then, a machine that was suspended is behind. */
const compareEveryMs = 30_000;

/**
 * Opens the clock. Between two comparisons it runs by the monotonic clock of the process, which cannot be set.
 * `onError` is called for a comparison that failed; the clock goes on.
 */
export async function openClock(pool: Pick<Pool, 'query'>, onError: (error: Error) => void): Promise<Clock> {
  let originMs = Number.NaN; // the time of the database when performance.now() was 0
  const compare = async () => {
    const sent = performance.now();
    const { rows } = await pool.query<{ ms: number }>(
      'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
    );
    // The database has read its clock at some time between the two.
    const uncertainty = (performance.now() - sent) / 2;
    const measured = (rows[0] as { ms: number }).ms - (sent + uncertainty);
    if (!(Math.abs(measured - originMs) <= uncertainty)) originMs = measured;
  };
  await compare();
  const timer = setInterval(() => compare().catch(onError), compareEveryMs).unref();
  return {
    now: () => new Date(originMs + performance.now()),
    close: () => clearInterval(timer),
  };
}
