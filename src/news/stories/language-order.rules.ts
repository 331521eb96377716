// How the stories of several languages share a page.

/** `first`: those in the page's language, then the others. `only`: no others. `all`: together, in one order. */
export const languageOrders = ['first', 'only', 'all'] as const;
export type LanguageOrder = (typeof languageOrders)[number];

/** The query parameter of a page by which a reader chooses the order. */
export const orderParameter = 'languages';

/** Stories in other languages below those of a page; the page with all of them is one link away. */
export const othersShown = 12;
