// URLs of pages and of everything else that is not an API call, with arbitrary parameters.
import fc, { type Arbitrary } from 'fast-check';
import routes from '#src/routes.ts';
import { inAddress } from './requests.ts';
import { anyText } from './texts.ts';

/** Every route that is not an API call; `:x` is a parameter. */
export const addressPatterns = [
  ...routes.map(({ path = '' }) => path.replace(/^:lang\??\/?/, '')),
  ...['feed.xml', 'atom.xml', 'feed.json', 'category/:x/feed.xml', 'category/:x/feed.json', 'sitemap.xml'],
  ...['sitemaps/:x.xml', 'robots.txt', 'manifest.webmanifest', 'oai', 'research/:x/:y.pdf', 'assets/:x', 'api/docs/:x'],
  ...['api/:x', 'service-worker.js', 'share', ':x', ':x/:y', 'healthz', 'readyz'],
];

const names = [
  ...['q', 'page', 'after', 'from', 'to', 'kind', 'category', 'month', 'edition', 'search', 'type', 'year', 'token'],
  ...['plan', 'verb', 'identifier', 'metadataPrefix', 'resumptionToken', 'until', 'set', '_routes'],
];
const values = ['ListRecords', 'GetRecord', 'ListIdentifiers', 'Identify', 'oai_dc', '2026-11', '2026-11-22'];

/** URLs of a pattern such as "e-paper/:id": in any language, as page or as data request, with any parameters. */
export function addressesOf(pattern: string, known: readonly string[]): Arbitrary<string> {
  const part = fc.oneof(fc.constantFrom(...known), anyText);
  const query = fc.dictionary(
    fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...names) }, anyText),
    fc.oneof(fc.constantFrom(...known, ...values), anyText),
    { maxKeys: 3 },
  );
  return fc
    .tuple(
      fc.constantFrom('', '', '', '/hi', '/ur', '/xx', '/EN'),
      fc.array(part, { minLength: 3, maxLength: 3 }),
      query,
      fc.constantFrom('', '', '', '.data', '/', '//'),
    )
    .map(([language, parts, parameters, end]) => {
      let at = 0;
      const path = pattern.replaceAll(/:\w+|\*/g, () => inAddress(parts[at++] ?? ''));
      const search = Object.entries(parameters).map((pair) => pair.map(inAddress).join('='));
      return `${language}/${path}${end}${search.length ? `?${search.join('&')}` : ''}`;
    });
}
