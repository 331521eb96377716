import { auditLogYears } from '#src/platform/audit/audit.settings.ts';
import { storedPagesHours } from '#src/platform/cache/stored-pages.settings.ts';
import type { Slice } from '#src/platform/slice.ts';
import { languagesOnOffer } from './languages.settings.ts';
import { settingsRoutes } from './server/settings.routes.ts';
import { siteSettings } from './site.settings.ts';

const own = [...siteSettings, languagesOnOffer, storedPagesHours, auditLogYears];

export const settings: Slice = {
  // The page begins with those of the site.
  routes: (app, { settings }) => settingsRoutes(app, [...new Set([...own, ...settings])]),
  settings: own,
};
