import type { Slice } from '#src/platform/slice.ts';
import { sitemapsRoutes } from './server/sitemaps.routes.ts';

export const sitemaps: Slice = {
  routes: sitemapsRoutes,
};
