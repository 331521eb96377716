// Which pages are kept between readers, and under which name.

/** The parameters that change what a page shows, by the page's path without language. All other pages have none. */
const shown: [path: RegExp, parameters: string[]][] = [
  [/^\/category\/[^/]+(\/subcategory\/[^/]+)?$/, ['after']], // such as /category/sports-news/subcategory/cricket
  [/^\/research$/, ['search', 'type', 'year', 'after']],
  [/^\/e-paper$/, ['month', 'edition']],
  [/^\/e-paper\/\d+$/, ['page']], // such as /e-paper/12
  [/^\/e-paper\/search$/, ['q']],
];

/** Parameters by which others count where readers come from; they change nothing. */
const counting = /^(utm_\w+|fbclid|gclid|gbraid|wbraid|msclkid|mc_cid|mc_eid|igshid|ref)$/;

const longest = 1000;

/**
 * The address under which a page is kept and rendered: only the parameters that it shows, in one order. Undefined for
 * an address that is rendered for each reader anew, since we do not know what its parameters do.
 */
export function pageKey(url: string, languages: readonly string[]): string | undefined {
  // Two slashes would begin another host's address, two underscores one of React Router's own.
  if (url.length > longest || !/^\/(?!\/|__)/.test(url)) return undefined;
  if (!url.includes('?')) return url;
  const [path = '', ...rest] = url.split('?');
  const search = rest.join('?');
  const given = [...new URLSearchParams(search)].filter(([name]) => !counting.test(name));
  const allowed = parametersOf(path, languages);
  const names = given.map(([name]) => name);
  if (new Set(names).size < names.length || names.some((name) => !allowed.includes(name))) return undefined;
  given.sort(([a], [b]) => (a < b ? -1 : 1));
  return given.length ? `${path}?${new URLSearchParams(given)}` : path;
}

function parametersOf(path: string, languages: readonly string[]): string[] {
  const data = path.endsWith('.data'); // what a page asks for when the reader goes on within the site
  const [, first = '', ...rest] = path
    .replace(/\.data$/, '')
    .replace(/\/$/, '')
    .split('/');
  const page = languages.includes(first) ? `/${rest.join('/')}` : `/${[first, ...rest].join('/')}`;
  const parameters = shown.find(([pattern]) => pattern.test(page))?.[1] ?? [];
  return data ? [...parameters, '_routes'] : parameters;
}
