export const resultsPerPage = 20;
/** Maximum number of result pages; beyond ten, another query is more useful. */
export const pagesAtMost = 10;
