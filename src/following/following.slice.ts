import type { Slice } from '#src/platform/slice.ts';
import { purgeRemovals } from './server/reader-lists.jobs.ts';
import { readerListsRoutes } from './server/reader-lists.routes.ts';
import { readerListsData } from './server/reader-lists.service.ts';

export const following: Slice = {
  routes: readerListsRoutes,
  jobs: [purgeRemovals],
  personalData: [readerListsData],
};
