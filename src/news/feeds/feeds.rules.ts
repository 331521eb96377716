// Feeds of the newest stories in each language: for the whole site, each category, each author and each topic. A feed has
// headline, summary and picture; the full text is on the site only.
import { defaultLanguage, type Language, pathIn } from '#src/messages/languages.ts';

export const feedKinds = ['rss', 'atom', 'json'] as const;
export type FeedKind = (typeof feedKinds)[number];

/** Stories in a feed: about a day's output. */
export const feedSize = 30;

/** With fewer stories in its language, a feed is filled up with others. */
export const feedEnough = 10;

const files: Record<FeedKind, string> = { rss: 'feed.xml', atom: 'atom.xml', json: 'feed.json' };

export const feedTypes: Record<FeedKind, string> = {
  rss: 'application/rss+xml',
  atom: 'application/atom+xml',
  json: 'application/feed+json',
};

/** What has feeds of its own; the name is the beginning of their paths. */
export const feedScopes = ['category', 'author', 'topic'] as const;
export interface FeedOf {
  scope: (typeof feedScopes)[number];
  slug: string;
}

/** Path of the feed of a category, author or topic, or of the whole site, in a language. */
export const feedPath = (kind: FeedKind, of?: FeedOf, language: Language = defaultLanguage): string =>
  pathIn(language, of ? `/${of.scope}/${encodeURIComponent(of.slug)}/${files[kind]}` : `/${files[kind]}`);

/** Path of the feed of a page such as /corrections, in a language. */
export const pageFeedPath = (kind: FeedKind, page: string, language: Language = defaultLanguage): string =>
  pathIn(language, `${page}/${files[kind]}`);

/** The feeds for the `<link rel="alternate">` elements of a page. */
export const feedLinks = (language: Language, title: string, of?: FeedOf) =>
  feedKinds.map((kind) => ({ type: feedTypes[kind], title, path: feedPath(kind, of, language) }));

/** The same for a page such as /corrections. */
export const pageFeedLinks = (language: Language, title: string, page: string) =>
  feedKinds.map((kind) => ({ type: feedTypes[kind], title, path: pageFeedPath(kind, page, language) }));

export interface FeedItem {
  /** The same in the feeds of all languages. */
  id: string;
  /** URL of the story's page in the language of the feed. */
  address: string;
  title: string;
  summary: string;
  author: string;
  category: string | null;
  language: string;
  publishedAt: Date;
  updatedAt: Date;
  /** URL of the picture (JPEG). */
  picture: { address: string; width: number; height: number } | null;
}

export interface Feed {
  /** Undefined for the feed of the whole site. */
  of: FeedOf | undefined;
  title: string;
  description: string;
  /** URL of the web page that the feed belongs to. */
  home: string;
  /** URLs of the feed itself, by format. */
  self: Record<FeedKind, string>;
  /** URL of the WebSub hub that notifies subscribers of changes. */
  hub: string | undefined;
  language: string;
  icon: string;
  updatedAt: Date;
  items: FeedItem[];
}
