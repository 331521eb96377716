import { z } from 'zod';
import { defineCall } from '#src/calls/call.ts';

export const shareCalls = {
  picture: defineCall({
    method: 'GET',
    path: '/api/share/:file',
    who: 'anyone',
    summary: 'The picture that shows a story where it is shared; an outgrown address leads to the present one',
    params: z.object({ file: z.string().max(60) }),
    reply: { 200: z.unknown().meta({ type: 'string', format: 'binary' }) },
  }),
};
