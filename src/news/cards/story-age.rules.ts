// How old a story is, in words, as long as that says more than its date: for a day.

const minuteMs = 60_000;

/** The age of a story for `Intl.RelativeTimeFormat`; undefined if its date is shown instead. */
export function storyAge(publishedMs: number, nowMs: number): { count: number; unit: 'minute' | 'hour' } | undefined {
  // Clocks of phones may be some minutes slow.
  const minutes = Math.max(0, Math.floor((nowMs - publishedMs) / minuteMs));
  if (minutes < 60) return { count: minutes, unit: 'minute' };
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? { count: hours, unit: 'hour' } : undefined;
}
