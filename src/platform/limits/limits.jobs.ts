import { lt } from 'drizzle-orm';
import type { Job } from '../jobs/jobs.ts';
import { rateLimits } from './limits.tables.ts';

/** Deletes counters of attempts whose window has ended. */
export const purgeLimits: Job<object> = {
  name: 'platform.purge-limits',
  title: 'jobs.purgeLimits',
  cron: '45 * * * *',
  run: async ({ db, now }) => void (await db.delete(rateLimits).where(lt(rateLimits.expire, now().getTime()))),
};
