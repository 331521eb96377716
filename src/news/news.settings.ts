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

/** Whether a story must be approved before it is published. */
export const approvalRequired = defineSetting<string>({
  key: 'news.approval_required',
  group: 'settings.news',
  label: 'settings.approvalRequired',
  hint: 'settings.approvalRequiredHint',
  input: {
    kind: 'choice',
    choices: [
      { value: 'no', label: 'settings.approvalNo' },
      { value: 'yes', label: 'settings.approvalYes' },
    ],
  },
  schema: z.enum(['no', 'yes']),
  default: 'no',
  guarded: true,
});

export const newsSettings = [pictureMegabytes, approvalRequired];
