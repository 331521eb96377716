import type { Html } from '#src/calls/html.ts';
import { setStoreOffline, startWorker } from '#src/client/offline-storage.ts';
import { trustedHtml } from '#src/client/trusted-types.ts';
import { isAsset, isPicture, isReadingPage, isStory, cacheNames as names } from '../../offline.rules.ts';
import { followReleases } from './releases.ts';

/** Registers the service worker; the first time it also caches the current page and the offline page. */
export async function startSaving(offlinePath: string): Promise<void> {
  await startWorker();
  if (!(await navigator.serviceWorker.getRegistration())) return; // an extension of the browser has refused it
  const started = navigator.serviceWorker.ready;
  // The offline page is cached last, so its presence implies the rest.
  const stored = caches.match(offlinePath).then((known) => (known ? undefined : storeAhead(offlinePath, started)));
  const [registration] = await Promise.all([started, stored]);
  followReleases(registration);
}

// What this page is made of comes from the browser's own cache; only the offline page and its script are new.
async function storeAhead(offlinePath: string, started: Promise<unknown>) {
  const [pages, assets, pictures] = await Promise.all([
    caches.open(names.pages),
    caches.open(names.assets),
    caches.open(names.pictures),
  ]);
  const parts = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  const ours = parts.filter(({ origin }) => origin === location.origin).map(({ pathname }) => pathname);
  const offline = await fetch(offlinePath);
  const needed = [...(await offline.clone().text()).matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path as string); // the pattern has one group
  await assets.addAll([...new Set([...ours.filter(isAsset), ...needed])]);
  await pictures.addAll([...new Set(ours.filter(isPicture))]);
  if (isReadingPage(location.pathname)) {
    const path = location.pathname + location.search;
    // What the browser has just loaded is in its cache. After a navigation within the site there may be an older one.
    const [loaded] = performance.getEntriesByType('navigation');
    const page = await fetch(path, { cache: loaded?.name === location.href ? 'force-cache' : 'default' });
    if (page.ok) await pages.put(path, page); // a missing page is not saved
  }
  await started;
  await pages.put(offlinePath, offline);
}

/**
 * Unregisters the service worker and deletes its caches, saved editions included. If it shows notifications, it stays for
 * these alone.
 */
export async function stopSaving(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (await registration?.pushManager?.getSubscription()) await startWorker(false);
  else await registration?.unregister();
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}

/** Stores the reader's choice and applies it. */
export async function allowSaving(on: boolean, offlinePath: string): Promise<void> {
  setStoreOffline(on);
  await (on ? startSaving(offlinePath) : stopSaving());
}

export interface SavedPage {
  path: string;
  title: string;
  /** The Date header of the response. */
  date: Date;
}

/** Saved stories, newest first. */
export async function listSavedPages(): Promise<SavedPage[]> {
  const pages = await caches.open(names.pages);
  const savedPages = await Promise.all(
    (await pages.keys()).map(async (request) => {
      const path = new URL(request.url).pathname;
      const answer = isStory(path) && (await pages.match(request));
      if (!answer) return [];
      const page = (await answer.text()) as Html; // our own page, of which only text is used
      const title = new DOMParser().parseFromString(trustedHtml(page), 'text/html').querySelector('h1')?.textContent;
      return [{ path, title: title ?? path, date: new Date(answer.headers.get('date') ?? 0) }];
    }),
  );
  return savedPages.flat().sort((a, b) => b.date.getTime() - a.date.getTime());
}
