import { languages } from '#src/messages/languages.ts';
import { displayName } from '#src/news/category-names.rules.ts';
import { getCategories } from '#src/news/server/categories.service.ts';
import type { Context } from '#src/platform/context.ts';
import type { Shell, SiteInfo } from '../shell.contract.ts';

const timeZone = 'Asia/Kolkata';

const site: SiteInfo = {
  name: 'News Wing',
  phone: '+91 98765 43210',
  email: 'desk@newswing.example',
  address: '14 River Road, Suryanagar 400 099, India',
  social: { facebook: '', x: '', instagram: '', youtube: '' },
};

export async function getShell(ctx: Context): Promise<Shell> {
  const categories = await getCategories(ctx);
  return {
    today: today(ctx),
    site,
    categories: categories.map(({ name, slug }) => ({ name: displayName(ctx.text, name), slug })),
  };
}

// The short form is Indian English on every page, as the paper prints it; the long one is in the reader's language.
function today({ now, language }: Context): Shell['today'] {
  const at = now();
  const { locale } = languages[language];
  return {
    short: new Intl.DateTimeFormat('en-IN', { dateStyle: 'short', timeZone }).format(at),
    long: new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone }).format(at),
    iso: new Intl.DateTimeFormat('en-CA', { timeZone }).format(at),
  };
}
