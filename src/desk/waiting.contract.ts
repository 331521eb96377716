import { z } from 'zod';
import { defineCall } from '#src/calls/call.ts';
import { waitingKinds } from './waiting.rules.ts';

const Waiting = z.object({
  kind: z.enum(waitingKinds),
  count: z.number().int(),
});

export const waitingCalls = {
  waiting: defineCall({
    method: 'GET',
    path: '/api/desk/waiting',
    who: 'newsroom',
    summary: 'What waits for this role: stories, letters, submissions, payments, enquiries, grievances',
    reply: { 200: z.object({ waiting: z.array(Waiting) }) },
  }),
};
