import { AppError } from './errors.ts';

// Signs that nobody types and some programs paste. PostgreSQL keeps no U+0000; tabs and line breaks stay.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
const signs = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
const inAddress = /%(0[0-8bcef]|1[0-9a-f]|7f)/gi; // such as "%00"

export const withoutControlSigns = (text: string): string => text.replaceAll(signs, '');

/** The same for a path with its query as a request names it. */
export function addressWithoutControlSigns(url: string): string {
  const clean = url.replaceAll(inAddress, '');
  return clean === url ? url : addressWithoutControlSigns(clean); // "%0%000" has become "%00"
}

// No body of ours is as deep; one that is would take the stack.
const deepest = 40;

/** A parsed body with every text in it cleaned. Throws `bad_request` for one that is nested without end. */
export function bodyWithoutControlSigns(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return withoutControlSigns(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === deepest) throw new AppError('bad_request', 'errors.badRequest');
  if (Array.isArray(value)) return value.map((entry) => bodyWithoutControlSigns(entry, depth + 1));
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([name, entry]) => [withoutControlSigns(name), bodyWithoutControlSigns(entry, depth + 1)]),
  );
}
