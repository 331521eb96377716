// What colleagues say to each other about a story.

export const commentMaxLength = 2000;

/** The most comments that a story shows. */
export const commentLimit = 500;
