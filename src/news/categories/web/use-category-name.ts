import { useCall } from '#src/client/queries.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { categoriesCalls } from '../categories.contract.ts';
import { findBySlug } from '../categories.rules.ts';
import { localName } from '../category-names.rules.ts';

/** Returns a function for the name in the page's language of the category that a story of the API has. */
export function useCategoryName(): (name: string | null) => string | null {
  const { t, language } = useTexts();
  const { data = [] } = useCall(categoriesCalls.list);
  return (name) => name && localName(t, language, findBySlug(data, name) ?? { name });
}
