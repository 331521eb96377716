// Validation of accounts: a name, an e-mail, and for readers a mobile number. Forms and server share these rules; the
// error messages are those of the specification.

import type { ValidationErrors } from '#src/rules/validation.rules.ts';
import { isEmail } from './email.rules.ts';
import { nameError } from './names.rules.ts';
import { passwordError } from './passwords.rules.ts';

/** Country codes without their plus sign; the first is the default. */
export const countryCodes = ['91', '1', '44', '971'] as const;
export type CountryCode = (typeof countryCodes)[number];

/** Digits of a mobile number without its country code. */
export const mobileDigits = { min: 7, max: 12 } as const;

export interface Mobile {
  code: CountryCode;
  number: string;
}

/**
 * Parses a number as typed: "+971501234567", or "98765 43210" (with the default country code). Matches the longest
 * country code first, since codes differ in length. Undefined if it is not a mobile number.
 */
export function parseMobile(text: string): Mobile | undefined {
  const compact = text.replaceAll(/[\s()-]/g, '');
  const byLength = countryCodes.toSorted((a, b) => b.length - a.length);
  const code = compact.startsWith('+') ? byLength.find((code) => compact.startsWith(`+${code}`)) : countryCodes[0];
  if (!code) return undefined;
  const number = compact.startsWith('+') ? compact.slice(code.length + 1) : compact;
  const { min, max } = mobileDigits;
  return /^\d+$/.test(number) && number.length >= min && number.length <= max ? { code, number } : undefined;
}

/** Stored form: plus sign, country code, number. */
export const mobileText = ({ code, number }: Mobile): string => `+${code}${number}`;

/** Whether the text is a valid date such as "1990-05-17", not before 1900 and not in the future. */
export function isBirthday(text: string, today: Date): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(day.getTime()) &&
    day.toISOString().startsWith(text) &&
    day <= today &&
    day.getUTCFullYear() >= 1900
  );
}

/** Whether a person born on that day is younger than `years`. */
export function isYounger(dob: string | null, years: number, today: Date): boolean {
  if (!dob) return false;
  const birthday = new Date(`${dob}T00:00:00Z`);
  birthday.setUTCFullYear(birthday.getUTCFullYear() + years);
  return birthday > today;
}

export interface UserForm {
  name: string;
  email: string;
  mobile: string;
}

export type UserErrors = ValidationErrors<
  'name' | 'email' | 'mobile' | 'dob' | 'password' | 'confirm_password' | 'consent'
>;

/** Validation errors of a profile. Admins have no mobile number there. */
export function checkUserForm({ name, email, mobile }: UserForm, withMobile: boolean): UserErrors {
  const errors: UserErrors = {};
  const invalidName = nameError(name);
  if (invalidName) errors.name = invalidName;
  if (!email.trim()) errors.email = { key: 'errors.required' };
  else if (!isEmail(email)) errors.email = { key: 'accounts.emailInvalid' };
  if (withMobile && !parseMobile(mobile))
    errors.mobile = { key: mobile.trim() ? 'accounts.mobileInvalid' : 'errors.required' };
  return errors;
}

export interface RegistrationForm extends UserForm {
  dob: string;
  password: string;
  /** Empty if the client did not ask twice. */
  confirm_password: string;
}

/** Validation errors of a registration, but for a password that is guessed easily (password-strength.rules.ts). */
export function checkRegistration(form: RegistrationForm, passwordMinLength: number, today: Date): UserErrors {
  const errors = checkUserForm(form, true);
  if (!form.dob) errors.dob = { key: 'errors.required' };
  else if (!isBirthday(form.dob, today)) errors.dob = { key: 'accounts.dobInvalid' };
  const password = passwordError(form.password, passwordMinLength);
  if (password) errors.password = password;
  if (form.confirm_password && form.confirm_password !== form.password)
    errors.confirm_password = { key: 'accounts.passwordsDiffer' };
  return errors;
}
