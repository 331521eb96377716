import type { Job } from '#src/platform/jobs.ts';
import { draftDay, draftTime } from '../epaper.settings.ts';
import { dueDraft } from '../schedule.rules.ts';
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
