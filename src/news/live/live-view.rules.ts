// What a page shows of a live story, and how a change of the story changes it.

import type { LiveState } from '#src/news/schema/live-states.rules.ts';
import type { LiveEntry, LiveMessage, LivePage } from './live.contract.ts';

export interface LiveView {
  state: LiveState;
  seq: number;
  /** The entries of the page, in its order. */
  shown: LiveEntry[];
  /** New entries that the page does not show yet. */
  waiting: LiveEntry[];
  keyEvents: LivePage['keyEvents'];
}

/** The part of the coverage that the page shows. */
export interface LivePart {
  /** Whether the page begins with the newest entries, so that new ones belong on it. */
  isNewest: boolean;
  /** The last entry of the page, if there are pages after it. */
  last: number | undefined;
}

export const partOf = ({ order, from, entries, next }: LivePage): LivePart => ({
  isNewest: order === 'newest' && from === null,
  last: next === null ? undefined : Math.min(...entries.filter(({ pinned }) => !pinned).map(({ id }) => id)),
});

export const viewOf = ({ state, seq, entries, keyEvents }: LivePage): LiveView => ({
  state,
  seq,
  shown: entries,
  waiting: [],
  keyEvents,
});

const newestFirst = (a: { id: number }, b: { id: number }) => b.id - a.id;
const pinnedFirst = (a: LiveEntry, b: LiveEntry) => Number(b.pinned) - Number(a.pinned) || newestFirst(a, b);

const without = <T extends { id: number }>(list: T[], id: number) =>
  list.some((one) => one.id === id) ? list.filter((one) => one.id !== id) : list;

/** Applies a message. With `atOnce`, a new entry is shown at once; otherwise it waits. */
export function applyMessage(view: LiveView, message: LiveMessage, part: LivePart, atOnce: boolean): LiveView {
  const { seq, entry, removed, state, gone } = message;
  if (seq < view.seq) return view; // shown already
  const next = { ...view, seq, state: gone ? 'ended' : (state ?? view.state) };
  const id = entry?.id ?? removed;
  if (id === undefined) return next;
  const keyEvents = without(view.keyEvents, id);
  const others = { ...next, shown: without(view.shown, id), waiting: without(view.waiting, id), keyEvents };
  if (!entry) return others;
  if (entry.key_event)
    others.keyEvents = [...keyEvents, { id, headline: entry.headline, at: entry.created_at }].sort(newestFirst);
  const isShown = others.shown !== view.shown;
  if (!part.isNewest) {
    // A later page: entries are changed in their places, and new ones only counted.
    const shown = isShown ? view.shown.map((one) => (one.id === id ? entry : one)) : view.shown;
    const isNew = !isShown && id > Math.max(0, ...[...view.shown, ...others.waiting].map((one) => one.id));
    return {
      ...others,
      shown,
      waiting: isNew || others.waiting !== view.waiting ? [entry, ...others.waiting] : others.waiting,
    };
  }
  if (!entry.pinned && part.last !== undefined && id < part.last) return others; // its place is on a later page
  const newest = Math.max(0, ...view.shown.map((one) => one.id));
  if (isShown || atOnce || id < newest) return { ...others, shown: [...others.shown, entry].sort(pinnedFirst) };
  return { ...others, waiting: [entry, ...others.waiting].sort(newestFirst) };
}

/** Shows the entries that wait. */
export const showWaiting = (view: LiveView): LiveView => ({
  ...view,
  shown: [...view.waiting, ...view.shown].sort(pinnedFirst),
  waiting: [],
});
