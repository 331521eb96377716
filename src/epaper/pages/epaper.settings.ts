import { z } from 'zod';
import { defineSetting } from '#src/platform/settings/define-setting.ts';
import { draftDays, isTime, promisedDays } from './schedule.rules.ts';

// Parsing a PDF takes three times its size plus 100 MB, within a limit of 1 GB (measured: bench/pdfs.ts).
const maxMegabytes = 250;

/** Largest edition that can be uploaded, in MB. */
export const editionMegabytes = defineSetting({
  key: 'epaper.max_megabytes',
  group: 'settings.epaper',
  label: 'settings.editionMegabytes',
  input: { kind: 'number', min: 1, max: maxMegabytes, unit: 'settings.megabytes' },
  schema: z.number().int().min(1).max(maxMegabytes),
  default: 100,
});

/** Maximum pages of an edition. */
export const editionPages = defineSetting({
  key: 'epaper.max_pages',
  group: 'settings.epaper',
  label: 'settings.editionPages',
  input: { kind: 'number', min: 1, max: 2000, unit: 'settings.pages' },
  schema: z.number().int().min(1).max(2000),
  default: 500,
});

/** Number of free pages of an edition, counted from the first. */
export const freePages = defineSetting({
  key: 'epaper.free_pages',
  group: 'settings.epaper',
  label: 'settings.freePages',
  input: { kind: 'number', min: 1, max: 2000, unit: 'settings.pages' },
  schema: z.number().int().min(1).max(2000),
  default: 2,
  guarded: true,
});

/** The nameplate of a composed edition. */
export const paperName = defineSetting({
  key: 'epaper.paper_name',
  group: 'settings.epaper',
  label: 'settings.paperName',
  hint: 'settings.paperNameHint',
  input: { kind: 'text' },
  schema: z.string().trim().min(1, 'errors.required').max(40, 'settings.tooLong'),
  default: 'News Wing',
});

/** On which day of the week a draft of the weekly newspaper is composed. */
export const draftDay = defineSetting({
  key: 'epaper.draft_day',
  group: 'settings.epaper',
  label: 'settings.draftDay',
  hint: 'settings.draftDayHint',
  input: { kind: 'choice', choices: draftDays.map((value) => ({ value, label: `settings.${value}` as const })) },
  schema: z.enum(draftDays),
  default: 'never',
  guarded: true, // by default also the promised day
});

/** The time of that day, in India. */
export const draftTime = defineSetting({
  key: 'epaper.draft_time',
  group: 'settings.epaper',
  label: 'settings.draftTime',
  hint: 'settings.draftTimeHint',
  input: { kind: 'text' },
  schema: z.string().trim().refine(isTime, 'settings.draftTimeHint'),
  default: '18:00',
});

/** On which day readers are promised the weekly newspaper; days that it comes later lengthen running plans. */
export const promisedDay = defineSetting({
  key: 'epaper.promised_day',
  group: 'settings.epaper',
  label: 'settings.promisedDay',
  hint: 'settings.promisedDayHint',
  input: {
    kind: 'choice',
    choices: promisedDays.map((value) => ({
      value,
      label: value === 'draft' ? 'settings.dayOfDraft' : (`settings.${value}` as const),
    })),
  },
  schema: z.enum(promisedDays),
  default: 'draft',
  guarded: true,
});

export const epaperSettings = [editionMegabytes, editionPages, freePages, paperName, draftDay, draftTime, promisedDay];
