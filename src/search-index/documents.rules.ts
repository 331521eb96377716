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

/** Maximum length of a query, in characters. */
export const queryMaxLength = 200;
