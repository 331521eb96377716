import { LRUCache } from 'lru-cache';
import { defaultLanguage, isSiteLanguage, type Language, pathIn } from '#src/messages/languages.ts';

/** What the address of a page may hold beside its path. */
export interface PageRule {
  /** As in the table of routes, without the language: "e-paper/:id". */
  path: string;
  /** The parameters that the page knows, each with the values that it takes. All others are ignored. */
  parameters?: Record<string, RegExp>;
  /** Anybody can make up endlessly many values for these parameters: with one of them the page is rendered anew. */
  fresh?: boolean;
  /** Its address may end with a slash, and is shared with the one that does. */
  slash?: boolean;
  /** The one form of a part of the path, for parts that are found by more than one. */
  canonical?: Record<string, (value: string) => string>;
}

/** What becomes of an address: another one that readers are sent to, or the form under which the page is rendered. */
export type PageAddress =
  | { to: string }
  | {
      /** Path and the parameters that the page knows, in one order. */
      address: string;
      /** `shared`: the same page for everybody who asks for it. `filtered`: one of many parts of a list. `fresh`: rendered anew. */
      keep: 'shared' | 'filtered' | 'fresh';
    };

// Beyond this no page of ours has a name.
const longest = 2000;
const routesParameter = '_routes';
// "/__manifest?paths=…": what the router asks of its server, which costs no rendering.
const ofRouter = '/__manifest?';

/**
 * Reads addresses by the paths and ids of the routes that were built, and by the rules of the pages among them that know
 * parameters. Returns undefined for what is no address of a page.
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
    .sort((a, b) => named(a.parts) - named(b.parts)); // "e-paper/search" before "e-paper/:id"

  const readAnew = (url: string): PageAddress | undefined => {
    if (url.length > longest || !url.startsWith('/')) return undefined;
    if (url.startsWith(ofRouter)) return { address: url, keep: 'fresh' };
    const [given = '', ...query] = url.split('?');
    const isData = given.endsWith('.data');
    const parts = decoded(isData ? given.slice(0, -'.data'.length) : given);
    if (!parts) return undefined;
    const { language, rest } = languageIn(parts);
    const found = patterns.find((pattern) => fits(pattern.parts, rest));
    const path = pathIn(language, `/${found ? canonicalPath(found, rest) : rest.map(encodeURIComponent).join('/')}`);
    const { search, filtered } = readQuery(query.join('?'), found?.rule, isData, ids);
    if (isData) return { address: given + search, keep: kept(found?.rule, filtered) };
    if (found?.rule?.slash && given.replace(/\/$/, '') === path)
      return { address: `${path}/${search}`, keep: 'shared' };
    if (path !== given && found) return { to: path + (query.length ? `?${query.join('?')}` : '') };
    return { address: (found ? path : given) + search, keep: kept(found?.rule, filtered) };
  };
  // Most requests are for a few hundred addresses: reading one takes some 5 µs, a tenth of a cached answer.
  const known = new LRUCache<string, PageAddress>({ max: 5000 });
  return (url) => {
    const found = known.get(url) ?? readAnew(url);
    if (found && url.length < 200) known.set(url, found);
    return found;
  };
}

const kept = (rule: PageRule | undefined, filtered: boolean) =>
  !filtered ? 'shared' : rule?.fresh ? 'fresh' : 'filtered';

const partsOf = (path: string) => path.split('/').filter(Boolean);
const named = (parts: string[]) => parts.filter((part) => part.startsWith(':')).length;

/** The parts of a path, without empty ones; undefined where an escape is malformed. */
function decoded(path: string): string[] | undefined {
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

// As the router compares them: without regard to case.
const fits = (pattern: string[], parts: string[]) =>
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

/** The parameters that the page knows with values that it takes, the first of each name, in the order of their names. */
function readQuery(query: string, rule: PageRule | undefined, isData: boolean, routeIds: ReadonlySet<string>) {
  if (!query) return { search: '', filtered: false };
  const given = new URLSearchParams(query);
  const known = Object.keys(rule?.parameters ?? {})
    .map((name) => [name, given.get(name)] as const)
    .filter((entry): entry is readonly [string, string] => {
      const [name, value] = entry;
      return value !== null && rule?.parameters?.[name]?.test(value) === true;
    });
  // What a page asks for when the reader goes on within the site may name the routes whose data it wants.
  const wanted = isData ? given.get(routesParameter) : null;
  const routes = wanted?.split(',').every((id) => routeIds.has(id)) ? [[routesParameter, wanted] as const] : [];
  const all = [...known, ...routes].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    search: all.length ? `?${new URLSearchParams(all.map(([name, value]) => [name, value]))}` : '',
    filtered: known.length > 0,
  };
}
