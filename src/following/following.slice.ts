import type { Slice } from '#src/platform/slice.ts';
import { purgeRemovals } from './server/reading.jobs.ts';
import { readingRoutes } from './server/reading.routes.ts';
import { readingData } from './server/reading.service.ts';

export const following: Slice = {
  routes: readingRoutes,
  jobs: [purgeRemovals],
  personalData: [readingData],
};
