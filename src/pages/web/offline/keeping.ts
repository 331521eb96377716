import type { Html } from '#src/calls/html.ts';
import { chooseToKeep, startWorker } from '#src/client/keeping.ts';
import { trustedHtml } from '#src/client/trusted.ts';
import { isAsset, isPicture, isReading, isStory, caches as names } from '../../offline.rules.ts';

/** Starts the worker; at its first start it also keeps what stands on the screen and the page that says "offline". */
export async function startKeeping(offlinePath: string): Promise<void> {
  await startWorker();
  await navigator.serviceWorker.ready;
  // It is kept last, so that it tells that all the rest is there.
  if (await caches.match(offlinePath)) return;
  const [pages, assets, pictures] = await Promise.all([
    caches.open(names.pages),
    caches.open(names.assets),
    caches.open(names.pictures),
  ]);
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  const ours = loaded.filter(({ origin }) => origin === location.origin).map(({ pathname }) => pathname);
  const offline = await fetch(offlinePath);
  const needed = [...(await offline.clone().text()).matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path as string); // the pattern has one group
  await assets.addAll([...new Set([...ours.filter(isAsset), ...needed])]);
  await pictures.addAll([...new Set(ours.filter(isPicture))]);
  if (isReading(location.pathname)) await pages.add(location.pathname + location.search);
  await pages.put(offlinePath, offline);
}

/** Stops the worker and forgets all that it kept, editions as well. */
export async function stopKeeping(): Promise<void> {
  await (await navigator.serviceWorker.getRegistration())?.unregister();
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}

/** Remembers the reader's choice and acts on it. */
export async function letKeep(on: boolean, offlinePath: string): Promise<void> {
  chooseToKeep(on);
  await (on ? startKeeping(offlinePath) : stopKeeping());
}

export interface KeptPage {
  path: string;
  title: string;
  /** When the server made it. */
  date: Date;
}

/** The stories that this device has kept, newest first. */
export async function listKept(): Promise<KeptPage[]> {
  const pages = await caches.open(names.pages);
  const kept = await Promise.all(
    (await pages.keys()).map(async (request) => {
      const path = new URL(request.url).pathname;
      const answer = isStory(path) && (await pages.match(request));
      if (!answer) return [];
      const page = (await answer.text()) as Html; // one of ours, of which nothing but a text is taken
      const title = new DOMParser().parseFromString(trustedHtml(page), 'text/html').querySelector('h1')?.textContent;
      return [{ path, title: title ?? path, date: new Date(answer.headers.get('date') ?? 0) }];
    }),
  );
  return kept.flat().sort((a, b) => b.date.getTime() - a.date.getTime());
}
