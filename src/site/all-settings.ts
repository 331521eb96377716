import { accountSettings } from '#src/accounts/users/accounts.settings.ts';
import { deskSettings } from '#src/desk/desk.settings.ts';
import { enquirySettings } from '#src/enquiries/enquiries.settings.ts';
import { epaperSettings } from '#src/epaper/pages/epaper.settings.ts';
import { grievanceSettings } from '#src/grievances/grievances.settings.ts';
import { letterSettings } from '#src/letters/letters.settings.ts';
import { newsSettings } from '#src/news/stories/news.settings.ts';
import { newslettersSettings } from '#src/newsletters/newsletters.settings.ts';
import { planSettings } from '#src/plans/plans.settings.ts';
import { auditLogYears } from '#src/platform/audit/audit.settings.ts';
import { storedPagesHours } from '#src/platform/cache/stored-pages.settings.ts';
import type { Setting } from '#src/platform/settings/define-setting.ts';
import { pushSettings } from '#src/push/push.settings.ts';
import { readershipSettings } from '#src/readership/readership.settings.ts';
import { languagesOnOffer } from '#src/settings/languages.settings.ts';
import { siteSettings } from '#src/settings/site.settings.ts';
import { offlineReading } from '#src/shell/offline.settings.ts';
import { submissionSettings } from '#src/submissions/submission/submissions.settings.ts';

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
