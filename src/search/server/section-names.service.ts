import { siteLanguages } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import type { Category } from '#src/news/categories/categories.contract.ts';
import { othersName } from '#src/news/categories/categories.rules.ts';
import { localName } from '#src/news/categories/category-names.rules.ts';
import type { LocalNames } from '#src/news/schema/columns.rules.ts';
import { categoryLexeme, subCategoryLexeme } from '#src/search-index/documents.rules.ts';
import type { SectionNames } from '#src/search-index/server/search-index.service.ts';

/** The name of a category or sub-category in every language, and as it is stored. */
export const namesOf = (entry: { name: string; names: LocalNames }): string[] => [
  ...new Set([entry.name, ...siteLanguages.map((language) => localName(translator(language), language, entry))]),
];

/** The sections by whose names stories are found. Not 'Others', which says nothing about a story. */
export const searchedSections = (categories: Category[]): SectionNames[] =>
  categories
    .filter(({ hidden }) => !hidden)
    .flatMap((category) => [
      { ...category, lexeme: categoryLexeme(category.id) },
      ...category.sub_categories.map((sub) => ({ ...sub, lexeme: subCategoryLexeme(sub.id) })),
    ])
    .filter(({ name }) => name !== othersName)
    .map((entry) => ({ lexeme: entry.lexeme, names: namesOf(entry) }));
