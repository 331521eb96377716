// Calls by which editors send a story as breaking news.
import { z } from 'zod';
import { defineCall, Instant, NumericId } from '#src/calls/call.ts';
import { bodyMaxLength, titleMaxLength } from './push.rules.ts';

const Sent = z.object({
  title: z.string(),
  body: z.string(),
  at: Instant,
  by: z.string().nullable().describe('Null if the account is deleted'),
  devices: z.number().describe('Devices that it is for'),
  sent: z.number().describe('Of these, taken by the push services so far'),
  open: z.number().describe('Of these, waiting, such as for the end of their quiet hours'),
});

const Breaking = z.object({
  /** Why it cannot be sent now. */
  blocked: z.enum(['off', 'not_public', 'section', 'limit']).nullable(),
  left: z.number().describe('How many the paper may still send within 24 hours'),
  title: z.string().describe('Proposed'),
  body: z.string(),
  language: z.string(),
  devices: z.number().describe('Devices that would get it'),
  sent: Sent.nullable(),
});
export type Breaking = z.infer<typeof Breaking>;

const ById = z.object({ id: NumericId });

export const breakingCalls = {
  get: defineCall({
    method: 'GET',
    path: '/api/push/stories/:id',
    who: 'editors',
    summary: 'Whether a story was sent as breaking news, or how many devices would get it',
    params: ById,
    reply: { 200: Breaking },
  }),
  send: defineCall({
    method: 'POST',
    path: '/api/push/stories/:id',
    who: 'editors',
    summary: 'Send a published story as breaking news, once; 409 if it has been sent',
    params: ById,
    body: z.object({
      title: z.string().trim().min(1, 'breaking.titleRequired').max(titleMaxLength, 'breaking.titleTooLong'),
      body: z.string().trim().max(bodyMaxLength, 'breaking.bodyTooLong'),
    }),
    reply: { 202: Breaking },
  }),
};
