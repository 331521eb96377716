import { z } from 'zod';

/** The version of an entry that its editor has seen. */
export const seenVersion = (noun: string) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .max(2_147_483_647)
    .optional()
    .describe(`The version that was seen: 409 if somebody has changed the ${noun} since`);
