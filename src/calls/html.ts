import { z } from 'zod';

/**
 * HTML from our renderer or sanitizer. No other text may be inserted into a page as HTML: `ui/html.tsx` accepts only
 * this branded type, so a plain text that is used as HTML by mistake does not compile.
 */
export const Html = z.string().brand<'Html'>();
export type Html = z.infer<typeof Html>;
