import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import './client/trusted.ts'; // first: the policies must exist before React creates elements
import { browserTranslate, loadAreas, needAreas } from './messages/browser-catalogue.ts';
import type { Area } from './messages/catalogue.ts';
import type { Language } from './messages/languages.ts';
import { TextsProvider } from './messages/texts.tsx';

// A tab that was open during a release requests files that no longer exist: it reloads the page, once for each entry of
// the history. Not recorded in the storage, which may be full or forbidden.
window.addEventListener('vite:preloadError', () => {
  if (!navigator.onLine || history.state?.reloaded) return;
  history.replaceState({ ...history.state, reloaded: true }, '');
  location.reload();
});

const { lang, dataset } = document.documentElement;
// What the page was rendered with, so that nothing waits while it becomes alive.
await loadAreas((dataset.texts ?? '').split(' ').filter(Boolean) as Area[]); // written by root.tsx

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <TextsProvider language={lang as Language /* written by root.tsx */} t={browserTranslate} need={needAreas}>
        <HydratedRouter />
      </TextsProvider>
    </StrictMode>,
  );
});
