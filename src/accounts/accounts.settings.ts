import { z } from 'zod';

/** Fewest characters of a new password (NIST SP 800-63B asks for 8 at least). */
export const passwordMinLength = {
  key: 'accounts.password_min_length',
  schema: z.number().int().min(8).max(64),
  default: 8,
};
