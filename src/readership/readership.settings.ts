import { z } from 'zod';
import { defineSetting } from '#src/platform/settings/define-setting.ts';

/** Days until the statistics of a day are deleted. */
export const readsDays = defineSetting({
  key: 'readership.kept_days',
  group: 'settings.readership',
  label: 'settings.readsDays',
  input: { kind: 'number', min: 30, max: 3650, unit: 'settings.days' },
  schema: z.number().int().min(30).max(3650),
  default: 400,
});

export const readershipSettings = [readsDays];
