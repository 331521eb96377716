import { editionOfPage } from '#src/epaper/keeping.rules.ts';

/** Where a device keeps what it has read. */
export const caches = { pages: 'pages', assets: 'assets', pictures: 'pictures' } as const;

const reading =
  /^(?:\/[a-z]{2})?\/?(?:news|news\/\d+|category\/[^/]+(?:\/subcategory\/[^/]+)?|e-paper|research(?:\/\d+)?|college|university|about|offline)?$/;

/** Whether an address is a page that every reader gets alike, which a device may keep: /hi/news/42, but not /profile/edit. */
export const isReading = (path: string): boolean => reading.test(path);

/** A story's address, whose page is listed among what can be read offline. */
export const isStory = (path: string): boolean => /\/news\/\d+$/.test(path);

/** Built files, which carry their content in their name and so never change. */
export const isAsset = (path: string): boolean => path.startsWith('/assets/');

/** A copy of a story's picture or a cover, such as /api/static/uploads/a1b2-640.webp; portraits are JPEG alone. */
export const isPicture = (path: string): boolean => /^\/api\/static\/uploads\/[\w-]+\.(?:webp|avif)$/.test(path);

/** The page that stands in for one that is not there, in the language of an address. */
export const offlinePage = (path: string): string => `${/^\/[a-z]{2}(?=\/|$)/.exec(path)?.[0] ?? ''}/offline`;

/** Where the router asks what routes there are. */
export const routesAsked = '/__manifest';

/**
 * Whether the router asks only for the page of an edition that it shows already, as it does before it turns a page
 * (`?paths=/e-paper,/e-paper/7`): then there are no other routes, which also a device without a network can say.
 */
export function asksForEdition(query: URLSearchParams): boolean {
  const paths = query.get('paths')?.split(',') ?? [];
  const page = paths.at(-1) ?? '';
  return editionOfPage(page) !== undefined && paths.every((path) => page.startsWith(path));
}
