import { callApi } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { forgetFields } from '#src/client/kept-fields.ts';
import { rememberDevice } from '#src/client/known-devices.ts';
import { isExpired, tokenExpiry, useSession } from '#src/client/session.ts';
import type { Login, Person } from '../sessions.contract.ts';
import { sessionCalls } from '../sessions.contract.ts';

/**
 * Asks the server what the stored token is still worth; when it is nothing, the session ends and the user is told. One that
 * cannot be decoded ends with a warning in the console only.
 */
export async function confirmSession(): Promise<void> {
  const { user, logout, expire } = useSession.getState();
  if (!user.token) return; // the page has found out first
  if (tokenExpiry(user.token) === undefined) return logout();
  if (isExpired(user.token)) return expire('stay');
  try {
    const { user: person } = await callApi(sessionCalls.verifyToken);
    mirrorPerson(person);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Only the server's own word ends a session; without a connection it goes on.
    if (error.status === 401 && error.body.code) expire('stay');
  }
}

/** Makes the stored user what the server has just said of him. */
export function mirrorPerson({ name, email, profile_image, mobile, isAdmin, role }: Person): void {
  useSession.getState().confirm(role, { name, email, profile_image, mobile, isAdmin });
}

/** Stores the session and the device token of a login, and deletes form fields that another user typed in this tab. */
export function beginSession({ token, user, device_token }: Login): void {
  const { id, name, email, profile_image, mobile, isAdmin, role } = user;
  forgetFields(id);
  rememberDevice(id, device_token);
  useSession.getState().login({ token, user_id: id, name, email, profile_image, mobile, isAdmin }, role);
}
