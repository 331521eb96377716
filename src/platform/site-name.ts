import { z } from 'zod';
import { defineSetting } from './define-setting.ts';

/** The paper's name. It stands with the platform because every slice may have to say it. */
export const siteName = defineSetting({
  key: 'site.name',
  group: 'settings.site',
  label: 'settings.siteName',
  input: { kind: 'text' },
  schema: z.string().trim().min(1, 'errors.required').max(40, 'settings.tooLong'),
  default: 'News Wing',
});
