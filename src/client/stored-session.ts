import { localStore } from './storage.ts';

/** Key of the user in the browser's storage. */
export const storageKey = 'root';

/** Key under which a tab records that a logout did not reach the server. */
export const failedLogoutKey = 'logout-unreached';

// For what must know the user without loading the session.
function storedUser(): { token?: string; user_id?: number | null; isAdmin?: boolean } {
  try {
    return JSON.parse(localStore().getItem(storageKey) ?? '').state.user ?? {};
  } catch {
    return {}; // nothing is stored, or not by this site
  }
}

/** The stored user's token, perhaps expired; empty without one. */
export const storedToken = (): string => storedUser().token ?? '';

/** Whether the stored user belongs to the newsroom. */
export const isStoredStaff = (): boolean => storedUser().isAdmin === true;

export const storedUserId = (): number | null => storedUser().user_id ?? null;
