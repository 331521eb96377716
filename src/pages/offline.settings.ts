import { z } from 'zod';
import { defineSetting } from '#src/platform/define-setting.ts';

/** Whether devices may keep pages; `off` makes each give up what it keeps at its next visit. */
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
