import { directionOf, isLanguage } from '#src/messages/languages.ts';

/** The attributes of a title in another language than the page's. */
export const titleLanguage = (language: string | null | undefined, page: string) =>
  language && language !== page && isLanguage(language) ? { lang: language, dir: directionOf(language) } : {};
