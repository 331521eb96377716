// Runs in the service worker: responds for saved editions. It has no session: the pages delete other users' editions,
// and it checks only the expiry in each record.
import {
  cacheName,
  fallbackPicture,
  isUnexpired,
  parsePartPath,
  parseReaderPath,
  type SavedEdition,
} from '../saved-editions.rules.ts';
import { deleteSavedEdition, findSavedEdition } from './edition-storage.ts';

const waitMs = 8000; // many networks connect without reaching the internet

/** The reader page: from the network, or the saved one; then `fromHere` is its date. */
export async function respondWithReader(request: Request): Promise<{ answer: Response; fromHere?: string | null }> {
  const url = new URL(request.url);
  const saved = await findReadable(parseReaderPath(url.pathname));
  const page = saved && (await savedPage(saved, url));
  if (!page) return { answer: await fetch(request) };
  const answer = await fetchWithTimeout(request, page);
  return answer === page ? { answer, fromHere: page.headers.get('date') } : { answer };
}

// The page is saved without a query; the requested page number is passed in the fragment.
function savedPage({ id, path }: SavedEdition, { pathname, search, searchParams }: URL): Promise<Response | undefined> {
  const page = searchParams.get('page');
  if (pathname !== path || search) return Promise.resolve(Response.redirect(page ? `${path}#page=${page}` : path));
  return caches.match(path, { cacheName: cacheName(id), ignoreVary: true });
}

/** A text: from the network first, then offline storage; a picture: the other way round. */
export async function respondWithPart(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const saved = await findReadable(parsePartPath(pathname));
  const version = searchParams.get('v');
  if (!saved || (version && version !== saved.version)) return fetch(request);
  const options = { cacheName: cacheName(saved.id) };
  const cached = await caches.match(pathname, options);
  if (!version) return cached ? fetchWithTimeout(request, cached) : fetch(request);
  if (cached) return cached;
  const other = fallbackPicture(pathname);
  return fetch(request).catch(async () => (other && (await caches.match(other, options))) || Response.error());
}

async function findReadable(id: number | undefined): Promise<SavedEdition | undefined> {
  const saved = id === undefined ? undefined : await findSavedEdition(id);
  if (!saved || isUnexpired(saved, new Date())) return saved;
  await deleteSavedEdition(saved.id);
  return undefined;
}

const fetchWithTimeout = (request: Request, cached: Response): Promise<Response> =>
  Promise.race([
    fetch(request).catch(() => cached),
    new Promise<Response>((resolve) => setTimeout(() => resolve(cached), waitMs)),
  ]);
