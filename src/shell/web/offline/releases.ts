import { useNetwork } from '#src/client/network.ts';
import { hourMs } from '#src/rules/calendar.rules.ts';

/**
 * Notes when the site has a new version: each has a service worker of its own, which takes over as soon as a page has
 * fetched it. This page stays as it is; the next link loads a whole page. Looks when the reader comes back to the page, once
 * an hour at most; the browser itself looks when it loads one. Decision 172.
 */
export function followReleases(registration: ServiceWorkerRegistration): void {
  const { serviceWorker } = navigator;
  let isKnown = serviceWorker.controller !== null; // the first worker takes over too
  serviceWorker.addEventListener('controllerchange', () => {
    if (isKnown) useNetwork.setState({ outdated: true });
    isKnown = true;
  });
  let lookedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedAt < hourMs) return;
    lookedAt = Date.now();
    registration.update().catch(() => undefined); // without a network
  });
}
