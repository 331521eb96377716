import { z } from 'zod';
import { defineSetting } from './define-setting.ts';

/** The newspaper's name. Defined in the platform because every slice may need it. */
export const siteName = defineSetting({
  key: 'site.name',
  group: 'settings.site',
  label: 'settings.siteName',
  input: { kind: 'text' },
  schema: z.string().trim().min(1, 'errors.required').max(40, 'settings.tooLong'),
  default: 'News Wing',
});
