import { z } from 'zod';
import { defineCall, NumericId } from '#src/calls/call.ts';

/** Where a story was printed. Told by the e-paper, which knows its editions; asked by the page of the story. */
export const Printing = z.object({
  edition_id: z.number(),
  title: z.string(),
  issue_date: z.string().nullable().describe('Calendar day'),
  page: z.number(),
});
export type Printing = z.infer<typeof Printing>;

export const printingCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/stories/:id/printings',
    who: 'anyone',
    summary: 'Editions on the rack that hold a story, newest first, with the page on which it begins',
    params: z.object({ id: NumericId }),
    reply: { 200: z.array(Printing) },
  }),
};
