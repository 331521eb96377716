import { ApiError, callApi } from '#src/client/api.ts';
import { isExpired, useSession } from '#src/client/session.ts';
import { keepingCalls } from '../../keeping.contract.ts';
import { type KeptEdition, mostKept } from '../../keeping.rules.ts';
import { forgetEdition, forgetOthers, keepingLock, noteKept } from './kept.ts';

/** Deletes what is not, or no longer, of whoever has this token. */
export async function lookAfterKept(token: string): Promise<void> {
  await navigator.locks.request(keepingLock, async () => {
    const left = await forgetOthers(isExpired(token) ? null : useSession.getState().user.user_id);
    if (left.length && navigator.onLine) await checkKept(left);
  });
}

/** Deletes editions that the server does not allow on this device any longer, and notes the end of the others. */
async function checkKept(all: KeptEdition[]): Promise<void> {
  const allowed = await askServer(all.slice(0, mostKept).map(({ id }) => id));
  if (!allowed) return;
  for (const kept of all)
    if (allowed.versions.get(kept.id) === kept.version) await noteKept({ ...kept, until: allowed.until });
    else await forgetEdition(kept.id);
}

/** What the server allows, nothing when it refuses; undefined when it cannot be asked. */
async function askServer(ids: number[]): Promise<{ until: string; versions: Map<number, string> } | undefined> {
  try {
    const { until, editions } = await callApi(keepingCalls.check, { query: { ids: ids.join() } });
    return { until, versions: new Map(editions.map(({ id, version }) => [id, version])) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [401, 402, 403].includes(error.status) ? { until: '', versions: new Map() } : undefined;
  }
}
