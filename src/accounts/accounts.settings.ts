import { z } from 'zod';
import { defineSetting } from '#src/platform/define-setting.ts';

/** Fewest characters of a new password (NIST SP 800-63B asks for 8 at least). */
export const passwordMinLength = defineSetting({
  key: 'accounts.password_min_length',
  group: 'settings.accounts',
  label: 'settings.passwordMinLength',
  input: { kind: 'number', min: 8, max: 64, unit: 'settings.characters' },
  schema: z.number().int().min(8).max(64),
  default: 8,
  guarded: true,
});

export const accountSettings = [passwordMinLength];
