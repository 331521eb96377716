import { useEffect, useRef, useState } from 'react';
import { pageWidths } from '#src/epaper/pages/pages.rules.ts';
import { useTexts } from '#src/messages/texts.tsx';
import type { OpenEdition, Sheet } from '../server/reader.service.ts';
import type { Access } from './page-access.ts';
import { pictureAddress } from './page-address.ts';
import type { Position } from './use-position.ts';

interface PageStripProps {
  edition: OpenEdition;
  place: Position;
  access: Access;
}

/** Thumbnails of all pages, in a row that scrolls to the current page. */
export function PageStrip({ edition, place, access }: PageStripProps) {
  const { t } = useTexts();
  const { page, href, goTo } = place;
  const row = useRef<HTMLOListElement>(null);
  const pass = access.state === 'open' ? access.pass : undefined;
  // Only the row is scrolled: `scrollIntoView` would scroll the document too.
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>(`[data-page="${page}"]`);
    if (row.current && link)
      row.current.scrollTo({ left: link.offsetLeft - (row.current.clientWidth - link.offsetWidth) / 2 });
  }, [page]);
  return (
    <nav aria-label={t('reader.allPages')} className="no-print">
      <ol ref={row} className="strip">
        {edition.sheets.map((sheet) => {
          const readable = sheet.page <= edition.free || pass !== undefined;
          return (
            <li key={sheet.page} data-page={sheet.page}>
              <a
                className="strip-page"
                href={href(sheet.page)}
                aria-current={sheet.page === page ? 'page' : undefined}
                aria-label={t(readable ? 'reader.pageNumber' : 'reader.pagePaid', { page: sheet.page })}
                onClick={(event) => {
                  event.preventDefault();
                  goTo(sheet.page);
                }}
              >
                <span className="strip-picture" style={{ aspectRatio: sheet.widthPt / sheet.heightPt }}>
                  {readable && sheet.ready && <StripPicture edition={edition} sheet={sheet} pass={pass} />}
                </span>
                <span className="tabular">{sheet.page}</span>
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function StripPicture({ edition, sheet, pass }: { edition: OpenEdition; sheet: Sheet; pass: string | undefined }) {
  const address = pictureAddress(edition, sheet.page, 'strip', pass);
  // The URL stays the same when the signature is renewed, to avoid another download; after an error it is updated.
  const [src, setSrc] = useState(address);
  return (
    <img
      src={src}
      width={pageWidths.strip}
      height={Math.round((pageWidths.strip * sheet.heightPt) / sheet.widthPt)}
      alt=""
      loading="lazy"
      onError={() => setSrc(address)}
    />
  );
}
