import type { Slice } from '#src/platform/slice.ts';
import { assignmentsData } from './server/assignments.service.ts';
import { planningRoutes } from './server/planning.routes.ts';

export const planning: Slice = {
  routes: planningRoutes,
  personalData: [assignmentsData],
  pageRules: [
    { path: 'admin/plan', parameters: { view: /^(?:month|week)$/, day: /^\d{4}-\d\d-\d\d$/ }, uncached: true },
  ],
};
