import { languages } from '#src/messages/languages.ts';
import { localName } from '#src/news/categories/category-names.rules.ts';
import { getShownCategories } from '#src/news/categories/server/categories.service.ts';
import { feedLinks } from '#src/news/feeds/feeds.rules.ts';
import type { Context } from '#src/platform/context.ts';
import { siteName } from '#src/platform/settings/site-name.ts';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { getSiteInfo } from '#src/settings/server/site-info.service.ts';
import { offlineReading } from '../offline.settings.ts';
import type { Shell } from '../shell.contract.ts';

export async function getShell(ctx: Context): Promise<Shell> {
  const categories = await getShownCategories(ctx);
  return {
    today: today(ctx),
    site: getSiteInfo(ctx),
    feeds: feedLinks(ctx.language, ctx.settings.get(siteName)),
    offlineReading: ctx.settings.get(offlineReading) === 'on',
    categories: categories.map(({ slug, ...category }) => ({
      name: localName(ctx.text, ctx.language, category),
      slug,
    })),
  };
}

// The short form is Indian English on every page, as in the newspaper's print; the long one is in the page's language.
function today({ now, language }: Context): Shell['today'] {
  const at = now();
  return {
    short: indianDateFormat('en-IN', { dateStyle: 'short' }).format(at),
    long: indianDateFormat(languages[language].locale, { dateStyle: 'full' }).format(at),
    iso: indianDateFormat('en-CA').format(at),
  };
}
