import { z } from 'zod';
import { defineCall, NumericId } from '#src/calls/call.ts';

export const StoryTranslation = z.object({
  language: z.string(),
  title: z.string(),
  standfirst: z.string().nullable().describe('HTML'),
  html: z.string(),
});
export type StoryTranslation = z.infer<typeof StoryTranslation>;

export const translationCalls = {
  get: defineCall({
    method: 'GET',
    path: '/api/translations/:id',
    who: 'anyone',
    summary: 'A story as a machine translates it, where a translator is configured',
    params: z.object({ id: NumericId }),
    query: z.object({ to: z.string().regex(/^[a-z]{2}$/) }),
    reply: { 200: StoryTranslation },
  }),
};
