import type { Job } from '#src/platform/jobs.ts';
import { addDays } from '#src/rules/calendar.rules.ts';
import { deleteDevicesUnusedSince } from './devices.queries.ts';
import { deleteSessionsBefore } from './sessions.queries.ts';
import { sessionLogDays } from './sessions.service.ts';
import { deviceDays } from './tokens.service.ts';

/** Deletes sessions `sessionLogDays` after they expired, and devices that were unused for `deviceDays`. */
export const purgeSessions: Job<object> = {
  name: 'accounts.purge-sessions',
  title: 'jobs.purgeSessions',
  cron: '0 22 * * *', // 3:30 in India
  async run(ctx) {
    const ago = (days: number) => addDays(ctx.now(), -days);
    await deleteSessionsBefore(ctx.db, ago(sessionLogDays));
    await deleteDevicesUnusedSince(ctx.db, ago(deviceDays));
  },
};
