// Documents of the search index: their kinds and audiences.

/** Kinds of public documents: a story, a page of an edition, or an essay on /research. */
export const publicKinds = ['story', 'page', 'essay'] as const;
export type PublicKind = (typeof publicKinds)[number];

/** A submission under review is a separate document from its published essay, because it includes contact data. */
export const documentKinds = [...publicKinds, 'submission'] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** Who can find a document. */
export const audiences = ['anyone', 'newsroom'] as const;
export type Audience = (typeof audiences)[number];

// A story's document has a lexeme for its category and one for its sub-category. A query looks up which of them its
// words name, so new names take effect at once, without reindexing stories. Texts and queries cannot contain the "#".
/** The lexeme of the stories of a category. */
export const categoryLexeme = (id: number): string => `#c${id}`;
/** The lexeme of the stories of a sub-category. */
export const subCategoryLexeme = (id: number): string => `#s${id}`;

/** Maximum length of a query, in characters. */
export const queryMaxLength = 200;
