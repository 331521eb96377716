// Hydrates the islands of a document. Loaded by entry.document.ts when one is needed.
import './client/trusted-types.ts'; // first: the policies must exist before React creates elements
import type { ComponentType } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { loadPage } from './client/place/load-page.ts';
import type { Place } from './client/place/place.ts';
import { openReaderLists } from './client/reader-lists.ts';
import { restoreSession } from './client/session.ts';
import { browserTranslate, loadAreas, suspendUntilLoaded } from './messages/browser-catalogue.ts';
import type { Language } from './messages/languages.ts';
import { IslandFrame } from './ui/document/island.tsx';

const components = import.meta.glob<ComponentType>('./**/*.island.tsx', { import: 'default' });

const { pathname, search } = location;
const place: Place = { pathname, search, key: 'document', loadsPages: true, go: loadPage };
const texts = {
  language: document.documentElement.lang as Language /* written by root.tsx */,
  t: browserTranslate,
  need: suspendUntilLoaded,
};

const hydrated = new WeakMap<HTMLElement, Promise<void>>();

/** Hydrates an island, once. Resolves when it answers to events. */
export function hydrateIsland(island: HTMLElement): Promise<void> {
  const known = hydrated.get(island);
  if (known) return known;
  const done = hydrateNow(island);
  hydrated.set(island, done);
  done.catch(() => hydrated.delete(island)); // tried again with the next press
  return done;
}

async function hydrateNow(element: HTMLElement) {
  const { island = '' } = element.dataset; // written by ui/document/island.tsx
  const load = components[island];
  if (!load) throw new Error(`There is no island ${island}`);
  const [Content] = await Promise.all([load(), loadAreas(['shell'])]); // a text that is missing later would empty the island
  const { promise, resolve } = Promise.withResolvers<void>();
  hydrateRoot(
    element,
    <IslandFrame texts={texts} place={place} onHydrated={resolve}>
      <Content />
    </IslandFrame>,
    { identifierPrefix: island }, // two places of one island would have the same ids; no such island has any
  );
  await promise;
  element.dataset.ready = '';
}

openReaderLists(); // before the session has them synchronized
void restoreSession();
