import { z } from 'zod';
import { defineCall } from '#src/calls/call.ts';

export const Colleague = z.object({ id: z.number(), name: z.string() });

export const colleagueCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/desk/colleagues',
    who: 'writers',
    summary: 'Those who write stories, by name',
    reply: { 200: z.array(Colleague) },
  }),
};
