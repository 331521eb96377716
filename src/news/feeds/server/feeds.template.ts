import { serializeXml, type XmlElement } from '#src/platform/text/xml.ts';
import { type Feed, type FeedItem, type FeedKind, feedTypes } from '../feeds.rules.ts';

/** Serializers of the feed formats. */
export const feedDocument: Record<FeedKind, (feed: Feed) => string> = {
  rss: rssDocument,
  atom: atomDocument,
  json: jsonDocument,
};

/** RSS 2.0, with Atom links to the feed itself and the hub, Dublin Core author and Media RSS pictures. */
function rssDocument(feed: Feed): string {
  const item = (one: FeedItem): XmlElement => [
    'item',
    {},
    [
      ['title', {}, one.title],
      ['link', {}, one.address],
      ['guid', { isPermaLink: 'true' }, one.id],
      ['description', {}, one.summary],
      ['pubDate', {}, rfc822(one.publishedAt)],
      one.author ? ['dc:creator', {}, one.author] : undefined,
      one.category ? ['category', {}, one.category] : undefined,
      one.picture
        ? [
            'media:content',
            {
              url: one.picture.address,
              medium: 'image',
              type: 'image/jpeg',
              width: one.picture.width,
              height: one.picture.height,
            },
          ]
        : undefined,
    ],
  ];
  return serializeXml([
    'rss',
    {
      version: '2.0',
      'xmlns:atom': 'http://www.w3.org/2005/Atom',
      'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
      'xmlns:media': 'http://search.yahoo.com/mrss/',
    },
    [
      [
        'channel',
        {},
        [
          ['title', {}, feed.title],
          ['link', {}, feed.home],
          ['description', {}, feed.description],
          ['language', {}, feed.language.toLowerCase()],
          ['lastBuildDate', {}, rfc822(feed.updatedAt)],
          ['atom:link', { rel: 'self', type: feedTypes.rss, href: feed.self.rss }],
          feed.hub ? ['atom:link', { rel: 'hub', href: feed.hub }] : undefined,
          ...feed.items.map(item),
        ],
      ],
    ],
  ]);
}

/** Atom (RFC 4287). */
function atomDocument(feed: Feed): string {
  const entry = (one: FeedItem): XmlElement => [
    'entry',
    { 'xml:lang': one.language },
    [
      ['id', {}, one.id],
      ['title', {}, one.title],
      ['link', { rel: 'alternate', type: 'text/html', href: one.address }],
      ['published', {}, one.publishedAt.toISOString()],
      ['updated', {}, one.updatedAt.toISOString()],
      ['author', {}, [['name', {}, one.author || feed.title]]],
      one.category ? ['category', { term: one.category }] : undefined,
      ['summary', {}, one.summary],
      one.picture ? ['link', { rel: 'enclosure', type: 'image/jpeg', href: one.picture.address }] : undefined,
    ],
  ];
  return serializeXml([
    'feed',
    { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': feed.language },
    [
      ['id', {}, feed.self.atom],
      ['title', {}, feed.title],
      ['subtitle', {}, feed.description],
      ['updated', {}, feed.updatedAt.toISOString()],
      ['link', { rel: 'self', type: feedTypes.atom, href: feed.self.atom }],
      ['link', { rel: 'alternate', type: 'text/html', href: feed.home }],
      feed.hub ? ['link', { rel: 'hub', href: feed.hub }] : undefined,
      ['icon', {}, feed.icon],
      ...feed.items.map(entry),
    ],
  ]);
}

/** JSON Feed 1.1. */
function jsonDocument(feed: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    description: feed.description,
    home_page_url: feed.home,
    feed_url: feed.self.json,
    icon: feed.icon,
    language: feed.language,
    ...(feed.hub && { hubs: [{ type: 'WebSub', url: feed.hub }] }),
    items: feed.items.map((one) => ({
      id: one.id,
      url: one.address,
      title: one.title,
      content_text: one.summary,
      summary: one.summary,
      ...(one.picture && { image: one.picture.address }),
      date_published: one.publishedAt.toISOString(),
      date_modified: one.updatedAt.toISOString(),
      ...(one.author && { authors: [{ name: one.author }] }),
      ...(one.category && { tags: [one.category] }),
      language: one.language,
    })),
  });
}

// "Sat, 21 Nov 2026 14:30:00 GMT" is the format of RFC 822, with the four-digit year of RFC 1123.
const rfc822 = (instant: Date) => instant.toUTCString();
