/** Names of the Cache Storage caches. */
export const cacheNames = { pages: 'pages', assets: 'assets', pictures: 'pictures' } as const;

const reading =
  /^(?:\/[a-z]{2})?\/?(?:news|news\/\d+|category\/[^/]+(?:\/subcategory\/[^/]+)?|e-paper|research(?:\/\d+)?|college|university|about|offline|for-you)?$/;

/** Whether a path is a page without personal data, which may be cached for offline reading: not /profile/edit. */
export const isReadingPage = (path: string): boolean => reading.test(path);

/** Whether a path is a story, which the offline page lists. */
export const isStory = (path: string): boolean => /\/news\/\d+$/.test(path);

/** Built files, whose names contain a content hash, so they never change. */
export const isAsset = (path: string): boolean => path.startsWith('/assets/');

/** A size of a story's picture or a cover, such as /api/static/uploads/a1b2-640.webp; portraits are JPEG only. */
export const isPicture = (path: string): boolean => /^\/api\/static\/uploads\/[\w-]+\.(?:webp|avif)$/.test(path);

/** The fallback page for a page that is not cached, in the language of a path. */
export const offlinePage = (path: string): string => `${/^\/[a-z]{2}(?=\/|$)/.exec(path)?.[0] ?? ''}/offline`;
