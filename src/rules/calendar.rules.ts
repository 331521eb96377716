// Dates in India's time zone, UTC+5:30 without daylight saving time: a fixed offset is enough, and every day has 24
// hours. To be replaced by `Temporal` once Node has it by default.

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
export const daySeconds = 86_400;

/** India's time zone, for `Intl` and PostgreSQL. */
export const timeZone = 'Asia/Kolkata';

const offset = '+05:30';
const offsetMs = 5.5 * hourMs;

/** Shifts an instant so that the UTC methods of `Date` return Indian local time. */
export const toIndianClock = (instant: Date): Date => new Date(instant.getTime() + offsetMs);

/** The inverse of `toIndianClock`. */
export const fromIndianClock = (clock: Date): Date => new Date(clock.getTime() - offsetMs);

/** The date of an instant in India: "2026-11-21". */
export const isoDate = (instant: Date): string => utcDate(toIndianClock(instant));

/** The date part of an instant in UTC, for days that are computed as midnights in UTC: "2026-11-21". */
export const utcDate = (instant: Date): string => instant.toISOString().slice(0, 10);

/** `count` months until that of a day such as "2026-11-21", itself included: "2026-11", oldest first. */
export function monthsUntil(day: string, count: number): string[] {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return Array.from({ length: count }, (_, index) =>
    utcDate(new Date(Date.UTC(year, month - count + index, 1))).slice(0, 7),
  );
}

/** An instant with India's offset, for formats that require local time: "2026-11-21T20:00:00.000+05:30". */
export const isoInstantInIndia = (instant: Date): string => toIndianClock(instant).toISOString().replace('Z', offset);

/** The instant at which a day such as "2026-11-21" begins in India. */
export const startOfDayInIndia = (day: string): Date => new Date(`${day}T00:00:00${offset}`);

/** The instant at which a day ends in India: the beginning of the next day. */
export const endOfDayInIndia = (day: string): Date => addDays(startOfDayInIndia(day), 1);

/** Noon of a day in India, for values that represent a day by an instant. */
export const noonInIndia = (day: string): Date => new Date(`${day}T12:00:00${offset}`);

/** Number of an instant's day in India; consecutive days have consecutive numbers. */
export const dayNumber = (instant: Date): number => Math.floor(toIndianClock(instant).getTime() / dayMs);

/** Adds `days`, which may be negative. */
export const addDays = (instant: Date, days: number): Date => new Date(instant.getTime() + days * dayMs);

// Creating a format costs as much as forty uses, and every page shows dates.
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * `Intl.DateTimeFormat` for India's time zone. Indian languages get the clock of 24 hours: the Unicode locale data mix in
 * English otherwise, as in "12:13 pm बजे".
 */
export function indianDateFormat(locale: string, options?: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const clock = options?.timeStyle && !locale.startsWith('en') ? ({ hourCycle: 'h23' } as const) : {};
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, ...clock, timeZone });
  formats.set(key, format);
  return format;
}
