import type { Context } from '#src/platform/context.ts';
import { siteName } from '#src/platform/settings/site-name.ts';
import { facebook, instagram, siteAddress, siteEmail, siteMotto, sitePhone, x, youtube } from '../site.settings.ts';
import type { SiteInfo } from '../site-info.contract.ts';

/** Name and contacts of the newspaper, from the settings. */
export const getSiteInfo = ({ settings, text }: Pick<Context, 'settings' | 'text'>): SiteInfo => ({
  name: settings.get(siteName),
  nameplate: settings.get(siteName) === siteName.default ? text('shell.nameplate') : settings.get(siteName),
  motto: settings.get(siteMotto),
  phone: settings.get(sitePhone),
  email: settings.get(siteEmail),
  address: settings.get(siteAddress),
  social: {
    facebook: settings.get(facebook),
    x: settings.get(x),
    instagram: settings.get(instagram),
    youtube: settings.get(youtube),
  },
});
