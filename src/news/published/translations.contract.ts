import { z } from 'zod';
import { defineCall, NumericId } from '#src/calls/call.ts';
import { Html } from '#src/calls/html.ts';

export const StoryTranslation = z.object({
  language: z.string(),
  title: z.string(),
  standfirst: Html.nullable(),
  html: Html,
});
export type StoryTranslation = z.infer<typeof StoryTranslation>;

export const translationCalls = {
  get: defineCall({
    method: 'GET',
    path: '/api/translations/:id',
    who: 'anyone',
    summary: 'Machine translation of a story, if a translator is configured',
    params: z.object({ id: NumericId }),
    query: z.object({
      to: z
        .string()
        .max(2)
        .regex(/^[a-z]{2}$/),
    }),
    reply: { 200: StoryTranslation },
  }),
};
