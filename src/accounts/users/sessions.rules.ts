// Lifetime of sessions: an idle timeout and a maximum lifetime. Newsroom sessions are shorter, because they grant more
// rights.
import { dayMs, hourMs } from '#src/rules/calendar.rules.ts';

const minuteMs = 60_000;

export const sessionLife = {
  user: { idleMs: 30 * dayMs, longestMs: 180 * dayMs },
  admin: { idleMs: 12 * hourMs, longestMs: 7 * dayMs },
} as const;

/** Minimum interval between updates of `last_seen_at`, so that not every request writes a row. */
export const lastSeenIntervalMs = 5 * minuteMs;

/** Grace period for newsroom accounts to set up two-step login where it is compulsory. */
export const twoStepGraceMs = 7 * dayMs;

/** How long a re-authentication is valid for sensitive actions. */
export const reauthenticationMs = 15 * minuteMs;
