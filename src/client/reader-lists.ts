// What this device stores for its reader: what he follows, has saved and has read, and when he was last here.
import { createStore } from 'zustand/vanilla';
import { historyLength, type MarkKind, markKey, maxFollowed, maxSaved } from '#src/rules/reader-lists.rules.ts';
import { localStore } from './storage.ts';

/** What a list needs to show something without a request. */
export interface Described {
  title: string;
  /** Set for stories. */
  language?: string | null | undefined;
}

/** Something that is followed or saved, or was (`removed`). Times are in milliseconds since 1970. */
export interface DeviceMark extends Described {
  at: number;
  removed: boolean;
  /** Path of its page, without the language prefix. */
  path: string;
  /** Whether the reader's account has it. */
  sent?: boolean;
}

/** A story that was read. */
export interface DeviceRead extends Described {
  at: number;
  /** How many corrections its page had. */
  corrections: number;
  /** When the reader dismissed the note about a later correction. */
  toldAt?: number;
  sent?: boolean;
}

/** A story of the history that was corrected later. */
export interface Corrected extends Described {
  id: number;
  /** Day in India. */
  date: string;
  corrections: number;
}

export interface ReaderLists {
  /** By `markKey`. */
  marks: Record<string, DeviceMark>;
  /** By the story's id. */
  history: Record<string, DeviceRead>;
  /** Whether visits and the stories that are read are recorded. */
  keepsHistory: boolean;
  clearedAt: number;
  /** The account that these lists belong to, once they were sent there. */
  owner: number | null;
  /** Whether that account holds the history. */
  historySynced: boolean;
  syncedAt: number;
  /** When the reader was here last. */
  seenAt: number;
  /** When his visit before this one ended; 0 in his first. */
  newSince: number;
  corrected: Corrected[];
  /** When corrections were last fetched. */
  lookedAt: number;
  /** Whether the storage has been read: until then pages show what is the same for everyone. */
  ready: boolean;
}

/** Key of these lists in the browser's storage. */
export const readerListsKey = 'reading';
const minuteMs = 60_000;
/** A visit ends after this time without a page. */
export const visitPauseMs = 30 * minuteMs;

const nothing: ReaderLists = {
  marks: {},
  history: {},
  keepsHistory: true,
  clearedAt: 0,
  owner: null,
  historySynced: false,
  syncedAt: 0,
  seenAt: 0,
  newSince: 0,
  corrected: [],
  lookedAt: 0,
  ready: false,
};

export const readerLists = createStore<ReaderLists>(() => nothing);

function stored(): ReaderLists {
  let lists = {};
  try {
    lists = JSON.parse(localStore().getItem(readerListsKey) ?? '{}');
  } catch {
    // Not written by this code.
  }
  return { ...nothing, ...lists, ready: true };
}

/** Changes what is stored, which another tab may have changed since. */
export function changeReaderLists(change: (lists: ReaderLists) => Partial<ReaderLists>): void {
  const before = stored();
  const lists = { ...before, ...change(before) };
  localStore().setItem(readerListsKey, JSON.stringify(lists));
  readerLists.setState(lists);
}

/** Reads what is stored, and records the visit. A visit ends after half an hour without a page. */
export function openReaderLists(): void {
  const now = Date.now();
  const lists = stored();
  const { keepsHistory, seenAt, newSince } = lists;
  if (!keepsHistory || now - seenAt < minuteMs) readerLists.setState(lists);
  else changeReaderLists(() => ({ seenAt: now, newSince: now - seenAt > visitPauseMs ? seenAt : newSince }));
}

/** Follows or saves something, or ends that. Returns whether it is on now; undefined if the list is full. */
export function toggleMark(kind: MarkKind, id: number, about: Described & { path: string }): boolean | undefined {
  const key = markKey(kind, id);
  const { marks } = stored();
  const known = marks[key];
  const removed = known?.removed === false;
  const isStory = kind === 'story';
  const listed = Object.entries(marks).filter(([one, mark]) => !mark.removed && one.startsWith('story:') === isStory);
  if (!removed && listed.length >= (isStory ? maxSaved : maxFollowed)) return undefined;
  // Later than the previous change, even if the clock was set back.
  const at = Math.max(Date.now(), (known?.at ?? 0) + 1);
  changeReaderLists(() => ({ marks: { ...marks, [key]: { ...about, at, removed } } }));
  return !removed;
}

/** Records that a story is read. */
export function addToHistory(id: number, read: Pick<DeviceRead, 'title' | 'language' | 'corrections'>): void {
  changeReaderLists(({ keepsHistory, history, corrected }) => {
    if (!keepsHistory) return {};
    const entries = Object.entries<DeviceRead>({ ...history, [id]: { ...read, at: Date.now() } });
    const newest = entries.sort(([, one], [, other]) => other.at - one.at).slice(0, historyLength);
    return { history: Object.fromEntries(newest), corrected: corrected.filter((story) => story.id !== id) };
  });
}

/** Deletes the lists of an account from this device, which another user may use next. */
export function clearReaderLists(): void {
  // Whether a history is recorded is a setting of the device, not of the account.
  if (stored().owner !== null) changeReaderLists(({ keepsHistory }) => ({ ...nothing, keepsHistory, ready: true }));
}
