import type { CurrentUserView, Login } from '#src/accounts/users/sessions.contract.ts';
import { sessionCalls } from '#src/accounts/users/sessions.contract.ts';
import { callApi } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { storeDevice } from '#src/client/known-devices.ts';
import { deleteSavedFields } from '#src/client/saved-fields.ts';
import { isExpired, tokenExpiry, useSession } from '#src/client/session.ts';

/**
 * Verifies the stored token with the server. If it is invalid, ends the session and notifies the user. A token that
 * cannot be decoded ends the session with a console warning only.
 */
export async function verifySession(): Promise<void> {
  const { user, logout, expire } = useSession.getState();
  if (!user.token) return; // the page has ended the session already
  if (tokenExpiry(user.token) === undefined) return logout();
  if (isExpired(user.token)) return expire('stay');
  try {
    const { user: person } = await callApi(sessionCalls.verifyToken);
    storeUser(person);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Only an error response of our server ends the session; a network failure does not.
    const isReplaced = useSession.getState().user.token !== user.token; // by a login meanwhile
    if (error.status === 401 && error.body.code && !isReplaced) expire('stay');
  }
}

/** Updates the stored user from a response of the server. */
export function storeUser({ name, email, profile_image, mobile, isAdmin, role }: CurrentUserView): void {
  useSession.getState().confirm(role, { name, email, profile_image, mobile, isAdmin });
}

/** Stores the session and the device token of a login, and deletes form fields that another user typed in this tab. */
export function beginSession({ token, user, device_token }: Login): void {
  const { id, name, email, profile_image, mobile, isAdmin, role } = user;
  deleteSavedFields(id);
  storeDevice(id, device_token);
  useSession.getState().login({ token, user_id: id, name, email, profile_image, mobile, isAdmin }, role);
}
