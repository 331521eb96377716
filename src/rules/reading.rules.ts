// What readers follow, save and have read: of which kinds, and how much of it the device and the account hold.

export const followedKinds = ['topic', 'author', 'category', 'sub_category'] as const;
export const markKinds = [...followedKinds, 'story'] as const;

/** What can be followed; a story is saved. */
export type FollowedKind = (typeof followedKinds)[number];
export type MarkKind = (typeof markKinds)[number];

export const mostFollowed = 200;
export const mostSaved = 500;
export const historyLength = 300;

/** The name of a mark on the device, such as "topic:3". */
export const markKey = (kind: MarkKind, id: number): string => `${kind}:${id}`;
