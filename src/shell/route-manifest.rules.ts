import { parseReaderPath } from '#src/epaper/saved-editions/saved-editions.rules.ts';

/** Path from which React Router loads its route manifest. */
export const manifestPath = '/__manifest';

/**
 * Whether a manifest request is only for the edition that is already shown, as when the reader turns a page
 * (`?paths=/e-paper,/e-paper/7`). There are no further routes then, so the service worker can answer offline.
 */
export function isEditionManifestRequest(query: URLSearchParams): boolean {
  const paths = query.get('paths')?.split(',') ?? [];
  const page = paths.at(-1) ?? '';
  return parseReaderPath(page) !== undefined && paths.every((path) => page.startsWith(path));
}
