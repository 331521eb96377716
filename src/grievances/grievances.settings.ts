import { z } from 'zod';
import { isEmail } from '#src/accounts/users/email.rules.ts';
import { defineSetting } from '#src/platform/settings/define-setting.ts';

/**
 * Days after the decision until name, address and text are redacted; number and dates stay for the disclosure. At least
 * a year, as the DPDP Rules 2025 require for data needed to investigate a complaint.
 */
export const grievanceDays = defineSetting({
  key: 'grievances.kept_days',
  group: 'settings.grievances',
  label: 'settings.grievanceDays',
  input: { kind: 'number', min: 365, max: 3650, unit: 'settings.days' },
  schema: z.number().int().min(365).max(3650),
  default: 1095,
});

/** The grievance officer's name (IT Rules 2021, rule 11: resident in India, published with his contact). */
export const officerName = defineSetting({
  key: 'grievances.officer_name',
  group: 'settings.grievances',
  label: 'settings.officerName',
  hint: 'settings.officerNameHint',
  input: { kind: 'text' },
  schema: z.string().trim().max(120, 'settings.tooLong'),
  default: '',
});

/** Empty: the site's contact address. */
export const officerEmail = defineSetting({
  key: 'grievances.officer_email',
  group: 'settings.grievances',
  label: 'settings.officerEmail',
  hint: 'settings.officerEmailHint',
  input: { kind: 'email' },
  schema: z
    .string()
    .trim()
    .refine((text) => text === '' || isEmail(text), 'settings.emailInvalid'),
  default: '',
  guarded: true,
});

export const grievanceSettings = [officerName, officerEmail, grievanceDays];
