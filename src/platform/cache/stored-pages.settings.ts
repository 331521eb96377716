import { z } from 'zod';
import { defineSetting } from '../settings/define-setting.ts';

/** For how many hours readers get cached pages while the database cannot be reached. */
export const storedPagesHours = defineSetting<number>({
  key: 'site.stored_pages_hours',
  group: 'settings.site',
  label: 'settings.storedPagesHours',
  hint: 'settings.storedPagesHoursHint',
  input: { kind: 'number', min: 0, max: 168, unit: 'settings.hours' },
  schema: z.int().min(0).max(168),
  default: 24,
});
