// Merges a reader's lists from two devices: the last write wins for each item. The outcome does not depend on the order of
// the merges, nor on their number.
import { dayMs } from '#src/rules/calendar.rules.ts';
import {
  type FollowedKind,
  historyLength,
  type MarkKind,
  markKey,
  maxFollowed,
  maxSaved,
} from '#src/rules/reader-lists.rules.ts';

export const followedKinds = ['topic', 'author', 'category', 'sub_category'] as const satisfies FollowedKind[];
export const markKinds = [...followedKinds, 'story'] as const satisfies MarkKind[];

/** A topic, author or section that is followed, or a story that is saved; or the record that this was removed. */
export interface Mark {
  kind: MarkKind;
  id: number;
  /** When it was set or removed, in milliseconds since 1970. */
  at: number;
  removed: boolean;
}

/** A story that was read. */
export interface ReadStory {
  id: number;
  /** When it was read last, in milliseconds since 1970. */
  at: number;
  /** How many corrections the reader has seen on its page. */
  corrections: number;
}

/** How long a removal is stored, for devices that have not synchronized since. */
export const removalsKeptMs = 90 * dayMs;
const mostRemovals = 1000;

const keyOf = ({ kind, id }: Mark) => markKey(kind, id);

/** Merges lists of marks. The newest of each kind stay, removals for 90 days. Newest first. */
export function mergeMarks<M extends Mark>(now: number, ...lists: (readonly M[])[]): M[] {
  const merged = newestOf(lists.flat(), keyOf, isNewerMark);
  const limits = { followed: maxFollowed, saved: maxSaved, removed: mostRemovals };
  return merged.filter(({ kind, at, removed }) => {
    if (removed && at < now - removalsKeptMs) return false;
    const list = removed ? 'removed' : kind === 'story' ? 'saved' : 'followed';
    limits[list] -= 1;
    return limits[list] >= 0;
  });
}

// Of two with the same time, the removal wins.
const isNewerMark = (one: Mark, other: Mark) => one.at > other.at || (one.at === other.at && one.removed);

/** Merges histories. What was read until `clearedAt` is left out; the newest stay. Newest first. */
export const mergeHistory = <R extends ReadStory>(clearedAt: number, ...lists: (readonly R[])[]): R[] =>
  newestOf(lists.flat(), ({ id }) => id, isNewerRead)
    .filter(({ at }) => at > clearedAt)
    .slice(0, historyLength);

const isNewerRead = (one: ReadStory, other: ReadStory) =>
  one.at > other.at || (one.at === other.at && one.corrections > other.corrections);

function newestOf<T extends { at: number }, K extends string | number>(
  items: readonly T[],
  key: (item: T) => K,
  isNewer: (one: T, other: T) => boolean,
): T[] {
  const newest = new Map<K, T>();
  for (const item of items) {
    const known = newest.get(key(item));
    if (!known || isNewer(item, known)) newest.set(key(item), item);
  }
  // Those with the same time are ordered by key, so that all devices leave out the same.
  return [...newest].toSorted(([a, one], [b, other]) => other.at - one.at || (a < b ? -1 : 1)).map(([, item]) => item);
}
