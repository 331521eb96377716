// A page that is open during a release requests files that no longer exist. Decision 172.

import { fill } from '#src/client/fill.ts';
import { isGoing } from '#src/client/interrupted.ts';
import { network } from '#src/client/network.ts';
import { sessionStore } from '#src/client/storage.ts';
import { hourMs } from '#src/rules/calendar.rules.ts';

const typedInto =
  ':is(input:not([type=password],[type=file],[type=hidden],[type=checkbox],[type=radio]),textarea,select)[name]:not([readonly])';
const typedKey = 'typed';
const typedFields = () => [...document.querySelectorAll<HTMLInputElement>(typedInto)];

/**
 * Reloads the page when one of its files could not be loaded, once per history entry, with what is typed into it. Only
 * if the reader has just pressed something: for what a page loads by itself, no reader should lose his place.
 */
export function watchMissingFiles(): void {
  restoreTyped();
  let last = ''; // he types, or he has pressed something
  const note = ({ type }: Event) => {
    last = type;
  };
  for (const type of ['input', 'click']) addEventListener(type, note, true);
  addEventListener('vite:preloadError', () => {
    network.setState({ outdated: true });
    const isAsked = last === 'click' && navigator.userActivation?.isActive !== false;
    // Recorded in the history state, since storage may be full or blocked.
    if (!isAsked || !navigator.onLine || history.state?.reloaded) return;
    // What is typed into a page that is being left does not belong into the next one.
    const typed = (isGoing() ? [] : typedFields()).map(({ name, value }) => [name, value]);
    sessionStore().setItem(typedKey, JSON.stringify(typed));
    history.replaceState({ ...history.state, reloaded: true }, '');
    location.reload();
  });
}

// After such a reload.
function restoreTyped() {
  const typed = sessionStore().getItem(typedKey) ?? '[]';
  sessionStore().removeItem(typedKey);
  const fields = typedFields();
  for (const [name, value] of JSON.parse(typed) as [string, string][]) {
    const at = fields.findIndex((field) => field.name === name);
    if (at >= 0 && fields[at] !== document.activeElement) fill(fields.splice(at, 1)[0] ?? null, value); // several may have one name
  }
}

/**
 * Detects when the site has a new version: each has a service worker of its own, which takes over as soon as a page has
 * fetched it. This page stays as it is; the next link loads a whole page. Checks when the reader comes back to the
 * page, once an hour at most; the browser itself checks when it loads one.
 */
export function followReleases(registration: ServiceWorkerRegistration): void {
  const { serviceWorker } = navigator;
  let isKnown = serviceWorker.controller !== null; // the first worker takes over too
  serviceWorker.addEventListener('controllerchange', () => {
    if (isKnown) network.setState({ outdated: true });
    isKnown = true;
  });
  let lookedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedAt < hourMs) return;
    lookedAt = Date.now();
    registration.update().catch(() => undefined); // without a network
  });
}
