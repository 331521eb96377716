import { sessionLogDays } from '#src/accounts/login/server/sessions.service.ts';
import { adultAge } from '#src/accounts/users/accounts.settings.ts';
import { enquiryDays } from '#src/enquiries/enquiries.settings.ts';
import { grievanceDays } from '#src/grievances/grievances.settings.ts';
import { getOfficer } from '#src/grievances/server/officer.service.ts';
import { keptDays } from '#src/letters/letters.rules.ts';
import { endedDays } from '#src/newsletters/newsletters.rules.ts';
import type { Context } from '#src/platform/context.ts';
import { mailRetentionDays } from '#src/platform/mail/mail.ts';
import { siteName } from '#src/platform/settings/site-name.ts';
import { copiesDays } from '#src/push/push.rules.ts';
import { publisher, siteAddress, siteEmail, sitePhone } from '#src/settings/site.settings.ts';
import { consentWaitDays } from '#src/submissions/submission/submissions.settings.ts';
import type { Placeholders } from '../page-fields.rules.ts';

/** Values of placeholders in pages, so that texts agree with code and settings. */
export function pageFacts({ settings, text }: Pick<Context, 'settings' | 'text'>): Placeholders {
  return {
    site: settings.get(siteName),
    publisher: settings.get(publisher),
    email: settings.get(siteEmail),
    phone: settings.get(sitePhone),
    address: settings.get(siteAddress),
    ...getOfficer({ settings, text }),
    enquiryDays: String(settings.get(enquiryDays)),
    grievanceDays: String(settings.get(grievanceDays)),
    adultAge: String(settings.get(adultAge)),
    consentDays: String(settings.get(consentWaitDays)),
    letterKeptDays: String(keptDays),
    newsletterDays: String(endedDays),
    pushDays: String(copiesDays),
    mailDays: String(mailRetentionDays),
    sessionDays: String(sessionLogDays),
  };
}
