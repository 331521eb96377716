import type { Slice } from '#src/platform/slice.ts';
import { backUp, watchBackups } from './server/backups.jobs.ts';
import { healthCheckRoutes } from './server/health.routes.ts';

export const health: Slice = {
  routes: healthCheckRoutes,
  jobs: [backUp, watchBackups],
};
