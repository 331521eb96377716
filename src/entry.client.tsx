import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import './client/trusted-types.ts'; // first: the policies must exist before React creates elements
import { takeGoing } from './client/interrupted.ts';
import { takeHandedState } from './client/place/load-page.ts';
import { browserTranslate, loadAreas, suspendUntilLoaded } from './messages/browser-catalogue.ts';
import type { Area } from './messages/catalogue.ts';
import type { Language } from './messages/languages.ts';
import { TextsProvider } from './messages/texts.tsx';

// React Router reloads a page if the file of the next one is gone, and loses the target: decision 172.
const going = takeGoing();
const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
if (going && navigation?.type === 'reload') location.replace(going);

takeHandedState();

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
