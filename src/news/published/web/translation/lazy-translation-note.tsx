import { lazy } from 'react';

// Stories in the language of the page do not load it. The server cannot wait for it while it renders.
const load = () => import('./translation-note.tsx').then(({ TranslationNote }) => ({ default: TranslationNote }));

export const TranslationNote = import.meta.env.SSR ? (await load()).default : lazy(load);
