import { ApiError, callApi } from '#src/client/api.ts';
import { useSession } from '#src/client/session.ts';
import { toast } from '#src/client/toasts.ts';
import { sessionCalls } from '../sessions.contract.ts';

/** Ends the session here in any case, and on the server when that can be reached. */
export async function logOut(): Promise<void> {
  try {
    const { message } = await callApi(sessionCalls.logout);
    toast({ kind: 'success', text: { sentence: message } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toast({ kind: 'success', text: 'accounts.loggedOut' });
  }
  useSession.getState().logout();
}
