import { apiHost } from '#src/client/api-host.ts';
import { pageWidths, type Rendition } from '#src/epaper/pages/pages.rules.ts';
import type { OpenEdition } from '../server/reader.service.ts';

type Edition = Pick<OpenEdition, 'report' | 'version' | 'free'>;

/** URL of a page's picture, or of a tile such as "tiles/0-3"; signed for pages that are not free. */
export function pictureAddress(
  { report, version, free }: Edition,
  page: number,
  name: Rendition | `tiles/${string}`,
  pass: string | undefined,
): string {
  const query = new URLSearchParams({ v: version, ...(page > free && pass && { pass }) });
  return `${apiHost}/editions/${report.id}/pages/${page}/${name}?${query}`;
}

/** The `srcset` of a page's picture. */
export const pictureChoices = (edition: Edition, page: number, pass: string | undefined): string =>
  (['small', 'screen'] as const)
    .map((name) => `${pictureAddress(edition, page, name, pass)} ${pageWidths[name]}w`)
    .join(', ');

/** The `sizes` of a page at scale 1. */
export const shownWidth = '(min-width: 64rem) 45vw, 100vw';
/** The same until low-data mode is known: a phone loads the small rendition first, which is legible too. */
export const firstWidth = '(min-width: 64rem) 45vw, 1px';
