import { callApi, callHeaders, callUrl } from '#src/client/api.ts';
import { keeps, startWorker } from '#src/client/keeping.ts';
import { useSession } from '#src/client/session.ts';
import { keepingCalls } from '../../keeping.contract.ts';
import { cacheOf, type KeptEdition, type KeptRendition } from '../../keeping.rules.ts';
import { readingCalls } from '../../reading.contract.ts';
import type { Reading } from '../../server/reader.service.ts';
import { pictureAddress } from '../page-address.ts';
import { forgetEdition, keepingLock, noteKept } from './kept.ts';

export interface Offer {
  version: string;
  until: string;
  bytes: number;
}

/** What it takes to keep an edition. Throws ApiError: 402 without a plan. */
export const getOffer = (id: number, rendition: KeptRendition): Promise<Offer> =>
  callApi(keepingCalls.offer, { params: { id }, query: { rendition } });

interface Keeping {
  rendition: KeptRendition;
  offer: Offer;
  /** Where the edition is read. */
  path: string;
  signal: AbortSignal;
  /** How much of it is here, from 0 to 1. */
  onProgress(part: number): void;
}

/** Keeps an edition on this device, whole or not at all. Throws when it is ended by `signal`, the line breaks or there is no room. */
export function keepEdition(reading: Reading, keeping: Keeping): Promise<KeptEdition> {
  return navigator.locks.request(keepingLock, { signal: keeping.signal }, async () => {
    const { id } = reading.report;
    try {
      return await fetchAll(reading, keeping);
    } catch (error) {
      await forgetEdition(id);
      throw error;
    }
  });
}

async function fetchAll(
  reading: Reading,
  { rendition, offer, path, signal, onProgress }: Keeping,
): Promise<KeptEdition> {
  const { id, title } = reading.report;
  const userId = useSession.getState().user.user_id;
  if (offer.version !== reading.version || userId === null) throw new Error('The open page is older than the edition');
  await startWorker();
  const cache = await caches.open(cacheOf(id));
  await import('./check-kept.ts'); // so that it is among what is loaded
  // The page as everyone gets it, with what it is built of: a new release must not take that away.
  const page = await get(path, 'text/html', { signal });
  const html = await page.clone().text();
  if (!html.includes(' data-texts=')) throw new Error(`${path} is no page of this site`); // root.tsx writes it
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  const named = [...html.matchAll(/"(\/assets\/[^"#]+)/g)].map(([, file]) => file as string); // the pattern has one group
  await cache.addAll([...new Set([...loaded.filter((file) => file.startsWith('/assets/')), ...named])]);
  await cache.put(path, page);

  let received = 0;
  const headers = callHeaders();
  const keep = async (address: string, type: string) => {
    const answer = await get(address, type, { headers, signal });
    const body = await answer.blob();
    // Without the headers of the answer: neither its age nor the token counts here.
    await cache.put(new URL(address, location.origin).pathname, new Response(body));
    return body.size;
  };
  for (const { page } of reading.sheets) {
    const [text, ...pictures] = [
      keep(callUrl(readingCalls.text, { params: { id, page } }), 'application/json'),
      ...(['strip', rendition] as const).map((name) => keep(pictureAddress(reading, page, name, undefined), 'image/')),
    ];
    const [sizes] = await Promise.all([Promise.all(pictures), text]);
    received += sizes.reduce((sum, size) => sum + size, 0);
    onProgress(Math.min(1, received / offer.bytes));
  }
  const kept = { id, title, path, version: offer.version, userId, until: offer.until };
  signal.throwIfAborted();
  if (useSession.getState().user.user_id !== userId) throw new Error('The reader has signed out');
  // Another tab may have taken it away while it came.
  if (!keeps() || !(await caches.has(cacheOf(id)))) throw new Error('Nothing is to be kept any longer');
  await noteKept(kept);
  return kept;
}

async function get(address: string, type: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(address, init);
  const found = answer.headers.get('content-type') ?? '';
  // An answer of another media type, such as a captive portal's page, is not stored as a picture.
  if (!answer.ok || !found.startsWith(type)) throw new Error(`${address} answers ${answer.status} ${found}`);
  return answer;
}
