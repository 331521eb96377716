import { z } from 'zod';

/**
 * HTML that our own renderer or sanitizer has written. Nothing else may be put into a page as it is: `ui/html.tsx` takes
 * no plain text, so that a text which is shown as HTML by mistake does not compile.
 */
export const Html = z.string().brand<'Html'>();
export type Html = z.infer<typeof Html>;
