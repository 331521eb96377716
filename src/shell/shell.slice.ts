import type { Slice } from '#src/platform/slice.ts';
import { offlineReading } from './offline.settings.ts';
import { manifestRoutes } from './server/web-app-manifest.routes.ts';

export const shell: Slice = {
  routes: manifestRoutes,
  settings: [offlineReading],
};
