import { ApiError, callApi } from '#src/client/api.ts';
import { isExpired, useSession } from '#src/client/session.ts';
import { keepingCalls } from '../../keeping.contract.ts';
import { isOpenTo, mostKept } from '../../keeping.rules.ts';
import { findKept, forgetEdition, listCached, noteKept } from './kept.ts';

/** One at a time keeps an edition or looks after those that are kept, in all tabs. */
export const keepingLock = 'kept-editions';

/**
 * Deletes editions that this device may not keep any longer: of somebody else, after their end, half fetched; and, as
 * the server knows, without a plan, withdrawn or replaced. The others get a later end. Without a network it is not asked.
 */
export const reviewKept = (): Promise<void> => navigator.locks.request(keepingLock, review);

async function review(): Promise<void> {
  const { token, user_id: userId } = useSession.getState().user;
  const reader = isExpired(token) ? null : userId;
  const left: number[] = [];
  for (const id of await listCached()) {
    const kept = await findKept(id);
    if (kept && isOpenTo(kept, reader, new Date()) && left.length < mostKept) left.push(id);
    else await forgetEdition(id);
  }
  if (left.length === 0) return;
  const allowed = await askServer(left);
  for (const id of left) {
    const kept = await findKept(id);
    if (!kept || !allowed) continue;
    if (allowed.versions.get(id) === kept.version) await noteKept({ ...kept, until: allowed.until });
    else await forgetEdition(id);
  }
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
