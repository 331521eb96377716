import { z } from 'zod';

export const Colleague = z.object({ id: z.number(), name: z.string() });
