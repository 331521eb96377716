import { ApiError, callApi } from '#src/client/api.ts';
import { isExpired, useSession } from '#src/client/session.ts';
import { sessionCalls } from '../sessions.contract.ts';

/** Asks the server what the stored token is still worth. Returns false when the session is over. */
export async function confirmSession(): Promise<boolean> {
  const { user, confirm } = useSession.getState();
  if (isExpired(user.token)) return false;
  try {
    const { user: known } = await callApi(sessionCalls.verifyToken);
    const { name, email, profile_image, mobile, isAdmin, role } = known;
    confirm(role, { name, email, profile_image, mobile, isAdmin });
    return true;
  } catch (error) {
    // Only the server's own word ends a session; without a connection it goes on.
    return !(error instanceof ApiError && error.status === 401);
  }
}
