import { draftDay, draftTime } from '#src/epaper/pages/epaper.settings.ts';
import { dueDraft } from '#src/epaper/pages/schedule.rules.ts';
import type { Job } from '#src/platform/jobs/jobs.ts';
import { draftWeekly } from './drafts.service.ts';

/** Composes the weekly newspaper as a draft when it is due. */
export const draftOnSchedule: Job<object> = {
  name: 'epaper.draft',
  title: 'jobs.draftOnSchedule',
  cron: '*/10 * * * *',
  async run(ctx) {
    const days = dueDraft(ctx.now(), ctx.settings.get(draftDay), ctx.settings.get(draftTime));
    if (days) await draftWeekly(ctx, days);
  },
};
