// An edition is a PDF in the library: of a week, a month or a year. Its title, day and place are guessed from its
// filename.
import { startOfDayInIndia } from '#src/rules/calendar.rules.ts';

export const periods = ['weekly', 'monthly', 'yearly'] as const;
export type Period = (typeof periods)[number];

export const isPeriod = (text: string | undefined): text is Period => periods.some((period) => period === text);

/** The start of an edition's day in India; without a day, the instant at which it was created. */
export const issuedAt = (edition: { issue_date: string | null; created_at: string }): Date =>
  edition.issue_date ? startOfDayInIndia(edition.issue_date) : new Date(edition.created_at);

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthNames =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';

export const titleMaxLength = 200;
export const placeMaxLength = 100;

/** A filename that is safe in headers and file systems; letters of every script are preserved. */
export function safeFilename(filename: string): string {
  const last = filename.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const cleaned = last
    .replaceAll(/[\p{Cc}<>:"|?*]|(?![\u200C\u200D])\p{Cf}/gu, '') // Persian and Indian scripts need the joiners
    .replace(/^\.+/, '')
    .trim();
  const stem = cleaned
    .replace(/\.pdf$/i, '')
    .slice(0, 150)
    .trim();
  return `${stem || 'edition'}.pdf`;
}

/** Numbers a filename that is already taken: "Weekly.pdf" → "Weekly (2).pdf". */
export const numberedFilename = (filename: string, number: number): string =>
  number === 1 ? filename : `${filename.replace(/\.pdf$/, '')} (${number}).pdf`;

export interface FilenameMetadata {
  title: string;
  /** Such as "2026-11-21". */
  issueDate: string | null;
  place: string | null;
}

/** Parses filenames such as "News Wing_Suryanagar_2026-11-21.pdf" or "weekly-21-Nov-2026-Lucknow.pdf". */
export function parseFilename(filename: string): FilenameMetadata {
  const words = filename
    .replace(/\.pdf$/i, '')
    .replaceAll(/[_]+/g, ' ')
    .trim();
  const found = findDay(words);
  const rest = (found ? words.replace(found.text, ' ') : words).replaceAll(/[-\s]+/g, ' ').trim();
  const place =
    /\b(?:edition|from|city)\s+(?:of\s+)?(\p{Lu}[\p{L}\p{M}]+)\b/u.exec(rest)?.[1] ?? wordBefore(rest, / edition\b/u);
  return { title: (rest || words).slice(0, titleMaxLength), issueDate: found?.day ?? null, place: place ?? null };
}

const dayAndMonth = new RegExp(`\\b(\\d{1,2})[-. ]{1,3}(${monthNames})[-., ]{1,3}(20\\d\\d)\\b`, 'i');
const monthAndYear = new RegExp(`\\b(${monthNames})[-. ]{1,3}(20\\d\\d)\\b`, 'i');

// The last word before the match, if it is capitalized.
function wordBefore(text: string, what: RegExp) {
  const word =
    text
      .slice(0, Math.max(0, text.search(what)))
      .split(' ')
      .at(-1) ?? '';
  return /^\p{Lu}[\p{L}\p{M}]+$/u.test(word) ? word : undefined;
}

function findDay(text: string): { text: string; day: string } | undefined {
  const forms: [RegExp, (m: RegExpExecArray) => string | undefined][] = [
    [/\b(20\d\d)[-. ](\d{1,2})[-. ](\d{1,2})\b/, (m) => dayOf(m[1], Number(m[2]), Number(m[3]))], // 2026-11-21
    [/\b(\d{1,2})[-. ](\d{1,2})[-. ](20\d\d)\b/, (m) => dayOf(m[3], Number(m[2]), Number(m[1]))], // 21-11-2026
    [dayAndMonth, (m) => dayOf(m[3], monthOf(m[2]), Number(m[1]))], // 21 Nov 2026
    [monthAndYear, (m) => dayOf(m[2], monthOf(m[1]), 1)], // November 2026
  ];
  for (const [form, read] of forms) {
    const match = form.exec(text);
    const day = match && read(match);
    if (match && day) return { text: match[0], day };
  }
  return undefined;
}

const monthOf = (name = '') => months.indexOf(name.slice(0, 3).toLowerCase()) + 1;

function dayOf(year = '', month: number, day: number) {
  const date = new Date(Date.UTC(Number(year), month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : undefined;
}

// PostgreSQL has no year 0, and newspapers began after this year.
const firstDay = '1600-01-01';

/** A calendar day such as "2026-11-21". */
export const isDay = (text: string): boolean =>
  text >= firstDay &&
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);

/** Formats megabytes with significant decimals: 2_400_000 → "2.3", 40_000 → "0.04". */
export const megabytes = (bytes: number): string => {
  const size = bytes / 1024 / 1024;
  return size >= 1 ? size.toFixed(1) : Math.max(size, 0.01).toFixed(2);
};
