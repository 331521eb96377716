import { openReaderLists } from '#src/client/reader-lists.ts';
import { watchOffline } from './offline/watch-offline.ts';

/** What every page does once its reader has it, in one file. Returns the cleanup. */
export function startIdle(): (() => void) | undefined {
  openReaderLists();
  return watchOffline();
}
