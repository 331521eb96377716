import { localStore } from './storage.ts';

/** The beginning of the keys of drafts that this browser stores for the newsroom. */
export const draftPrefix = 'draft:';

/** Deletes the drafts that the server has too. The others exist nowhere else, and remain for their author alone. */
export function deleteSentDrafts(): void {
  const store = localStore();
  for (const key of store.keys()) if (key.startsWith(draftPrefix) && isSent(store.getItem(key))) store.removeItem(key);
}

function isSent(draft: string | null): boolean {
  try {
    return JSON.parse(draft ?? '').unsent === false;
  } catch {
    return false; // written by another release in another format
  }
}
