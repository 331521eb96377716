import { cacheName, isReadableBy, parseCacheName, recordPath, type SavedEdition } from '../saved-editions.rules.ts';

/** Web Lock that serializes saving and checking of editions across all tabs. */
export const savingLock = 'saved-editions';

// Without it, an edition that is removed while its record is renewed would come back without its pages.
const recordLock = 'saved-edition-record';

/** Sentinel instead of a signature: pictures come from offline storage. */
export const offlineSignature = 'saved';

/** The record of a completely saved edition. */
export async function findSavedEdition(id: number): Promise<SavedEdition | undefined> {
  // The Cache API is unavailable without TLS, and some browsers reject access.
  const record = await globalThis.caches?.match(recordPath, { cacheName: cacheName(id) }).catch(() => undefined);
  return record?.json();
}

/** Records a saved edition, unless its cache has been deleted. Returns whether it was recorded. */
export const recordSavedEdition = (saved: SavedEdition): Promise<boolean> =>
  navigator.locks.request(recordLock, async () => {
    const name = cacheName(saved.id);
    if (!(await caches.has(name))) return false;
    await (await caches.open(name)).put(recordPath, Response.json(saved));
    return true;
  });

/** The editions that have a cache on this device, complete or not. */
export async function listCached(): Promise<number[]> {
  const names = (await globalThis.caches?.keys().catch(() => [])) ?? [];
  return names.map(parseCacheName).filter((id) => id !== undefined);
}

export async function listSavedEditions(): Promise<SavedEdition[]> {
  const found = await Promise.all((await listCached()).map(findSavedEdition));
  return found.filter((saved) => saved !== undefined);
}

export const deleteSavedEdition = (id: number): Promise<boolean> =>
  navigator.locks.request(recordLock, () => caches.delete(cacheName(id)));

/** Deletes the editions of other users, expired or incomplete ones. Returns the others. */
export async function deleteOtherUsersEditions(userId: number | null): Promise<SavedEdition[]> {
  const left: SavedEdition[] = [];
  for (const id of await listCached()) {
    const saved = await findSavedEdition(id);
    if (saved && isReadableBy(saved, userId, new Date())) left.push(saved);
    else await deleteSavedEdition(id);
  }
  return left;
}
