import { cacheOf, editionOfCache, isOpenTo, type KeptEdition, recordPath } from '../../keeping.rules.ts';

/** One at a time keeps an edition or looks after those that are kept, in all tabs. */
export const keepingLock = 'kept-editions';

/** Stands for a pass where pictures come from the device. */
export const keptPass = 'kept';

/** What this device has noted of an edition that it keeps whole. */
export async function findKept(id: number): Promise<KeptEdition | undefined> {
  // An address without TLS has no caches, and some browsers refuse them.
  const record = await globalThis.caches?.match(recordPath, { cacheName: cacheOf(id) }).catch(() => undefined);
  return record?.json();
}

export const noteKept = async (kept: KeptEdition): Promise<void> =>
  (await caches.open(cacheOf(kept.id))).put(recordPath, Response.json(kept));

/** The editions of which this device keeps anything, whole or not. */
export async function listCached(): Promise<number[]> {
  const names = (await globalThis.caches?.keys().catch(() => [])) ?? [];
  return names.map(editionOfCache).filter((id) => id !== undefined);
}

export async function listKept(): Promise<KeptEdition[]> {
  const found = await Promise.all((await listCached()).map(findKept));
  return found.filter((kept) => kept !== undefined);
}

export const forgetEdition = (id: number): Promise<boolean> => caches.delete(cacheOf(id));

/** Deletes those of somebody else, past their end or half fetched. Returns what is left. */
export async function forgetOthers(userId: number | null): Promise<KeptEdition[]> {
  const left: KeptEdition[] = [];
  for (const id of await listCached()) {
    const kept = await findKept(id);
    if (kept && isOpenTo(kept, userId, new Date())) left.push(kept);
    else await forgetEdition(id);
  }
  return left;
}
