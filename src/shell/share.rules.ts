// What a user shares with the installed app: an address of this site opens its page, everything else is searched for.
import { type Language, pathIn } from '#src/messages/languages.ts';
import { queryMaxLength } from '#src/search-index/documents.rules.ts';

/** What the system's share sheet passes on, by the names of the web app manifest's `share_target`. */
export const sharedFields = ['title', 'text', 'url'] as const;
export type Shared = Partial<Record<(typeof sharedFields)[number], string>>;

/** Path that receives it, in the language of the app. */
export const sharePath = '/share';

const urlPattern = /https?:\/\/\S+/gi; // Android puts the address into the text: "Ferry runs late https://paper.test/news/42"

/** The path to show for what was shared. Never one of another site. */
export function pathOfShared({ title = '', text = '', url = '' }: Shared, siteUrl: string, language: Language): string {
  for (const [address] of `${url} ${text} ${title}`.matchAll(urlPattern)) {
    const path = internalPath(address, siteUrl);
    if (path) return path;
  }
  const words = (text.replace(urlPattern, '').trim() || title.replace(urlPattern, '').trim()).replace(/\s+/g, ' ');
  const query = new URLSearchParams({ q: words.slice(0, queryMaxLength).toWellFormed() });
  return pathIn(language, '/search') + (words ? `?${query}` : '');
}

// The path of a page of this site. Two slashes at its beginning would be another host; a call of the API is no page,
// and /share would redirect in a circle.
function internalPath(address: string, siteUrl: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { origin, pathname, search, hash } = new URL(address);
  const isPage = /^\/(?![/\\])(?!api\/)/.test(pathname) && !pathname.endsWith(sharePath);
  return origin === siteUrl && isPage ? pathname + search + hash : undefined;
}
