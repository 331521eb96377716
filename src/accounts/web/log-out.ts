import { callApi } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { forgetFields } from '#src/client/kept-fields.ts';
import { unreachedLogoutKey, useSession } from '#src/client/session.ts';
import { tabKept } from '#src/client/storage.ts';
import { prepareToasts, toast } from '#src/client/toasts.ts';
import { sessionCalls } from '../sessions.contract.ts';

// Time to read where else the session can be ended.
const unreachedMs = 20_000;

/** Fetches what a logout has to say: nobody must stay logged in, or be told nothing, because the network is gone. */
export const prepareLogOut = (): void => prepareToasts(['accounts']);

/** Ends the session here at once, with what was typed into forms, and on the server; says so when that has answered. */
export function logOut(): void {
  const ending = callApi(sessionCalls.logout); // begun while the token is still there
  leaveBrowser();
  void announce(ending);
}

async function announce(ending: Promise<{ message: string }>) {
  try {
    toast({ kind: 'success', text: { sentence: (await ending).message } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // A refused token is one whose session is over already.
    if (error.status === 401) toast({ kind: 'success', text: 'accounts.loggedOut' });
    else sayUnreached();
  }
}

// Without a network the way to the login ends in a page load, which takes the toast away: the next page shows it again.
function sayUnreached() {
  tabKept().setItem(unreachedLogoutKey, String(Date.now()));
  showUnreached();
}

const showUnreached = () => toast({ kind: 'error', text: 'accounts.loggedOutHere', durationMs: unreachedMs });

/** Shows again, after a page load, that a logout a moment ago did not reach the server. */
export function repeatUnreached(): void {
  if (Date.now() - Number(tabKept().getItem(unreachedLogoutKey)) < unreachedMs) showUnreached();
}

/**
 * Forgets here who was logged in and what he typed into forms: the next person at this browser may be another. The drafts
 * of the newsroom wait for their writer, and are shown to nobody else.
 */
export function leaveBrowser(): void {
  forgetFields();
  useSession.getState().logout();
}
