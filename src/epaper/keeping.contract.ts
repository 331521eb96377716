import { z } from 'zod';
import { defineCall, Instant, NumericId } from '#src/calls/call.ts';
import { keptRenditions, mostKept } from './keeping.rules.ts';

const until = Instant.describe('When the device closes it by itself: the end of the plan, and a month at most');
const version = z.string().describe('Of its file; another one is another edition');

export const keepingCalls = {
  offer: defineCall({
    method: 'GET',
    path: '/api/editions/:id/keeping',
    who: 'member',
    summary: 'What it takes to keep an edition on a device, and until when; with a running plan, and for the newsroom',
    params: z.object({ id: NumericId }),
    query: z.object({ rendition: z.enum(keptRenditions) }),
    reply: { 200: z.object({ version, until, bytes: z.number().describe('Of all its pictures') }) },
  }),
  check: defineCall({
    method: 'GET',
    path: '/api/editions/keeping',
    who: 'member',
    summary: 'Which of the editions on a device may stay, and until when; with a running plan, and for the newsroom',
    query: z.object({
      ids: z
        .string()
        .max(10 * mostKept)
        .regex(new RegExp(`^\\d{1,9}(,\\d{1,9}){0,${mostKept - 1}}$`))
        .describe('Such as "7,12"'),
    }),
    reply: { 200: z.object({ until, editions: z.array(z.object({ id: z.number(), version })) }) },
  }),
};
