import { z } from 'zod';
import { isEmail } from '#src/accounts/users/email.rules.ts';
import { defineSetting } from '#src/platform/settings/define-setting.ts';

const group = 'settings.submissions' as const;

/** Largest bonafide or essay file, in MB. */
export const documentMaxMegabytes = defineSetting({
  key: 'submissions.document_max_megabytes',
  group,
  label: 'settings.documentMegabytes',
  input: { kind: 'number', min: 1, max: 100, unit: 'settings.megabytes' },
  schema: z.number().int().min(1).max(100),
  default: 20,
});

/** Maximum number of pages of a submitted PDF. */
export const documentMaxPages = defineSetting({
  key: 'submissions.document_max_pages',
  group,
  label: 'settings.documentPages',
  input: { kind: 'number', min: 1, max: 2000, unit: 'settings.pages' },
  schema: z.number().int().min(1).max(2000),
  default: 300,
});

/** Days after the decision until a bonafide file is deleted. */
export const bonafideKeepDays = defineSetting({
  key: 'submissions.bonafide_keep_days',
  group,
  label: 'settings.bonafideDays',
  input: { kind: 'number', min: 1, max: 3650, unit: 'settings.days' },
  schema: z.number().int().min(1).max(3650),
  default: 90,
});

/**
 * Days that a minor's submission awaits consent before it is deleted. Personal data must not be stored longer than its
 * purpose needs (DPDP Act 2023, section 8(7)); 90 days allow three requests, whose links are valid for 30 days each.
 */
export const consentWaitDays = defineSetting({
  key: 'submissions.consent_wait_days',
  group,
  label: 'settings.consentWaitDays',
  input: { kind: 'number', min: 30, max: 365, unit: 'settings.days' },
  schema: z.number().int().min(30).max(365),
  default: 90,
  guarded: true, // a shorter wait deletes submissions
});

/** Reply-To address of mails about submissions, and the admin address for harvesters. */
export const deskEmail = defineSetting({
  key: 'submissions.desk_email',
  group,
  label: 'settings.reviewEmail',
  input: { kind: 'email' },
  schema: z.string().trim().refine(isEmail, 'settings.emailInvalid'),
  default: 'desk@newswing.example',
  guarded: true,
});

/** Journal name in citations. */
export const journalTitle = defineSetting({
  key: 'submissions.journal_title',
  group,
  label: 'settings.journalTitle',
  input: { kind: 'text' },
  schema: z.string().trim().min(1, 'errors.required').max(120, 'settings.tooLong'),
  default: 'News Wing',
});

export const submissionSettings = [
  documentMaxMegabytes,
  documentMaxPages,
  bonafideKeepDays,
  consentWaitDays,
  deskEmail,
  journalTitle,
];
