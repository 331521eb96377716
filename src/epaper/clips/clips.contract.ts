import { z } from 'zod';
import { defineCall, Instant, NumericId } from '#src/calls/call.ts';
import { Region } from '#src/epaper/pages/region.contract.ts';

export const Clip = z.object({
  code: z.string(),
  url: z.string().describe('URL of its page'),
  picture_url: z.string().describe('Path to append to the API host'),
  width: z.number(),
  height: z.number(),
  text: z.string(),
  edition_id: z.number(),
  title: z.string(),
  issue_date: z.string().nullable(),
  place: z.string().nullable(),
  page: z.number(),
  created_at: Instant,
});
export type Clip = z.infer<typeof Clip>;

export const clipCalls = {
  create: defineCall({
    method: 'POST',
    path: '/api/editions/:id/clips',
    who: 'anyone',
    summary: 'Create a public clip from a region of a page that the actor may read; at most a third of the page',
    params: z.object({ id: NumericId }),
    body: Region.extend({ page: NumericId }),
    reply: { 201: Clip },
  }),
  get: defineCall({
    method: 'GET',
    path: '/api/clips/:code',
    who: 'anyone',
    summary: 'Get a clip',
    params: z.object({ code: z.string().max(40) }),
    reply: { 200: Clip },
  }),
};
