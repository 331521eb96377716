// Runs in the worker: answers for editions that this device keeps. It knows no reader; the pages see to it that only his
// own are here, and it goes by the end that is noted with each.
import { cacheOf, editionOfPage, editionOfPart, hasTime, type KeptEdition, otherPicture } from '../../keeping.rules.ts';
import { findKept, forgetEdition } from './kept.ts';

const waitMs = 8000; // many networks claim to be one and lead nowhere

/** A page of the reader: from the network, or as it is kept. `fromHere` is its date in that case. */
export async function answerReader(request: Request): Promise<{ answer: Response; fromHere?: string | null }> {
  const url = new URL(request.url);
  const kept = await findOpen(editionOfPage(url.pathname));
  const page = kept && (await keptPage(kept, url));
  if (!page) return { answer: await fetch(request) };
  const answer = await soonOr(request, page);
  return answer === page ? { answer, fromHere: page.headers.get('date') } : { answer };
}

// It is kept at its first page, and goes to the one that was asked for by itself.
function keptPage({ id, path }: KeptEdition, { pathname, search, searchParams }: URL): Promise<Response | undefined> {
  const page = searchParams.get('page');
  if (pathname !== path || search) return Promise.resolve(Response.redirect(page ? `${path}#page=${page}` : path));
  return caches.match(path, { cacheName: cacheOf(id), ignoreVary: true });
}

/** A text from the network, or as it is kept; a picture the other way round. */
export async function answerPart(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const kept = await findOpen(editionOfPart(pathname));
  const version = searchParams.get('v');
  if (!kept || (version && version !== kept.version)) return fetch(request);
  const options = { cacheName: cacheOf(kept.id) };
  const own = await caches.match(pathname, options);
  if (!version) return own ? soonOr(request, own) : fetch(request);
  if (own) return own;
  const other = otherPicture(pathname);
  return fetch(request).catch(async () => (other && (await caches.match(other, options))) || Response.error());
}

async function findOpen(id: number | undefined): Promise<KeptEdition | undefined> {
  const kept = id === undefined ? undefined : await findKept(id);
  if (!kept || hasTime(kept, new Date())) return kept;
  await forgetEdition(kept.id);
  return undefined;
}

const soonOr = (request: Request, kept: Response): Promise<Response> =>
  Promise.race([
    fetch(request).catch(() => kept),
    new Promise<Response>((resolve) => setTimeout(() => resolve(kept), waitMs)),
  ]);
