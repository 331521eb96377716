import { z } from 'zod';
import { defineCall } from '#src/calls/call.ts';

export const shareCalls = {
  picture: defineCall({
    method: 'GET',
    path: '/api/share/:file',
    who: 'anyone',
    summary:
      'Preview picture of a story for social networks, or a crop of its photograph for search engines; an outdated URL redirects to the current one',
    params: z.object({ file: z.string().max(60) }),
    reply: { 200: z.unknown().meta({ type: 'string', format: 'binary' }) },
  }),
};
