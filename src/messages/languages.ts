/**
 * Languages of stories and of the site's own texts, with their names for themselves. Numbers are written 0 to 9 in all of
 * them, as Indian newspapers do; Bengali, Marathi and Urdu would take digits of their own.
 */
export const languages = {
  en: { name: 'English', locale: 'en-IN', direction: 'ltr' },
  hi: { name: 'हिन्दी', locale: 'hi-IN', direction: 'ltr' },
  bn: { name: 'বাংলা', locale: 'bn-IN-u-nu-latn', direction: 'ltr' },
  mr: { name: 'मराठी', locale: 'mr-IN-u-nu-latn', direction: 'ltr' },
  te: { name: 'తెలుగు', locale: 'te-IN', direction: 'ltr' },
  ta: { name: 'தமிழ்', locale: 'ta-IN', direction: 'ltr' },
  gu: { name: 'ગુજરાતી', locale: 'gu-IN', direction: 'ltr' },
  ur: { name: 'اردو', locale: 'ur-IN-u-nu-latn', direction: 'rtl' },
} as const;

export type Language = keyof typeof languages;

/** Languages of the site's own texts: those with a catalogue. */
export const siteLanguages = Object.keys(languages) as readonly Language[]; // the keys are what is above

/** The language whose pages have no language in their address. */
export const defaultLanguage: Language = 'en';

export const isLanguage = (value: string | undefined): value is Language =>
  value !== undefined && Object.hasOwn(languages, value);

/** How text in a language runs; undefined for one that we do not know. */
export const directionOf = (language: string | undefined) =>
  isLanguage(language) ? languages[language].direction : undefined;

export const isSiteLanguage = (value: string | undefined): value is Language =>
  isLanguage(value) && siteLanguages.includes(value);

/** The address of the same page in a language: '/news' in Hindi is '/hi/news'. Takes a path as it stands in an address. */
export function pathIn(language: Language, path: string): string {
  const [, first] = path.split('/', 2);
  // Two slashes at its beginning would name another host.
  const bare = (isSiteLanguage(first) ? path.slice(first.length + 1) : path).replace(/^[/\\]{2,}/, '/');
  if (language === defaultLanguage) return bare || '/';
  return bare === '/' ? `/${language}` : `/${language}${bare}`;
}
