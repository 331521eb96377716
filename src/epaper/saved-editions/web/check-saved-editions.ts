import { callHeaders, callUrl, isProblem, parseJson } from '#src/client/api.ts';
import { isExpired, useSession } from '#src/client/session.ts';
import { savedEditionsCalls } from '../saved-editions.contract.ts';
import { maxSavedEditions, type SavedEdition } from '../saved-editions.rules.ts';
import { deleteOtherUsersEditions, deleteSavedEdition, recordSavedEdition, savingLock } from './edition-storage.ts';

/** Deletes saved editions that the user of this token may not read. */
export async function deleteUnreadableEditions(token: string): Promise<void> {
  await navigator.locks.request(savingLock, async () => {
    const left = await deleteOtherUsersEditions(isExpired(token) ? null : useSession.getState().user.user_id);
    if (left.length && navigator.onLine) await checkAllowed(left);
  });
}

/** Deletes editions that the server no longer allows on this device, and updates the expiry of the others. */
async function checkAllowed(all: SavedEdition[]): Promise<void> {
  for (let from = 0; from < all.length; from += maxSavedEditions) {
    const some = all.slice(from, from + maxSavedEditions);
    const allowed = await fetchAllowed(some.map(({ id }) => id));
    if (!allowed) return;
    for (const saved of some)
      if (allowed.versions.get(saved.id) !== saved.version) await deleteSavedEdition(saved.id);
      else await recordSavedEdition({ ...saved, until: allowed.until });
  }
}

/** The editions that the server allows, none when it refuses; undefined when it cannot be reached. */
async function fetchAllowed(ids: number[]): Promise<{ until: string; versions: Map<number, string> } | undefined> {
  // Not `callApi`, which redirects to the login when the session has expired: this check runs in the background.
  const answer = await fetch(callUrl(savedEditionsCalls.check, { query: { ids: ids.join() } }), {
    headers: callHeaders(),
  });
  const body = parseJson(await answer.text());
  // Saved editions are deleted only after an error response from this site's server.
  if ([401, 402, 403].includes(answer.status) && isProblem(body)) return { until: '', versions: new Map() };
  const { data } = savedEditionsCalls.check.reply[200].safeParse(body);
  if (!answer.ok || !data) return undefined;
  return { until: data.until, versions: new Map(data.editions.map(({ id, version }) => [id, version])) };
}
