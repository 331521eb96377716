import { z } from 'zod';
import { defineCall, Instant, NumericId } from '#src/calls/call.ts';
import { maxSavedEditions, savedRenditions } from './saved-editions.rules.ts';

const until = Instant.describe('When the saved edition expires: at the end of the plan, after a month at most');
const version = z.string().describe('Version of the edition’s file');

export const savedEditionsCalls = {
  offer: defineCall({
    method: 'GET',
    path: '/api/editions/:id/keeping',
    who: 'member',
    summary: 'Size and expiry of an edition saved for offline reading; for an active plan and the newsroom',
    params: z.object({ id: NumericId }),
    query: z.object({ rendition: z.enum(savedRenditions) }),
    reply: { 200: z.object({ version, until, bytes: z.number().describe('Total size of its pictures') }) },
  }),
  check: defineCall({
    method: 'GET',
    path: '/api/editions/keeping',
    who: 'member',
    summary: 'Which saved editions a device may keep, and until when; for an active plan and the newsroom',
    query: z.object({
      ids: z
        .string()
        .max(10 * maxSavedEditions)
        .regex(new RegExp(`^\\d{1,9}(,\\d{1,9}){0,${maxSavedEditions - 1}}$`))
        .describe('Such as "7,12"'),
    }),
    reply: { 200: z.object({ until, editions: z.array(z.object({ id: z.number(), version })) }) },
  }),
};
