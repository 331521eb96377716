import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import './client/trusted-types.ts'; // first: the policies must exist before React creates elements
import { browserTranslate, loadAreas, suspendUntilLoaded } from './messages/browser-catalogue.ts';
import type { Area } from './messages/catalogue.ts';
import type { Language } from './messages/languages.ts';
import { TextsProvider } from './messages/texts.tsx';

// A tab that was open during a release requests files that no longer exist, so it reloads the page, once per history
// entry. Recorded in the history state, since storage may be full or blocked.
window.addEventListener('vite:preloadError', () => {
  if (!navigator.onLine || history.state?.reloaded) return;
  history.replaceState({ ...history.state, reloaded: true }, '');
  location.reload();
});

const { lang, dataset } = document.documentElement;
// Loads the texts that the page was rendered with before hydration.
await loadAreas((dataset.texts ?? '').split(' ').filter(Boolean) as Area[]); // written by root.tsx

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <TextsProvider
        language={lang as Language /* written by root.tsx */}
        t={browserTranslate}
        need={suspendUntilLoaded}
      >
        <HydratedRouter />
      </TextsProvider>
    </StrictMode>,
  );
});
