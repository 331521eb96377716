import type { TextKey, Translate } from '#src/messages/catalogue.ts';
import { defaultCategories, slugOf } from './categories.rules.ts';

// A category's stored name is what the API and addresses know; readers see it in their language.

const known = new Set(Object.entries(defaultCategories).flatMap(([name, subs]) => [name, ...subs].map(slugOf)));

/** The name that a reader sees, in his language. A name that an editor has added is shown as it was written. */
export const displayName = (t: Translate, name: string): string => {
  const slug = slugOf(name);
  return known.has(slug) ? t(`categories.${slug}` as TextKey /* a test finds each in the catalogue */) : name;
};
