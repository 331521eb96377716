import { parameterPatterns } from '#src/platform/http/page-address.ts';
import type { Slice } from '#src/platform/slice.ts';
import { clipsData } from './clips/server/clips.service.ts';
import { composeEdition } from './composing/server/compose.jobs.ts';
import { composeRoutes } from './composing/server/compose.routes.ts';
import { draftOnSchedule } from './composing/server/drafts.jobs.ts';
import { watchDueEditions } from './editions/server/due-editions.jobs.ts';
import { processEdition, purgeEditions } from './editions/server/editions.jobs.ts';
import { epaperRoutes } from './editions/server/editions.routes.ts';
import { epaperSettings } from './pages/epaper.settings.ts';
import { clipFiles } from './pages/server/clips.tables.ts';
import { editionFiles } from './pages/server/editions.tables.ts';
import { readerRoutes } from './reader/server/reader.routes.ts';

const { id, text } = parameterPatterns;

export const epaper: Slice = {
  routes: (app) => {
    epaperRoutes(app);
    readerRoutes(app);
    composeRoutes(app);
  },
  jobs: [processEdition, composeEdition, draftOnSchedule, watchDueEditions, purgeEditions],
  settings: epaperSettings,
  personalData: [clipsData],
  fileReferences: [editionFiles, clipFiles],
  pageRules: [
    { path: 'e-paper', parameters: { month: /^(1[6-9]|[2-9]\d)\d\d-(0[1-9]|1[0-2])$/, edition: id } }, // 2026-11
    { path: 'e-paper/:id', parameters: { page: id, q: text } },
    { path: 'e-paper/search', parameters: { q: text }, uncached: true },
  ],
};
