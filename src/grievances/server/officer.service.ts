import type { Context } from '#src/platform/context.ts';
import { siteEmail } from '#src/settings/site.settings.ts';
import { officerEmail, officerName } from '../grievances.settings.ts';

/** Name and e-mail address of the grievance officer; defaults are the title of the office and the contact address. */
export const getOfficer = ({ settings, text }: Pick<Context, 'settings' | 'text'>) => ({
  officer: settings.get(officerName) || text('grievances.officer'),
  officerEmail: settings.get(officerEmail) || settings.get(siteEmail),
});
