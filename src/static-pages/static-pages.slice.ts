import type { Slice } from '#src/platform/slice.ts';
import { staticPagesRoutes } from './server/static-pages.routes.ts';

export const staticPages: Slice = {
  routes: staticPagesRoutes,
};
