import { parameterPatterns } from '#src/platform/http/page-address.ts';
import type { Slice } from '#src/platform/slice.ts';
import { newslettersSettings } from './newsletters.settings.ts';
import { publishNewsletters, purgeNewsletters, sendIssue } from './server/newsletters.jobs.ts';
import { newslettersRoutes } from './server/newsletters.routes.ts';
import { subscriptionsData } from './server/subscriptions.service.ts';

const { id, token } = parameterPatterns;

export const newsletters: Slice = {
  routes: newslettersRoutes,
  jobs: [publishNewsletters, sendIssue, purgeNewsletters],
  settings: newslettersSettings,
  personalData: [subscriptionsData],
  pageRules: [
    { path: 'newsletters/confirm', parameters: { token }, uncached: true },
    { path: 'newsletters/leave', parameters: { subscription: id, key: token }, uncached: true },
  ],
};
