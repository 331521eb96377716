import { ApiError, callApi } from '#src/client/api.ts';
import { forgetFields } from '#src/client/kept-fields.ts';
import { isExpired, useSession } from '#src/client/session.ts';
import type { Person } from '../sessions.contract.ts';
import { sessionCalls } from '../sessions.contract.ts';

/** Asks the server what the stored token is still worth; when it is nothing, the session ends and the reader is told. */
export async function confirmSession(): Promise<void> {
  const { user, expire } = useSession.getState();
  if (isExpired(user.token)) return expire('stay');
  try {
    const { user: person } = await callApi(sessionCalls.verifyToken);
    mirrorPerson(person);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Only the server's own word ends a session; without a connection it goes on.
    if (error.status === 401) expire('stay');
  }
}

/** Makes the stored user what the server has just said of him. */
export function mirrorPerson({ name, email, profile_image, mobile, isAdmin, role }: Person): void {
  useSession.getState().confirm(role, { name, email, profile_image, mobile, isAdmin });
}

/** Begins a session in this browser. What another person typed here before is forgotten. */
export function beginSession(token: string, { id, name, email, profile_image, mobile, isAdmin, role }: Person): void {
  forgetFields(id);
  useSession.getState().login({ token, user_id: id, name, email, profile_image, mobile, isAdmin }, role);
}
