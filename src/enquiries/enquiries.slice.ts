import type { Slice } from '#src/platform/slice.ts';
import { enquirySettings } from './enquiries.settings.ts';
import { purgeEnquiries } from './server/enquiries.jobs.ts';
import { enquiriesRoutes } from './server/enquiries.routes.ts';

export const enquiries: Slice = {
  routes: enquiriesRoutes,
  jobs: [purgeEnquiries],
  settings: enquirySettings,
};
