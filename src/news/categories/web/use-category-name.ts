import { useCall } from '#src/client/queries.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { categoriesCalls } from '../categories.contract.ts';
import { findBySlug } from '../categories.rules.ts';
import { localName } from '../category-names.rules.ts';

/** Returns a function that translates the category of a story in the API to its name in the page's language. */
export function useCategoryName(): (name: string | null) => string | null {
  const { t, language } = useTexts();
  const { data = [] } = useCall(categoriesCalls.list);
  return (name) => name && localName(t, language, findBySlug(data, name) ?? { name });
}
