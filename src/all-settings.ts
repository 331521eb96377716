import { accountSettings } from './accounts/accounts.settings.ts';
import { deskSettings } from './desk/desk.settings.ts';
import { enquirySettings } from './enquiries/enquiries.settings.ts';
import { epaperSettings } from './epaper/epaper.settings.ts';
import { grievanceSettings } from './grievances/grievances.settings.ts';
import { letterSettings } from './letters/letters.settings.ts';
import { newsSettings } from './news/news.settings.ts';
import { newslettersSettings } from './newsletters/newsletters.settings.ts';
import { planSettings } from './plans/plans.settings.ts';
import { auditLogYears } from './platform/audit.settings.ts';
import { storedPagesHours } from './platform/cache/stored-pages.settings.ts';
import type { Setting } from './platform/define-setting.ts';
import { pushSettings } from './push/push.settings.ts';
import { readershipSettings } from './readership/readership.settings.ts';
import { languagesOnOffer } from './settings/languages.settings.ts';
import { siteSettings } from './settings/site.settings.ts';
import { offlineReading } from './shell/offline.settings.ts';
import { submissionSettings } from './submissions/submissions.settings.ts';

/** All settings, in the order of the settings page. A slice adds its settings with one line. */
export const allSettings: readonly Setting[] = [
  ...siteSettings,
  languagesOnOffer,
  offlineReading,
  storedPagesHours,
  auditLogYears,
  ...planSettings,
  ...newsSettings,
  ...deskSettings,
  ...epaperSettings,
  ...submissionSettings,
  ...accountSettings,
  ...readershipSettings,
  ...letterSettings,
  ...newslettersSettings,
  ...pushSettings,
  ...enquirySettings,
  ...grievanceSettings,
];
