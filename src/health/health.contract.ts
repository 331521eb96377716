import { z } from 'zod';
import { defineCall, defineLimit } from '#src/calls/call.ts';
import { checkNames, states } from './health.rules.ts';

const CheckResult = z.object({
  state: z.enum(states),
  finding: z.string().describe('What was found, one sentence'),
  mend: z.string().nullable().describe('What to do about it; null if the state is ok'),
});
export type CheckResult = z.infer<typeof CheckResult>;

// A page makes a call for each check: enough for twenty pages.
const checkLimit = defineLimit({ name: 'health-check', attempts: 20 * checkNames.length, perSeconds: 600 });
const testMailLimit = defineLimit({ name: 'test-mail', attempts: 5, perSeconds: 600 });

export const healthCalls = {
  check: defineCall({
    method: 'POST',
    path: '/api/health/:check',
    who: 'admin',
    summary: 'Check something that the site needs: its disk, database, mail server, certificate and the like',
    params: z.object({ check: z.enum(checkNames) }),
    limit: checkLimit,
    reply: { 200: CheckResult },
  }),
  sendTestMail: defineCall({
    method: 'POST',
    path: '/api/health/test-mail',
    who: 'admin',
    summary: 'Send a test mail to the e-mail address of the current user; the answer says whether it was accepted',
    limit: testMailLimit,
    reply: { 200: CheckResult },
  }),
};
