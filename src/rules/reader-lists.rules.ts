// What readers follow, save and have read: of which kinds, and how much of it the device and the account hold.

/** What can be followed; a story is saved. */
export type FollowedKind = 'topic' | 'author' | 'category' | 'sub_category';
export type MarkKind = FollowedKind | 'story';

export const maxFollowed = 200;
export const maxSaved = 500;
export const historyLength = 300;

/** The name of a mark on the device, such as "topic:3". */
export const markKey = (kind: MarkKind, id: number): string => `${kind}:${id}`;
