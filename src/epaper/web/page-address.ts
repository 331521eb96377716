import { apiHost } from '#src/client/api-host.ts';
import { pageWidths, type Rendition } from '../reading.rules.ts';
import type { Reading } from '../server/reader.service.ts';

type Edition = Pick<Reading, 'report' | 'version' | 'free'>;

/** Where a page's picture is, or a tile of it such as "tiles/0-3"; beyond the free pages with the reader's pass. */
export function pictureAddress(
  { report, version, free }: Edition,
  page: number,
  name: Rendition | `tiles/${string}`,
  pass: string | undefined,
): string {
  const query = new URLSearchParams({ v: version, ...(page > free && pass && { pass }) });
  return `${apiHost}/editions/${report.id}/pages/${page}/${name}?${query}`;
}

/** The renditions that a browser chooses from by the width in which the page is shown. */
export const pictureChoices = (edition: Edition, page: number, pass: string | undefined): string =>
  (['small', 'screen'] as const)
    .map((name) => `${pictureAddress(edition, page, name, pass)} ${pageWidths[name]}w`)
    .join(', ');

/** How wide a page is shown while nobody has magnified it. */
export const shownWidth = '(min-width: 64rem) 45vw, 100vw';
/** The same before it is known whether data are to be saved: a phone begins with the small one, which can be read too. */
export const firstWidth = '(min-width: 64rem) 45vw, 1px';
