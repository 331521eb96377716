import { z } from 'zod';

/** Largest edition that can be uploaded, in MB. */
export const editionMegabytes = {
  key: 'epaper.max_megabytes',
  schema: z.number().int().min(1).max(1000),
  default: 100,
};

/** Most pages of an edition. */
export const editionPages = { key: 'epaper.max_pages', schema: z.number().int().min(1).max(2000), default: 500 };

/** How many pages of an edition are for everyone, from the first on. */
export const freePages = { key: 'epaper.free_pages', schema: z.number().int().min(1).max(2000), default: 2 };
