// Limits of comments on a story, and of presence in it.

export const commentMaxLength = 2000;

/** Maximum number of comments on a story. */
export const commentLimit = 500;

/** How long a story counts as open after the last heartbeat of its form, and how often a form sends one. */
export const presenceMs = 45_000;
export const signMs = 15_000;
