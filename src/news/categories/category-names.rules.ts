import type { TextKey, Translate } from '#src/messages/catalogue.ts';
import { defaultLanguage, type Language, siteLanguages } from '#src/messages/languages.ts';
import type { LocalNames } from '#src/news/schema/columns.rules.ts';
import { defaultCategories, slugOf } from './categories.rules.ts';

// The API and URLs use a category's stored name. Readers see the name that an administrator gave it in their language,
// else the translation of a built-in name, else the stored name.

/** Languages in which a category may have another name. */
export const localNameLanguages = siteLanguages.filter((language) => language !== defaultLanguage);

const translatedSlugs = new Set(
  Object.entries(defaultCategories).flatMap(([name, subs]) => [name, ...subs].map(slugOf)),
);

/** The name in the reader's language, by the catalogue alone. Names that editors added are not translated. */
export const displayName = (t: Translate, name: string): string => {
  const slug = slugOf(name);
  return translatedSlugs.has(slug) ? t(`categories.${slug}` as TextKey /* a test finds each in the catalogue */) : name;
};

/** The name of a category or sub-category in the reader's language. */
export const localName = (
  t: Translate,
  language: Language,
  { name, names }: { name: string; names?: LocalNames | undefined },
): string => names?.[language] || displayName(t, name);
