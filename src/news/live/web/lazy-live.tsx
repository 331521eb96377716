import { lazy } from 'react';

// Pages of other stories do not load it. The server cannot wait for it while it renders.
const load = () => import('./live-story.tsx');

export const Live = import.meta.env.SSR ? (await load()).default : lazy(load);
