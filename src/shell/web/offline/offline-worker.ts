// Service worker: caches pages that were read, so that they can be read again offline. Pages contain nothing personal,
// and requests with a token are not cached, except for saved editions.

import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { clientsClaim } from 'workbox-core';
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute, setCatchHandler } from 'workbox-routing';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';
import { parsePartPath, parseReaderPath } from '#src/epaper/saved-editions/saved-editions.rules.ts';
import { respondWithPart, respondWithReader } from '#src/epaper/saved-editions/web/worker-responses.ts';
import { listenForNotifications, type NotifyingWorker } from '#src/push/web/worker-notifications.ts';
import { daySeconds } from '#src/rules/calendar.rules.ts';
import { isAsset, isPicture, isReadingPage, cacheNames as names, offlinePage } from '../../offline.rules.ts';
import { isEditionManifestRequest, manifestPath } from '../../route-manifest.rules.ts';
import { badgeTag, raiseBadge, refreshBadge } from './badge.ts';

declare const self: ServiceWorkerGlobalScope;
interface ServiceWorkerGlobalScope extends NotifyingWorker {
  location: Location;
  skipWaiting(): Promise<void>;
}
interface SyncEvent extends Event {
  tag: string;
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends Event {
  resultingClientId: string;
}

// Pages are network-first and name their built files, so a new worker never mixes two releases.
void self.skipWaiting();
clientsClaim();

// Dates of pages that were served from the cache, by client id.
const cachedDates = new Map<string, string>();
const recordCachedDate: WorkboxPlugin = {
  cachedResponseWillBeUsed: async ({ event, cachedResponse }) => {
    const date = cachedResponse?.headers.get('date');
    if (date) cachedDates.set((event as FetchEvent).resultingClientId, date);
    return cachedResponse ?? null;
  },
};
self.addEventListener('message', (event) => {
  const { source, ports } = event as MessageEvent;
  ports[0]?.postMessage(cachedDates.get((source as unknown as { id: string }).id) ?? null);
});

// Only in the installed app: app-badge.ts.
self.addEventListener('periodicsync', (event) => {
  const { tag, waitUntil } = event as SyncEvent;
  if (tag === badgeTag) waitUntil.call(event, refreshBadge());
});

// Rejects HTML for scripts and pictures: a captive portal's page would stay in the cache until it expires.
const rejectHtml: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) =>
    response.headers.get('content-type')?.startsWith('text/html') ? null : response,
};

// Workbox's types do not support `exactOptionalPropertyTypes`.
const limitCache = (maxEntries: number, days: number) =>
  [
    new CacheableResponsePlugin({ statuses: [200] }),
    new ExpirationPlugin({ maxEntries, maxAgeSeconds: days * daySeconds, purgeOnQuotaError: true }),
  ] as WorkboxPlugin[];

/** Stores and answers what belongs to reading offline. */
function storePages() {
  registerRoute(
    ({ url, request, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isReadingPage(url.pathname),
    new NetworkFirst({
      cacheName: names.pages,
      networkTimeoutSeconds: 8,
      plugins: [...limitCache(100, 30), recordCachedDate],
    }),
  );
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isAsset(url.pathname),
    new CacheFirst({ cacheName: names.assets, plugins: [...limitCache(500, 60), rejectHtml] }),
  );
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isPicture(url.pathname),
    new CacheFirst({ cacheName: names.pictures, plugins: [...limitCache(200, 30), rejectHtml] }),
  );
  registerRoute(
    ({ url, request, sameOrigin }) => sameOrigin && request.mode === 'navigate' && parseReaderPath(url.pathname),
    async ({ request, event }) => {
      const { answer, fromHere } = await respondWithReader(request);
      if (fromHere) cachedDates.set((event as FetchEvent).resultingClientId, fromHere);
      return answer;
    },
  );
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && parsePartPath(url.pathname),
    ({ request }) => respondWithPart(request),
  );
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === manifestPath && isEditionManifestRequest(url.searchParams),
    ({ request }) => fetch(request),
  );
  // All other pages: network only, with the offline page as the fallback.
  registerRoute(
    ({ request, sameOrigin }) => sameOrigin && request.mode === 'navigate',
    ({ request }) => fetch(request),
  );

  setCatchHandler(async ({ request }) => {
    const { pathname } = new URL(request.url);
    const offline = offlinePage(pathname);
    // A redirect, so that the address is that of the page that is shown.
    if (request.mode === 'navigate' && (await caches.match(offline))) return Response.redirect(offline);
    if (pathname === manifestPath) return Response.json({});
    // A saved edition includes the built files of its page.
    return (isAsset(pathname) && (await caches.match(pathname))) || Response.error();
  });
}

// A device may store no pages, and still get notifications: see startWorker. Then nothing would remove the number.
const storesAny = new URL(self.location.href).searchParams.get('pages') !== 'no';
if (storesAny) storePages();
listenForNotifications(self, storesAny ? raiseBadge : async () => undefined);
