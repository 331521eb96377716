import { sessionCalls } from '#src/accounts/users/sessions.contract.ts';
import { callApi } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { deleteSentDrafts } from '#src/client/drafts.ts';
import { clearReaderLists } from '#src/client/reader-lists.ts';
import { deleteSavedFields } from '#src/client/saved-fields.ts';
import { useSession } from '#src/client/session.ts';
import { sessionStore } from '#src/client/storage.ts';
import { failedLogoutKey } from '#src/client/stored-session.ts';
import { prepareToasts, toast } from '#src/client/toasts.ts';

// Long enough to read where else the session can be ended.
const unreachedMs = 20_000;

/** Preloads the toast messages of a logout, so that it also works and notifies the user without a network. */
export const prepareLogOut = (): void => prepareToasts(['accounts']);

/**
 * Ends the session in this browser at once, deletes saved form fields, and notifies when the server has responded: then the
 * promise resolves.
 */
export function logOut(): Promise<void> {
  const response = callApi(sessionCalls.logout, { keepalive: true }); // sent before the token is deleted
  clearSession();
  return notify(response);
}

async function notify(response: Promise<{ message: string }>) {
  try {
    toast({ kind: 'success', text: { sentence: (await response).message } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // A rejected token means that the session has already ended.
    if (error.status === 401) toast({ kind: 'success', text: 'accounts.loggedOut' });
    else notifyUnreached();
  }
}

// Without a network the navigation to the login becomes a page load, which removes the toast: the next page repeats it.
function notifyUnreached() {
  sessionStore().setItem(failedLogoutKey, String(Date.now()));
  showUnreached();
}

const showUnreached = () => toast({ kind: 'error', text: 'accounts.loggedOutHere', durationMs: unreachedMs });

/** After a page load, repeats the toast that a recent logout did not reach the server. */
export function showPendingLogoutFailure(): void {
  if (Date.now() - Number(sessionStore().getItem(failedLogoutKey)) < unreachedMs) showUnreached();
  else sessionStore().removeItem(failedLogoutKey);
}

/**
 * Deletes the session, saved form fields, the lists of the account and its drafts from this browser, which someone else may
 * use next. Drafts that the server does not have remain, and are shown only to their author.
 */
export function clearSession(): void {
  deleteSavedFields();
  deleteSentDrafts();
  clearReaderLists();
  useSession.getState().logout();
}
