import { clearTwoStepDue, setTwoStepDue } from '#src/accounts/users/server/two-step.queries.ts';
import { twoStepGraceMs } from '#src/accounts/users/sessions.rules.ts';
import type { Job } from '#src/platform/jobs/jobs.ts';
import { newsroomNeedsTwoStep } from './two-step.service.ts';

/** Sets the deadline of the newsroom's existing users once two-step login is compulsory, or clears it where it is not. */
export const setTwoStepDeadlines: Job<object> = {
  name: 'accounts.two-step-deadlines',
  title: 'jobs.twoStepDeadlines',
  cron: '15 * * * *',
  async run(ctx) {
    if (!newsroomNeedsTwoStep(ctx)) return clearTwoStepDue(ctx.db);
    await setTwoStepDue(ctx.db, new Date(ctx.now().getTime() + twoStepGraceMs));
  },
};
