import type { Slice } from '#src/platform/slice.ts';
import { deskSettings } from './desk.settings.ts';
import { deskRoutes } from './server/desk.routes.ts';
import { mailWaiting } from './server/waiting.jobs.ts';

export const desk: Slice = {
  routes: deskRoutes,
  jobs: [mailWaiting],
  settings: deskSettings,
};
