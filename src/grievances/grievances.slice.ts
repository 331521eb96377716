import type { Slice } from '#src/platform/slice.ts';
import { grievanceSettings } from './grievances.settings.ts';
import { redactGrievances } from './server/grievances.jobs.ts';
import { grievancesRoutes } from './server/grievances.routes.ts';

export const grievances: Slice = {
  routes: grievancesRoutes,
  jobs: [redactGrievances],
  settings: grievanceSettings,
};
