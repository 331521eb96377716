import { parameterPatterns } from '#src/platform/http/page-address.ts';
import type { Slice } from '#src/platform/slice.ts';
import { readershipSettings } from './readership.settings.ts';
import { purgeReads, rankReads, updateCitations } from './server/readership.jobs.ts';
import { readershipRoutes } from './server/readership.routes.ts';

const { id } = parameterPatterns;

export const readership: Slice = {
  routes: (app, { services, observers }) => readershipRoutes(app, services, observers),
  jobs: [rankReads, purgeReads, updateCitations],
  settings: readershipSettings,
  pageRules: [{ path: 'profile/readers', parameters: { person: id }, uncached: true }],
};
