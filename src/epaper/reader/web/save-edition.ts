import { callApi, callHeaders, callUrl } from '#src/client/api.ts';
import { startWorker, storesOffline } from '#src/client/offline-storage.ts';
import { useSession } from '#src/client/session.ts';
import { savedEditionsCalls } from '#src/epaper/saved-editions/saved-editions.contract.ts';
import { cacheName, type SavedEdition, type SavedRendition } from '#src/epaper/saved-editions/saved-editions.rules.ts';
import { deleteSavedEdition, recordSavedEdition, savingLock } from '#src/epaper/saved-editions/web/edition-storage.ts';
import { readerCalls } from '../reader.contract.ts';
import type { OpenEdition } from '../server/reader.service.ts';
import { pictureAddress } from './page-address.ts';

export interface OfflineOffer {
  version: string;
  until: string;
  bytes: number;
}

/** Version, size and expiry of an edition for offline storage. Throws ApiError: 402 without a plan. */
export const fetchOfflineOffer = (id: number, rendition: SavedRendition): Promise<OfflineOffer> =>
  callApi(savedEditionsCalls.offer, { params: { id }, query: { rendition } });

interface SaveOptions {
  rendition: SavedRendition;
  offer: OfflineOffer;
  /** Path of the edition in the reader. */
  path: string;
  signal: AbortSignal;
  /** Reports the progress from 0 to 1. */
  onProgress(part: number): void;
}

/** Saves an edition on this device, completely or not at all. Throws on abort, a network error or a full disk. */
export function saveEdition(edition: OpenEdition, options: SaveOptions): Promise<SavedEdition> {
  return navigator.locks.request(savingLock, { signal: options.signal }, async () => {
    const { id } = edition.report;
    try {
      return await fetchAll(edition, options);
    } catch (error) {
      await deleteSavedEdition(id);
      throw error;
    }
  });
}

async function fetchAll(
  edition: OpenEdition,
  { rendition, offer, path, signal, onProgress }: SaveOptions,
): Promise<SavedEdition> {
  const { id, title } = edition.report;
  const userId = useSession.getState().user.user_id;
  if (offer.version !== edition.version || userId === null) throw new Error('The open page is older than the edition');
  await startWorker();
  const cache = await caches.open(cacheName(id));
  await import('#src/epaper/saved-editions/web/check-saved-editions.ts'); // so that it is among the loaded resources
  // The public page with its scripts and styles, since a new release removes the old assets.
  const page = await get(path, 'text/html', { signal });
  const html = await page.clone().text();
  if (!html.includes(' data-texts=')) throw new Error(`${path} is no page of this site`); // root.tsx writes it
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  const named = [...html.matchAll(/["\s](\/assets\/[^"#\s]+)/g)].map(([, file]) => file as string); // the pattern has one group
  await cache.addAll([...new Set([...loaded.filter((file) => file.startsWith('/assets/')), ...named])]);
  await cache.put(path, page);

  let received = 0;
  const headers = callHeaders();
  const save = async (address: string, type: string) => {
    const answer = await get(address, type, { headers, signal });
    const body = await answer.blob();
    // Stored without the response headers: cache lifetime and `Vary` must not apply offline.
    await cache.put(new URL(address, location.origin).pathname, new Response(body));
    return body.size;
  };
  for (const { page } of edition.sheets) {
    const [text, ...pictures] = [
      save(callUrl(readerCalls.text, { params: { id, page } }), 'application/json'),
      ...(['strip', rendition] as const).map((name) => save(pictureAddress(edition, page, name, undefined), 'image/')),
    ];
    const [sizes] = await Promise.all([Promise.all(pictures), text]);
    received += sizes.reduce((sum, size) => sum + size, 0);
    onProgress(Math.min(1, received / offer.bytes));
  }
  const saved = { id, title, path, version: offer.version, userId, until: offer.until };
  signal.throwIfAborted();
  if (useSession.getState().user.user_id !== userId) throw new Error('The reader has signed out');
  // Another tab may have deleted it during the download.
  if (!storesOffline() || !(await recordSavedEdition(saved)))
    throw new Error('Offline storage was disabled or cleared');
  return saved;
}

async function get(address: string, type: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(address, init);
  const found = answer.headers.get('content-type') ?? '';
  // A response of another media type, such as a captive portal's page, is not stored as a picture.
  if (!answer.ok || !found.startsWith(type)) throw new Error(`${address} answers ${answer.status} ${found}`);
  return answer;
}
