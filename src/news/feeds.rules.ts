// The newest stories as feeds, for the paper and for each category. A feed brings headline, first words and picture; the
// story is read on the site.

export const feedKinds = ['rss', 'atom', 'json'] as const;
export type FeedKind = (typeof feedKinds)[number];

/** Stories in a feed: a day's work of a busy desk. */
export const feedSize = 30;

const files: Record<FeedKind, string> = { rss: 'feed.xml', atom: 'atom.xml', json: 'feed.json' };

export const feedTypes: Record<FeedKind, string> = {
  rss: 'application/rss+xml',
  atom: 'application/atom+xml',
  json: 'application/feed+json',
};

/** The path of a feed: of a category, or of the whole paper. */
export const feedPath = (kind: FeedKind, categorySlug?: string): string =>
  categorySlug === undefined ? `/${files[kind]}` : `/category/${encodeURIComponent(categorySlug)}/${files[kind]}`;

/** The feeds as a page's head names them. */
export const feedLinks = (title: string, categorySlug?: string) =>
  feedKinds.map((kind) => ({ type: feedTypes[kind], title, path: feedPath(kind, categorySlug) }));

export interface FeedItem {
  address: string;
  title: string;
  summary: string;
  author: string;
  category: string | null;
  language: string;
  publishedAt: Date;
  updatedAt: Date;
  /** Address of its picture, a JPEG. */
  picture: { address: string; width: number; height: number } | null;
}

export interface Feed {
  title: string;
  description: string;
  /** The page that it follows. */
  home: string;
  /** Where the feed itself is, by kind. */
  self: Record<FeedKind, string>;
  /** Address of the WebSub hub that tells of its changes. */
  hub: string | undefined;
  language: string;
  icon: string;
  updatedAt: Date;
  items: FeedItem[];
}
