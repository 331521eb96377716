/** `none`: the story is not live, and readers see no entries. */
export const liveStates = ['none', 'running', 'ended'] as const;
export type LiveState = (typeof liveStates)[number];
