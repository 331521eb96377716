/** Languages that stories are written in, with their names for themselves. */
export const languages = {
  en: { name: 'English', locale: 'en-IN', direction: 'ltr' },
  hi: { name: 'हिन्दी', locale: 'hi-IN', direction: 'ltr' },
  bn: { name: 'বাংলা', locale: 'bn-IN', direction: 'ltr' },
  mr: { name: 'मराठी', locale: 'mr-IN', direction: 'ltr' },
  te: { name: 'తెలుగు', locale: 'te-IN', direction: 'ltr' },
  ta: { name: 'தமிழ்', locale: 'ta-IN', direction: 'ltr' },
  gu: { name: 'ગુજરાતી', locale: 'gu-IN', direction: 'ltr' },
  ur: { name: 'اردو', locale: 'ur-IN', direction: 'rtl' },
} as const;

export type Language = keyof typeof languages;

/** Languages of the site's own texts: those with a catalogue. */
export const siteLanguages: readonly Language[] = ['en'];

/** The language whose pages have no language in their address. */
export const defaultLanguage: Language = 'en';

export const isLanguage = (value: string | undefined): value is Language =>
  value !== undefined && Object.hasOwn(languages, value);

export const isSiteLanguage = (value: string | undefined): value is Language =>
  isLanguage(value) && siteLanguages.includes(value);
