import type { z } from 'zod';
import type { TextKey } from '#src/messages/catalogue.ts';

/** The form control of a setting: a line, several lines, a number, money or a choice. */
export type SettingInput =
  | { kind: 'text' | 'lines' | 'email' | 'url' }
  | { kind: 'number'; min: number; max: number; unit?: TextKey }
  /** Entered in rupees; value and limits are in paise. */
  | { kind: 'rupees'; min: number; max: number }
  | { kind: 'choice'; choices: readonly { value: string; label: TextKey }[] };

/**
 * A value that an admin can change at run time. Defined by the slice that reads it, and listed in
 * `src/site/slices.ts`. Never a secret: every admin sees the values, and each change is in the audit log.
 */
export interface Setting<T extends string | number = string | number> {
  /** Primary key in the table `settings`: "<slice>.<name>". */
  key: string;
  /** The heading of its group in the form. */
  group: TextKey;
  label: TextKey;
  hint?: TextKey;
  input: SettingInput;
  /** Its messages are text keys. The message for a number that is out of range is made from `input`. */
  schema: z.ZodType<T>;
  default: T;
  /** Affects payments, replies to mail, access or the audit log: changing it requires the password again. */
  guarded?: boolean;
}

/** Infers the type of a setting's value. This module imports no server code, so that a page may read a default. */
export const defineSetting = <T extends string | number>(setting: Setting<T>): Setting<T> => setting;
