import { parameterPatterns } from '#src/platform/http/page-address.ts';
import type { Slice } from '#src/platform/slice.ts';
import { planSettings } from './plans.settings.ts';
import { notifyOfLengthening } from './server/lengthenings.jobs.ts';
import { lengtheningsData } from './server/lengthenings.service.ts';
import { plansRoutes } from './server/plans.routes.ts';
import { paymentsData } from './server/plans.service.ts';
import { deleteReceiptFiles } from './server/receipts.jobs.ts';
import { notifyOfEnd } from './server/reminders.jobs.ts';

const { id, text } = parameterPatterns;

export const plans: Slice = {
  routes: plansRoutes,
  jobs: [notifyOfEnd, notifyOfLengthening, deleteReceiptFiles],
  settings: planSettings,
  personalData: [paymentsData, lengtheningsData],
  pageRules: [{ path: 'payment', parameters: { plan: text, edition: id, page: id }, uncached: true }],
};
