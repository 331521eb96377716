import type { Slice } from '#src/platform/slice.ts';
import { pushSettings } from './push.settings.ts';
import { devicesData } from './server/devices.service.ts';
import { publishPush, purgePush, sendPush } from './server/push.jobs.ts';
import { pushRoutes } from './server/push.routes.ts';

export const push: Slice = {
  routes: pushRoutes,
  jobs: [publishPush, sendPush, purgePush],
  settings: pushSettings,
  personalData: [devicesData],
};
