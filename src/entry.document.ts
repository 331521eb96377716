// The script of a document: what needs no React, and when the islands are hydrated that do. root.tsx starts it.

import { isHandedOver } from './client/place/handed-over.ts';
import { openReaderLists } from './client/reader-lists.ts';
import { sessionStore } from './client/storage.ts';
import { failedLogoutKey, storageKey, storedToken } from './client/stored-session.ts';
import { whenIdle } from './client/when-idle.ts';
import { hasSavedEditions } from './epaper/saved-editions/web/has-saved-editions.ts';
import { watchStuckBar } from './shell/web/stuck-bar.ts';
import { enableOtherScripts } from './ui/document/other-scripts.ts';
import { startPresses } from './ui/document/presses.ts';

// A page that is rendered ahead is not read yet. Not in TypeScript's types: Chromium only.
if ((document as { prerendering?: boolean }).prerendering)
  await new Promise((done) => document.addEventListener('prerenderingchange', done, { once: true }));

startPresses();
openReaderLists();
watchStuckBar();
enableOtherScripts();
/** What only some pages need. */
const parts = Promise.all([
  document.querySelector('[data-pdf]') &&
    import('./submissions/research/web/embedded-pdfs.ts').then(({ showPdfs }) => showPdfs()),
  document.querySelector('[data-reads]') &&
    import('./readership/web/count-reads.ts').then(({ countReadsOfDocument }) => countReadsOfDocument()),
]).catch(reportError);
// A search without what was left empty has a shorter address.
addEventListener('formdata', ({ formData }) => {
  for (const [name, value] of [...formData]) if (value === '') formData.delete(name);
});

/** Hydrates the islands of the page, then repeats what was pressed in one of them. */
async function hydrate() {
  try {
    const { hydrateIsland } = await loadIslands();
    await Promise.all([...document.querySelectorAll<HTMLElement>('[data-island]')].map(hydrateIsland));
    window.pressed?.click();
  } catch (error) {
    reportError(error); // the next press tries again; Chromium keeps the failure, and loads the page again: releases.ts
  }
  delete window.pressed;
}

async function loadIslands() {
  // In development each component asks for this, which React Router loads with its own scripts only.
  const preamble = '/@id/__x00__virtual:react-router/inject-hmr-runtime';
  if (import.meta.hot) await import(/* @vite-ignore */ preamble);
  return import('./entry.islands.tsx');
}

// Clicks too, since a screen reader's has no pointer. Captured, because the script of root.tsx holds them back.
for (const type of ['pointerdown', 'focusin', 'click'])
  addEventListener(
    type,
    ({ target }) => target instanceof Element && target.closest('[data-island]:not([data-ready])') && void hydrate(),
    true,
  );

/** Whether there is something to do for this reader that he does not press anything for. */
const isAwaited = async () =>
  storedToken() !== '' ||
  isHandedOver('toast') ||
  sessionStore().getItem(failedLogoutKey) !== null ||
  (await hasSavedEditions());

addEventListener('toast', () => void hydrate());
// Another tab has logged in, or this page was left for the login and comes back from the browser's cache.
addEventListener('storage', ({ key }) => (key === storageKey || key === null) && storedToken() && void hydrate());
addEventListener('pageshow', ({ persisted }) => persisted && storedToken() && void hydrate());

const { pressed } = window;
if (pressed?.closest('[data-island]')) void hydrate();
else {
  delete window.pressed;
  pressed?.click();
}
whenIdle(
  () =>
    void import('./shell/web/offline/watch-offline.ts').then(
      ({ watchOffline }) => watchOffline(),
      () => undefined, // without a network; the next page tries again
    ),
);
if (await isAwaited()) await hydrate();
await parts;
document.documentElement.dataset.hydrated = '';
dispatchEvent(new Event('hydrated')); // hydration-scripts.tsx records keys until then
