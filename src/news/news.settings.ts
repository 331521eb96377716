import { z } from 'zod';
import { defineSetting } from '#src/platform/define-setting.ts';

/** Maximum size of an uploaded picture of a story or a user, in MB. */
export const pictureMegabytes = defineSetting({
  key: 'news.picture_megabytes',
  group: 'settings.news',
  label: 'settings.pictureMegabytes',
  input: { kind: 'number', min: 1, max: 100, unit: 'settings.megabytes' },
  schema: z.number().int().min(1).max(100),
  default: 20,
});

export const newsSettings = [pictureMegabytes];
