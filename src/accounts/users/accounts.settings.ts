import { z } from 'zod';
import { defineSetting } from '#src/platform/settings/define-setting.ts';

/** Minimum length of a new password (NIST SP 800-63B requires at least 8). */
export const passwordMinLength = defineSetting({
  key: 'accounts.password_min_length',
  group: 'settings.accounts',
  label: 'settings.passwordMinLength',
  input: { kind: 'number', min: 8, max: 64, unit: 'settings.characters' },
  schema: z.number().int().min(8).max(64),
  default: 8,
  guarded: true,
});

/**
 * Whether two-step login is compulsory for the newsroom. By default only where mail is configured, so that nobody is
 * locked out unexpectedly.
 */
export const newsroomTwoStep = defineSetting({
  key: 'accounts.newsroom_two_step',
  group: 'settings.accounts',
  label: 'settings.newsroomTwoStep',
  hint: 'settings.newsroomTwoStepHint',
  input: {
    kind: 'choice',
    choices: [
      { value: 'with_mail', label: 'settings.newsroomTwoStepWithMail' },
      { value: 'compulsory', label: 'settings.newsroomTwoStepCompulsory' },
      { value: 'voluntary', label: 'settings.newsroomTwoStepVoluntary' },
    ],
  },
  schema: z.enum(['with_mail', 'compulsory', 'voluntary'], 'errors.invalidField'),
  default: 'with_mail',
  guarded: true,
});

/** Whether submissions of minors require a guardian's consent (DPDP Act 2023, section 9). */
export const minorsConsent = defineSetting({
  key: 'accounts.minors_consent',
  group: 'settings.accounts',
  label: 'settings.minorsConsent',
  hint: 'settings.minorsConsentHint',
  input: {
    kind: 'choice',
    choices: [
      { value: 'required', label: 'settings.minorsConsentRequired' },
      { value: 'not_required', label: 'settings.minorsConsentNotRequired' },
    ],
  },
  schema: z.enum(['required', 'not_required'], 'errors.invalidField'),
  default: 'required',
  guarded: true,
});

/** Under Indian law a child is anyone under eighteen (DPDP Act 2023, section 2). */
export const adultAge = defineSetting({
  key: 'accounts.adult_age',
  group: 'settings.accounts',
  label: 'settings.adultAge',
  input: { kind: 'number', min: 13, max: 21, unit: 'settings.years' },
  schema: z.number().int().min(13).max(21),
  default: 18,
  guarded: true,
});

export const accountSettings = [passwordMinLength, newsroomTwoStep, minorsConsent, adultAge];
