import { ApiError, callApi } from '#src/client/api.ts';
import { forgetFields } from '#src/client/kept-fields.ts';
import { useSession } from '#src/client/session.ts';
import { toast } from '#src/client/toasts.ts';
import { sessionCalls } from '../sessions.contract.ts';

/** Ends the session here in any case, with what was typed into forms, and on the server when that can be reached. */
export async function logOut(): Promise<void> {
  try {
    const { message } = await callApi(sessionCalls.logout);
    toast({ kind: 'success', text: { sentence: message } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toast({ kind: 'success', text: 'accounts.loggedOut' });
  }
  leaveBrowser();
}

/**
 * Forgets here who was logged in and what he typed into forms: the next person at this browser may be another. The drafts
 * of the newsroom wait for their writer, and are shown to nobody else.
 */
export function leaveBrowser(): void {
  forgetFields();
  useSession.getState().logout();
}
