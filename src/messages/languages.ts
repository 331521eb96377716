/**
 * Languages of stories and of the user interface, with their native names. All of them use the digits 0 to 9, as Indian
 * newspapers do; by default Intl would use native digits for Bengali, Marathi and Urdu.
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

/** Languages of the user interface: those with a catalogue. */
export const siteLanguages = Object.keys(languages) as readonly Language[]; // Object.keys returns string[]

/** The language whose pages have no language prefix in their path. */
export const defaultLanguage: Language = 'en';

export const isLanguage = (value: string | undefined): value is Language =>
  value !== undefined && Object.hasOwn(languages, value);

/** The writing direction of a language; undefined for an unknown one. */
export const directionOf = (language: string | undefined) =>
  isLanguage(language) ? languages[language].direction : undefined;

export const isSiteLanguage = (value: string | undefined): value is Language =>
  isLanguage(value) && siteLanguages.includes(value);

/** The path of the same page in a language: '/news' in Hindi is '/hi/news'. Takes a percent-encoded path. */
export function pathIn(language: Language, path: string): string {
  const [, first] = path.split('/', 2);
  // A path that begins with two slashes would be a URL on another host.
  const bare = (isSiteLanguage(first) ? path.slice(first.length + 1) : path).replace(/^[/\\]{2,}/, '/');
  if (language === defaultLanguage) return bare || '/';
  return bare === '/' ? `/${language}` : `/${language}${bare}`;
}
