import { callHeaders, callUrl, isProblem, parsed } from '#src/client/api.ts';
import { isExpired, useSession } from '#src/client/session.ts';
import { keepingCalls } from '../../keeping.contract.ts';
import { type KeptEdition, mostKept } from '../../keeping.rules.ts';
import { findKept, forgetEdition, forgetOthers, keepingLock, noteKept } from './kept.ts';

/** Deletes what is not, or no longer, of whoever has this token. */
export async function lookAfterKept(token: string): Promise<void> {
  await navigator.locks.request(keepingLock, async () => {
    const left = await forgetOthers(isExpired(token) ? null : useSession.getState().user.user_id);
    if (left.length && navigator.onLine) await checkKept(left);
  });
}

/** Deletes editions that the server does not allow on this device any longer, and notes the end of the others. */
async function checkKept(all: KeptEdition[]): Promise<void> {
  for (let from = 0; from < all.length; from += mostKept) {
    const some = all.slice(from, from + mostKept);
    const allowed = await askServer(some.map(({ id }) => id));
    if (!allowed) return;
    for (const kept of some)
      if (allowed.versions.get(kept.id) !== kept.version) await forgetEdition(kept.id);
      else if (await findKept(kept.id)) await noteKept({ ...kept, until: allowed.until }); // unless it was removed meanwhile
  }
}

/** What the server allows, nothing when it refuses; undefined when it cannot be asked. */
async function askServer(ids: number[]): Promise<{ until: string; versions: Map<number, string> } | undefined> {
  // Not by `callApi`, which leads a reader to the login when his session is over: here he has asked for nothing.
  const answer = await fetch(callUrl(keepingCalls.check, { query: { ids: ids.join() } }), { headers: callHeaders() });
  const body = parsed(await answer.text());
  // Saved editions are deleted only after an error answer of our own server.
  if ([401, 402, 403].includes(answer.status) && isProblem(body)) return { until: '', versions: new Map() };
  const { data } = keepingCalls.check.reply[200].safeParse(body);
  if (!answer.ok || !data) return undefined;
  return { until: data.until, versions: new Map(data.editions.map(({ id, version }) => [id, version])) };
}
