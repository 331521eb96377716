import type { TextKey, Translate } from '#src/messages/catalogue.ts';
import { defaultCategories, slugOf } from './categories.rules.ts';

// The API and URLs use a category's stored name; readers see a translation.

const translatedSlugs = new Set(
  Object.entries(defaultCategories).flatMap(([name, subs]) => [name, ...subs].map(slugOf)),
);

/** The name in the reader's language. Names that editors added are not translated. */
export const displayName = (t: Translate, name: string): string => {
  const slug = slugOf(name);
  return translatedSlugs.has(slug) ? t(`categories.${slug}` as TextKey /* a test finds each in the catalogue */) : name;
};
