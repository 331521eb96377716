import { useEffect, useState } from 'react';
import { mayReadPage, spreadOf } from '#src/epaper/pages/pages.rules.ts';
import type { OpenEdition } from '../server/reader.service.ts';
import { pictureChoices, shownWidth } from './page-address.ts';
import { showsSpreads } from './use-position.ts';

/** Prefetches the next pages, except in low-data mode. Returns what to call when the picture of the page has loaded. */
export function usePrefetch(
  edition: OpenEdition,
  page: number,
  pass: string | undefined,
  lowData: boolean | undefined,
) {
  const [loadedPage, setLoadedPage] = useState<number>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a renewed signature must not fetch the same pictures again
  useEffect(() => {
    if (loadedPage === page && lowData === false) prefetch(edition, page, pass);
  }, [edition, loadedPage, page, lowData, pass !== undefined]);
  return () => setLoadedPage(page);
}

/** Prefetches the pages of the next spread, in the rendition that the browser will choose for them. */
function prefetch(edition: OpenEdition, page: number, pass: string | undefined): void {
  const { report, free, sheets } = edition;
  const open = showsSpreads() ? spreadOf(page, report.pages) : [page];
  const next = Math.max(...open) + 1;
  if (next > report.pages) return;
  for (const ahead of showsSpreads() ? spreadOf(next, report.pages) : [next]) {
    const right = pass ? ({ ok: true } as const) : { no: 'plan_needed' };
    if (!sheets[ahead - 1]?.ready || !mayReadPage(ahead, free, right)) continue;
    const picture = new Image();
    picture.sizes = shownWidth;
    picture.srcset = pictureChoices(edition, ahead, pass);
  }
}
