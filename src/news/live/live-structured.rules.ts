import type { BlogPosting, LiveBlogPosting } from 'schema-dts';
import type { Html } from '#src/calls/html.ts';
import { isoInstantInIndia } from '#src/rules/calendar.rules.ts';
import type { LiveEntry, LivePage } from './live.contract.ts';
import { entriesPerPage, entryAnchor } from './live.rules.ts';

const time = (instant: string) => isoInstantInIndia(new Date(instant));

/** Structured data that a live story adds to those of a story, or replaces in them. `address` is that of its page. */
export function liveBlog(address: string, { startedAt, endedAt, updatedAt, entries }: LivePage) {
  return {
    '@type': 'LiveBlogPosting',
    dateModified: time(updatedAt),
    coverageStartTime: time(startedAt),
    ...(endedAt && { coverageEndTime: time(endedAt) }),
    liveBlogUpdate: entries.slice(0, entriesPerPage).map((entry) => posting(address, entry)),
  } as const satisfies LiveBlogPosting;
}

const posting = (address: string, { id, headline, html, author, ...entry }: LiveEntry): BlogPosting => ({
  '@type': 'BlogPosting',
  headline,
  url: `${address}?from=${id}#${entryAnchor(id)}`,
  datePublished: time(entry.created_at),
  dateModified: time(entry.updated_at),
  articleBody: textOfHtml(html),
  ...(author && { author: { '@type': 'Person', name: author } }),
});

const characters: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** The words of HTML that our renderer has made. */
const textOfHtml = (html: Html): string =>
  html
    .split('<')
    .map((part, at) => (at === 0 ? part : part.slice(part.indexOf('>') + 1)))
    .join(' ')
    .replaceAll(/&(?:lt|gt|quot|amp);/g, (entity) => characters[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim();
