// Live stories: a story that grows by entries.
import type { LiveState } from '#src/news/schema/live-states.rules.ts';

export const entryMaxLength = 20_000;
export const entryTitleMaxLength = 200;

/** Entries on one page of a story, and entries in its structured data. */
export const entriesPerPage = 50;
/** Maximum number of changes in one answer to a reader's browser. */
export const changesPerAnswer = 100;
/** Maximum number of key events that a page lists. */
export const keyEventLimit = 100;

/** The anchor of an entry on its page. */
export const entryAnchor = (id: number): string => `entry-${id}`;

/** Readers see the newest entries first, or the oldest. */
export type EntryOrder = 'newest' | 'oldest';

/** The transitions of the state: live coverage is begun, ended and resumed. */
export const mayPost = (state: LiveState): boolean => state === 'running';

/** Entries in one answer to the newsroom. */
export const staffListLimit = 100;

/** The subject of an entry's audit events. */
export const entrySubject = (story: number, entry: number): string => `story ${story}, live entry ${entry}`;
