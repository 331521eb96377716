import { z } from 'zod';
import { defineCall } from './call.ts';

export const uploadsCalls = {
  get: defineCall({
    method: 'GET',
    path: '/api/static/uploads/:file',
    who: 'anyone',
    summary: 'A picture or document that anyone may see',
    params: z.object({
      file: z
        .string()
        .max(100)
        .regex(/^[a-z0-9-]+\.(jpg|png|webp|avif|pdf)$/),
    }),
    reply: { 200: z.unknown().meta({ type: 'string', format: 'binary' }) },
  }),
};
