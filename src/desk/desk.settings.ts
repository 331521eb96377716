import { z } from 'zod';
import { defineSetting } from '#src/platform/settings/define-setting.ts';

/** Whether the newsroom gets a mail in the morning about what waits for it. */
export const morningMail = defineSetting<string>({
  key: 'desk.morning_mail',
  group: 'settings.news',
  label: 'settings.morningMail',
  hint: 'settings.morningMailHint',
  input: {
    kind: 'choice',
    choices: [
      { value: 'on', label: 'settings.morningMailOn' },
      { value: 'off', label: 'settings.morningMailOff' },
    ],
  },
  schema: z.enum(['on', 'off']),
  default: 'on',
});

export const deskSettings = [morningMail];
