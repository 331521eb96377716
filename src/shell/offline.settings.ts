import { z } from 'zod';
import { defineSetting } from '#src/platform/settings/define-setting.ts';

/** Whether devices may store pages for offline reading; `off` deletes stored pages at the next visit. */
export const offlineReading = defineSetting<'on' | 'off'>({
  key: 'site.offline_reading',
  group: 'settings.site',
  label: 'settings.offlineReading',
  hint: 'settings.offlineReadingHint',
  input: {
    kind: 'choice',
    choices: [
      { value: 'on', label: 'settings.allowed' },
      { value: 'off', label: 'settings.switchedOff' },
    ],
  },
  schema: z.enum(['on', 'off']),
  default: 'on',
});
