import { AppError } from '../errors.ts';

// Control characters, which some programs paste. PostgreSQL cannot store U+0000. Tabs and line breaks are kept.
// biome-ignore lint/suspicious/noControlCharactersInRegex: this expression finds control characters
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
const percentEncoded = /%(0[0-8bcef]|1[0-9a-f]|7f)/gi; // such as "%00"

export const withoutControlCharacters = (text: string): string => text.replaceAll(controlCharacters, '');

// Some terminals execute C1 too; Bidi_Control reorders what is shown.
const terminalControls = /[^\P{Cc}\n\t]|\p{Bidi_Control}/gu;

/** A text for a terminal, without control characters: strangers wrote parts of it. */
export const printable = (text: string): string => text.replaceAll(terminalControls, '');

/** Removes percent-encoded control characters from a request's path and query. */
export function addressWithoutControlCharacters(url: string): string {
  const clean = url.replaceAll(percentEncoded, '');
  return clean === url ? url : addressWithoutControlCharacters(clean); // "%0%000" has become "%00"
}

// No valid body is nested this deeply; unlimited recursion would overflow the stack.
const maxDepth = 40;

// "password", "new_password" and the like are only hashed, so they are taken exactly as typed.
const isPassword = (name: string, value: unknown) => name.endsWith('password') && typeof value === 'string';

/**
 * Removes control characters from all strings of a parsed body but passwords. Throws `bad_request` if it is nested too
 * deeply.
 */
export function bodyWithoutControlCharacters(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return withoutControlCharacters(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === maxDepth) throw new AppError('bad_request', 'errors.badRequest');
  if (Array.isArray(value)) return value.map((entry) => bodyWithoutControlCharacters(entry, depth + 1));
  const entries = Object.entries(value).map(([name, entry]) => [
    withoutControlCharacters(name),
    isPassword(name, entry) ? entry : bodyWithoutControlCharacters(entry, depth + 1),
  ]);
  return Object.fromEntries(entries);
}
