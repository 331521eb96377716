import { z } from 'zod';

/** A region of a page, as fractions of its width and height. */
export const Region = z.object({
  left: z.number().min(0).max(1),
  top: z.number().min(0).max(1),
  right: z.number().min(0).max(1),
  bottom: z.number().min(0).max(1),
});
