// Runs in the browser between pages and network: what has been read can be read again without a network.
// Pages carry nothing personal, and what carries a token passes by untouched, but for editions that a reader keeps.
import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { clientsClaim } from 'workbox-core';
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute, setCatchHandler } from 'workbox-routing';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';
import { editionOfPage, editionOfPart } from '#src/epaper/keeping.rules.ts';
import { answerPart, answerReader } from '#src/epaper/web/keeping/answers.ts';
import {
  asksForEdition,
  isAsset,
  isPicture,
  isReading,
  caches as names,
  offlinePage,
  routesAsked,
} from '../../offline.rules.ts';

declare const self: ServiceWorkerGlobalScope;
interface ServiceWorkerGlobalScope extends EventTarget {
  skipWaiting(): Promise<void>;
}
interface FetchEvent extends Event {
  resultingClientId: string;
}

// Pages come from the network first and name their own built files, so a new worker never mixes two releases.
void self.skipWaiting();
clientsClaim();

// Pages on screens that came from this device, by their window, with the date of each.
const shownFromHere = new Map<string, string>();
const rememberShown: WorkboxPlugin = {
  cachedResponseWillBeUsed: async ({ event, cachedResponse }) => {
    const date = cachedResponse?.headers.get('date');
    if (date) shownFromHere.set((event as FetchEvent).resultingClientId, date);
    return cachedResponse ?? null;
  },
};
self.addEventListener('message', (event) => {
  const { source, ports } = event as MessageEvent;
  ports[0]?.postMessage(shownFromHere.get((source as unknown as { id: string }).id) ?? null);
});

// A captive portal's page instead of a script or a picture would stay in the cache until it expires.
const noPage: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) =>
    response.headers.get('content-type')?.startsWith('text/html') ? null : response,
};

const day = 24 * 60 * 60;
// The library's types do not know `exactOptionalPropertyTypes`.
const keepAtMost = (maxEntries: number, days: number) =>
  [
    new CacheableResponsePlugin({ statuses: [200] }),
    new ExpirationPlugin({ maxEntries, maxAgeSeconds: days * day, purgeOnQuotaError: true }),
  ] as WorkboxPlugin[];

registerRoute(
  ({ url, request, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isReading(url.pathname),
  new NetworkFirst({
    cacheName: names.pages,
    networkTimeoutSeconds: 8,
    plugins: [...keepAtMost(100, 30), rememberShown],
  }),
);
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && isAsset(url.pathname),
  new CacheFirst({ cacheName: names.assets, plugins: [...keepAtMost(500, 60), noPage] }),
);
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && isPicture(url.pathname),
  new CacheFirst({ cacheName: names.pictures, plugins: [...keepAtMost(200, 30), noPage] }),
);
registerRoute(
  ({ url, request, sameOrigin }) => sameOrigin && request.mode === 'navigate' && editionOfPage(url.pathname),
  async ({ request, event }) => {
    const { answer, fromHere } = await answerReader(request);
    if (fromHere) shownFromHere.set((event as FetchEvent).resultingClientId, fromHere);
    return answer;
  },
);
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && editionOfPart(url.pathname),
  ({ request }) => answerPart(request),
);
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === routesAsked && asksForEdition(url.searchParams),
  ({ request }) => fetch(request),
);
// Every other page: from the network only, and when that fails the page that says so.
registerRoute(
  ({ request, sameOrigin }) => sameOrigin && request.mode === 'navigate',
  ({ request }) => fetch(request),
);

setCatchHandler(async ({ request }) => {
  const { pathname } = new URL(request.url);
  const offline = offlinePage(pathname);
  // A redirection, since a page comes alive only at its own address.
  if (request.mode === 'navigate' && (await caches.match(offline))) return Response.redirect(offline);
  if (pathname === routesAsked) return Response.json({});
  // A kept edition has what its page is built of.
  return (isAsset(pathname) && (await caches.match(pathname))) || Response.error();
});
