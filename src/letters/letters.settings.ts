import { z } from 'zod';
import { defineSetting } from '#src/platform/settings/define-setting.ts';

/** Days after its publication on which a story takes letters. 0: no story takes any. */
export const letterDays = defineSetting({
  key: 'letters.days',
  group: 'settings.letters',
  label: 'settings.letterDays',
  hint: 'settings.letterDaysHint',
  input: { kind: 'number', min: 0, max: 365, unit: 'settings.days' },
  schema: z.number().int().min(0).max(365),
  default: 30,
});

export const letterSettings = [letterDays];
