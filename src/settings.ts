import { accountSettings } from './accounts/accounts.settings.ts';
import { epaperSettings } from './epaper/epaper.settings.ts';
import { newsSettings } from './news/news.settings.ts';
import { enquirySettings } from './pages/enquiries.settings.ts';
import { grievanceSettings } from './pages/grievances.settings.ts';
import { languagesOnOffer } from './pages/languages.settings.ts';
import { offlineReading } from './pages/offline.settings.ts';
import { siteSettings } from './pages/site.settings.ts';
import { planSettings } from './plans/plans.settings.ts';
import type { Setting } from './platform/define-setting.ts';
import { submissionSettings } from './submissions/submissions.settings.ts';

/** Everything that an administrator can set, in the order of the page of settings. A slice adds its own by one line. */
export const allSettings: readonly Setting[] = [
  ...siteSettings,
  languagesOnOffer,
  offlineReading,
  ...planSettings,
  ...newsSettings,
  ...epaperSettings,
  ...submissionSettings,
  ...accountSettings,
  ...enquirySettings,
  ...grievanceSettings,
];
