import type { z } from 'zod';
import type { TextKey } from '#src/messages/catalogue.ts';

/** How the form of the settings asks for a value: a line, several lines, a number, money or a choice. */
export type SettingInput =
  | { kind: 'text' | 'lines' | 'email' | 'url' }
  | { kind: 'number'; min: number; max: number; unit?: TextKey }
  /** Asked for in rupees; value and limits are in paise. */
  | { kind: 'rupees'; min: number; max: number }
  | { kind: 'choice'; choices: readonly { value: string; label: TextKey }[] };

/**
 * Something an administrator can set while the site runs. Defined by the slice that reads it, and listed in
 * `src/settings.ts`. Never a secret: every admin sees the values, and each change stands in the audit log.
 */
export interface Setting<T extends string | number = string | number> {
  /** Where it is kept: "<slice>.<name>". */
  key: string;
  /** The heading of the form that it stands under. */
  group: TextKey;
  label: TextKey;
  hint?: TextKey;
  input: SettingInput;
  /** Messages are keys of texts; for a number that is out of range `input` has the words. */
  schema: z.ZodType<T>;
  default: T;
  /** Where money or answers to our mail go, or who gets in: a change wants the password again. */
  guarded?: boolean;
}

/** Keeps the type of a setting's value. Loads nothing of the server, so that a page may read a default. */
export const defineSetting = <T extends string | number>(setting: Setting<T>): Setting<T> => setting;
