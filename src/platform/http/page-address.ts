import { LRUCache } from 'lru-cache';
import { defaultLanguage, isSiteLanguage, type Language, pathIn } from '#src/messages/languages.ts';

/** The query parameters and path forms that a page accepts. */
export interface PageRule {
  /** The route's path without the language: "e-paper/:id". */
  path: string;
  /** The parameters that the page accepts, each with a pattern for its values. All others are ignored. */
  parameters?: Record<string, RegExp>;
  /** A page with any of these parameters is not cached, because clients can invent any number of values. */
  uncached?: boolean;
  /** The path may end with a slash; both forms share one cached page. */
  allowsTrailingSlash?: boolean;
  /** Normalizes path parameters that have more than one form. */
  canonical?: Record<string, (value: string) => string>;
}

/** Patterns for the values of parameters. */
export const parameterPatterns = {
  id: /^\d{1,9}$/,
  cursor: /^\d{1,13}-[1-9]\d{0,9}$/, // such as 1795000000000-42
  text: /^.{1,300}$/s,
  path: /^\/.{0,500}$/s,
  token: /^[\w.-]{1,300}$/,
};

/** The result for a URL: a redirect to its canonical form, or the address under which the page is rendered. */
export type PageAddress =
  | { redirectTo: string }
  | {
      /** The path and the accepted parameters in sorted order. */
      address: string;
      /** `shared`: cached. `filtered`: cached in the region `lists`. `fresh`: not cached. */
      caching: 'shared' | 'filtered' | 'fresh';
      /** The pattern of the page's path without the language, "/news/:id"; one for all paths without a page. */
      pattern: string;
    };

// No page has a longer URL.
export const maxLength = 2000;
const routesParameter = '_routes';
// "/__manifest?paths=…": route discovery of React Router, which renders nothing.
const manifestPrefix = '/__manifest?';
export const unknownPage = 'unknown page';

/**
 * Returns a function that parses URLs by the built routes and by the rules of the pages that accept parameters. It
 * returns undefined for a URL that cannot be a page's.
 */
export function openPageAddresses(
  routes: Iterable<{ id: string; path?: string | undefined }>,
  rules: readonly PageRule[],
): (url: string) => PageAddress | undefined {
  const all = [...routes];
  const ids = new Set(all.map(({ id }) => id));
  const patterns = all
    .map(({ path = '' }) => path.replace(/^:lang\?\/?/, ''))
    .filter((path) => path !== '*')
    .map((path) => ({ path, parts: partsOf(path), rule: rules.find((rule) => rule.path === path) }))
    .sort((a, b) => parameterCount(a.parts) - parameterCount(b.parts)); // "e-paper/search" before "e-paper/:id"

  const parseUrl = (url: string): PageAddress | undefined => {
    if (url.length > maxLength || !url.startsWith('/')) return undefined;
    if (url.startsWith(manifestPrefix)) return { address: url, caching: 'fresh', pattern: '/__manifest' };
    const [given = '', ...query] = url.split('?');
    const isData = given.endsWith('.data');
    const parts = decodeParts(isData ? given.slice(0, -'.data'.length) : given);
    if (!parts) return undefined;
    const { language, rest } = languageIn(parts);
    const found = patterns.find((pattern) => matches(pattern.parts, rest));
    const path = pathIn(language, `/${found ? canonicalPath(found, rest) : rest.map(encodeURIComponent).join('/')}`);
    const { search, filtered } = readQuery(query.join('?'), found?.rule, isData, ids);
    const pattern = found ? `/${found.path}${isData ? '.data' : ''}` : unknownPage;
    if (isData) return { address: given + search, caching: cachingOf(found?.rule, filtered), pattern };
    if (found?.rule?.allowsTrailingSlash && given.replace(/\/$/, '') === path)
      return { address: `${path}/${search}`, caching: 'shared', pattern };
    if (path !== given && found) return { redirectTo: path + (query.length ? `?${query.join('?')}` : '') };
    return { address: (found ? path : given) + search, caching: cachingOf(found?.rule, filtered), pattern };
  };
  // Most requests are for a few hundred URLs, and parsing one takes about 5 µs, a tenth of the time of a cache hit.
  const known = new LRUCache<string, PageAddress>({ max: 5000 });
  return (url) => {
    const found = known.get(url) ?? parseUrl(url);
    if (found && url.length < 200) known.set(url, found);
    return found;
  };
}

const cachingOf = (rule: PageRule | undefined, filtered: boolean) =>
  !filtered ? 'shared' : rule?.uncached ? 'fresh' : 'filtered';

const partsOf = (path: string) => path.split('/').filter(Boolean);
const parameterCount = (parts: string[]) => parts.filter((part) => part.startsWith(':')).length;

/** The parts of a path, without empty ones; undefined where an escape is malformed. */
function decodeParts(path: string): string[] | undefined {
  try {
    return partsOf(path).map(decodeURIComponent);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

function languageIn(parts: string[]): { language: Language; rest: string[] } {
  const [first = '', ...rest] = parts;
  const language = first.toLowerCase();
  return isSiteLanguage(language) ? { language, rest } : { language: defaultLanguage, rest: parts };
}

// Case-insensitive, as in React Router.
const matches = (pattern: string[], parts: string[]) =>
  pattern.length === parts.length &&
  pattern.every((part, place) => part.startsWith(':') || part === parts[place]?.toLowerCase());

function canonicalPath({ parts, rule }: { parts: string[]; rule: PageRule | undefined }, given: string[]): string {
  const forms = parts.map((part, place) => {
    const value = given[place] ?? '';
    if (!part.startsWith(':')) return part;
    return (rule?.canonical?.[part.slice(1)] ?? canonicalId)(value);
  });
  return forms.map(encodeURIComponent).join('/');
}

/** "00051" → "51". */
const canonicalId = (value: string) => (/^0+\d{1,9}$/.test(value) ? String(Number(value)) : value);

/** The accepted parameters with valid values, the first of each name, sorted by name. */
function readQuery(query: string, rule: PageRule | undefined, isData: boolean, routeIds: ReadonlySet<string>) {
  if (!query) return { search: '', filtered: false };
  const given = new URLSearchParams(query);
  const known = Object.keys(rule?.parameters ?? {})
    .map((name) => [name, given.get(name)] as const)
    .filter((entry): entry is readonly [string, string] => {
      const [name, value] = entry;
      return value !== null && rule?.parameters?.[name]?.test(value) === true;
    });
  // On client-side navigation React Router may name the routes whose data it needs.
  const requestedRoutes = isData ? given.get(routesParameter) : null;
  const routes = requestedRoutes?.split(',').every((id) => routeIds.has(id))
    ? [[routesParameter, requestedRoutes] as const]
    : [];
  const all = [...known, ...routes].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    search: all.length ? `?${new URLSearchParams(all.map(([name, value]) => [name, value]))}` : '',
    filtered: known.length > 0,
  };
}
