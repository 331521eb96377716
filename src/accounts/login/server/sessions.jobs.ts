import { deleteDevicesUnusedSince } from '#src/accounts/users/server/devices.queries.ts';
import { deleteSessionsBefore } from '#src/accounts/users/server/sessions.queries.ts';
import type { Job } from '#src/platform/jobs/jobs.ts';
import { deviceDays } from '#src/platform/secrets/tokens.ts';
import { addDays } from '#src/rules/calendar.rules.ts';
import { sessionLogDays } from './sessions.service.ts';

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
