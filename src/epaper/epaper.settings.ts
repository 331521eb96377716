import { z } from 'zod';
import { defineSetting } from '#src/platform/define-setting.ts';

/** Largest edition that can be uploaded, in MB. */
export const editionMegabytes = defineSetting({
  key: 'epaper.max_megabytes',
  group: 'settings.epaper',
  label: 'settings.editionMegabytes',
  input: { kind: 'number', min: 1, max: 1000, unit: 'settings.megabytes' },
  schema: z.number().int().min(1).max(1000),
  default: 100,
});

/** Most pages of an edition. */
export const editionPages = defineSetting({
  key: 'epaper.max_pages',
  group: 'settings.epaper',
  label: 'settings.editionPages',
  input: { kind: 'number', min: 1, max: 2000, unit: 'settings.pages' },
  schema: z.number().int().min(1).max(2000),
  default: 500,
});

/** How many pages of an edition are for everyone, from the first on. */
export const freePages = defineSetting({
  key: 'epaper.free_pages',
  group: 'settings.epaper',
  label: 'settings.freePages',
  input: { kind: 'number', min: 1, max: 2000, unit: 'settings.pages' },
  schema: z.number().int().min(1).max(2000),
  default: 2,
});

export const epaperSettings = [editionMegabytes, editionPages, freePages];
