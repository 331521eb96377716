import { languages } from '#src/messages/languages.ts';
import { displayName } from '#src/news/category-names.rules.ts';
import { feedLinks } from '#src/news/feeds.rules.ts';
import { getCategories } from '#src/news/server/categories.service.ts';
import type { Context } from '#src/platform/context.ts';
import { siteName } from '#src/platform/site-name.ts';
import { offlineReading } from '../offline.settings.ts';
import type { Shell, SiteInfo } from '../shell.contract.ts';
import { facebook, instagram, siteAddress, siteEmail, siteMotto, sitePhone, x, youtube } from '../site.settings.ts';

export async function getShell(ctx: Context): Promise<Shell> {
  const categories = await getCategories(ctx);
  return {
    today: today(ctx),
    site: getSiteInfo(ctx),
    feeds: feedLinks(ctx.settings.get(siteName)),
    offlineReading: ctx.settings.get(offlineReading) === 'on',
    categories: categories.map(({ name, slug }) => ({ name: displayName(ctx.text, name), slug })),
  };
}

/** The paper as its administrator has named it, and how to reach it. */
export const getSiteInfo = ({ settings }: Pick<Context, 'settings'>): SiteInfo => ({
  name: settings.get(siteName),
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

// Making a format costs as much as forty uses of it, and every page shows the day.
const formats = new Map<string, Intl.DateTimeFormat>();
function formatted(at: Date, locale: string, dateStyle?: 'full' | 'short') {
  const key = `${locale} ${dateStyle}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'Asia/Kolkata' });
  formats.set(key, format);
  return format.format(at);
}

// The short form is Indian English on every page, as the paper prints it; the long one is in the reader's language.
function today({ now, language }: Context): Shell['today'] {
  const at = now();
  return {
    short: formatted(at, 'en-IN', 'short'),
    long: formatted(at, languages[language].locale, 'full'),
    iso: formatted(at, 'en-CA'),
  };
}
