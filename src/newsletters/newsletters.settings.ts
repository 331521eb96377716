import { z } from 'zod';
import { defineSetting } from '#src/platform/settings/define-setting.ts';

/** The most newsletters that are sent within a minute: what the mail server accepts. */
export const mailsPerMinute = defineSetting({
  key: 'newsletters.per_minute',
  group: 'settings.newsletters',
  label: 'settings.mailsPerMinute',
  hint: 'settings.mailsPerMinuteHint',
  input: { kind: 'number', min: 1, max: 60_000 },
  schema: z.number().int().min(1).max(60_000),
  default: 600,
});

/** How long before its time an issue is composed, for editors. */
export const composedBefore = defineSetting({
  key: 'newsletters.composed_before',
  group: 'settings.newsletters',
  label: 'settings.composedBefore',
  input: { kind: 'number', min: 5, max: 1440, unit: 'settings.minutes' },
  schema: z.number().int().min(5).max(1440),
  default: 60,
});

export const newslettersSettings = [mailsPerMinute, composedBefore];
