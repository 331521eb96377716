// What an account must have: a name, an e-mail, and for readers a mobile number that can be called.
// The forms and the server read the same rules; the words for each fault are the specification's.
import type { TextKey, TextParams } from '#src/messages/catalogue.ts';
import { isEmail } from './email.rules.ts';
import { nameFault } from './names.rules.ts';
import { ownWordsFault, type PasswordPolicy, passwordFault } from './passwords.rules.ts';

/** Country codes without their plus sign; the first is the default. */
export const countryCodes = ['91', '1', '44', '971'] as const;
export type CountryCode = (typeof countryCodes)[number];

/** Digits of a mobile number without its country code. */
export const mobileDigits = { min: 7, max: 12 } as const;

export interface Fault {
  key: TextKey;
  params?: TextParams;
}

export interface Mobile {
  code: CountryCode;
  number: string;
}

/**
 * Reads a number as typed: "+971501234567", "98765 43210" (then the first code holds). Codes are read by the longest
 * match, since +1 and +971 are not of one length. Undefined when it is none.
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

/** As it is stored: plus sign, country code, number. */
export const mobileText = ({ code, number }: Mobile): string => `+${code}${number}`;

/** A day such as "1990-05-17" that exists and lies in the past. */
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

export interface PersonForm {
  name: string;
  email: string;
  mobile: string;
}

export type PersonFaults = Partial<
  Record<'name' | 'email' | 'mobile' | 'dob' | 'password' | 'confirm_password' | 'consent', Fault>
>;

/** Faults of what a profile shows. Admins have no mobile number there. */
export function checkPerson({ name, email, mobile }: PersonForm, withMobile: boolean): PersonFaults {
  const faults: PersonFaults = {};
  const wrongName = nameFault(name);
  if (wrongName) faults.name = wrongName;
  if (!email.trim()) faults.email = { key: 'errors.required' };
  else if (!isEmail(email)) faults.email = { key: 'accounts.emailInvalid' };
  if (withMobile && !parseMobile(mobile))
    faults.mobile = { key: mobile.trim() ? 'accounts.mobileInvalid' : 'errors.required' };
  return faults;
}

export interface RegistrationForm extends PersonForm {
  dob: string;
  password: string;
  /** Empty when the caller did not ask twice. */
  confirm_password: string;
}

/** Validation errors of a registration. The list of common passwords is checked on the server only. */
export function checkRegistration(form: RegistrationForm, policy: PasswordPolicy, today: Date): PersonFaults {
  const faults = checkPerson(form, true);
  if (!form.dob) faults.dob = { key: 'errors.required' };
  else if (!isBirthday(form.dob, today)) faults.dob = { key: 'accounts.dobInvalid' };
  const password = passwordFault(form.password, policy.minLength) ?? ownWordsFault(form.password, form, policy);
  if (password) faults.password = password;
  if (form.confirm_password && form.confirm_password !== form.password)
    faults.confirm_password = { key: 'accounts.passwordsDiffer' };
  return faults;
}
