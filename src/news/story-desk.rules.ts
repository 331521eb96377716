// What colleagues say to each other about a story.

export const commentMaxLength = 2000;

/** The most comments that a story shows. */
export const commentLimit = 500;

/** How long after its last sign an open editor counts as open, and how often it gives one. */
export const presenceMs = 45_000;
export const signMs = 15_000;
