import { adultAge } from '#src/accounts/accounts.settings.ts';
import { sessionLogDays } from '#src/accounts/server/sessions.service.ts';
import type { Context } from '#src/platform/context.ts';
import { mailDays } from '#src/platform/mail.ts';
import { siteName } from '#src/platform/site-name.ts';
import { consentWaitDays } from '#src/submissions/submissions.settings.ts';
import { enquiryDays } from '../enquiries.settings.ts';
import { grievanceDays, officerEmail, officerName } from '../grievances.settings.ts';
import type { Facts } from '../page-fields.rules.ts';
import { publisher, siteAddress, siteEmail, sitePhone } from '../site.settings.ts';

/** What names in a page's text stand for, so that the pages say what the code does and the settings hold. */
export function pageFacts({ settings, text }: Pick<Context, 'settings' | 'text'>): Facts {
  return {
    site: settings.get(siteName),
    publisher: settings.get(publisher),
    email: settings.get(siteEmail),
    phone: settings.get(sitePhone),
    address: settings.get(siteAddress),
    ...officer({ settings, text }),
    enquiryDays: String(settings.get(enquiryDays)),
    grievanceDays: String(settings.get(grievanceDays)),
    adultAge: String(settings.get(adultAge)),
    consentDays: String(settings.get(consentWaitDays)),
    mailDays: String(mailDays),
    sessionDays: String(sessionLogDays),
  };
}

/** Who answers grievances, and where; unnamed, it is the office. */
export const officer = ({ settings, text }: Pick<Context, 'settings' | 'text'>) => ({
  officer: settings.get(officerName) || text('grievances.officer'),
  officerEmail: settings.get(officerEmail) || settings.get(siteEmail),
});
