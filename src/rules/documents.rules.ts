/** Paths of documents: pages to read, which are HTML without the application. routes.ts lists the same; a test compares them. */
export const documentPaths = [
  'college',
  'university',
  'about',
  'contact',
  'editorial-policy',
  'privacy',
  'terms',
  'how-we-decide',
  'corrections',
  'research',
  'research/:id',
  'offline',
] as const;

const documents = new RegExp(
  `^(?:/[a-z]{2})?/(?:${documentPaths.map((path) => path.replace(/:\w+/, '[^/]+')).join('|')})/?$`, // with or without a slash, as essays are
);

/** Whether a path of this site, with or without a query, leads to a document: then its page is loaded as a whole. */
export const isDocument = (path: string): boolean => documents.test(path.replace(/[?#].*$/s, ''));
