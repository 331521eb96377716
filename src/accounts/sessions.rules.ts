// How long a login lasts: it ends when it has not been used for a while, and at the latest after its longest time. The
// newsroom's are shorter, because they open more.
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export const sessionLife = {
  user: { idleMs: 30 * dayMs, longestMs: 180 * dayMs },
  admin: { idleMs: 12 * hourMs, longestMs: 7 * dayMs },
} as const;

/** How exactly it is known when a session was last used: a row is not written for every request. */
export const seenEveryMs = 5 * minuteMs;

/** Grace period for newsroom accounts to set up two-step login where it is compulsory. */
export const twoStepGraceMs = 7 * dayMs;

/** How long ago the password may have been given for a dangerous act. */
export const recentProofMs = 15 * minuteMs;
