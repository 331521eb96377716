import { localStore } from './storage.ts';

/** The beginning of the keys of drafts that this browser stores for the newsroom. */
export const draftPrefix = 'draft:';

/** A stored draft; null if there is none, or if another release has written it in another format. */
export function readDraft<T>(key: string): T | null {
  try {
    return JSON.parse(localStore().getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/**
 * Deletes the drafts that the server has too. The others exist only here, so they stay; only their author sees them.
 */
export function deleteSentDrafts(): void {
  const store = localStore();
  for (const key of store.keys())
    if (key.startsWith(draftPrefix) && readDraft<{ unsent?: boolean }>(key)?.unsent === false) store.removeItem(key);
}
