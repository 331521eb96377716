import { useEffect, useRef } from 'react';
import { useCall } from '#src/client/queries.ts';
import { ClipTools } from '#src/epaper/clips/web/clip-bar.tsx';
import { ClipLayer } from '#src/epaper/clips/web/clip-layer.tsx';
import { useClip } from '#src/epaper/clips/web/use-clip.ts';
import { mayReadPage, spreadOf } from '#src/epaper/pages/pages.rules.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { readerCalls } from '../reader.contract.ts';
import type { OpenEdition } from '../server/reader.service.ts';
import { EditionHits } from './edition-hits.tsx';
import { useLowData } from './low-data.ts';
import { usePageAccess } from './page-access.ts';
import { PageStrip } from './page-strip.tsx';
import { PageTexts } from './page-text.tsx';
import { usePrefetch } from './prefetch.ts';
import { PrintedPage, usePrinting } from './print-page.tsx';
import { useReaderKeys } from './reader-keys.ts';
import { ReaderTools } from './reader-tools.tsx';
import { type Position, usePosition } from './use-position.ts';
import { useView } from './use-view.ts';
import { Viewport } from './viewport.tsx';

/** The reader of an edition: tools, the open pages, thumbnails, and each page as text. */
export function Reader({ edition }: { edition: OpenEdition }) {
  const { t } = useTexts();
  const { report, free } = edition;
  const place = usePosition(edition);
  const { page, words } = place;
  const spread = spreadOf(page, report.pages);
  const { access, renew } = usePageAccess(edition);
  const pass = access.state === 'open' ? access.pass : undefined;
  const viewer = useView(spread.join());
  const [lowData, setLowData] = useLowData();
  const onLoad = usePrefetch(edition, page, pass, lowData);
  const clipping = useClip(report.id);
  const { printed, print } = usePrinting(edition, pass);
  const found = useCall(readerCalls.search, { query: { q: words, edition: report.id } }, words !== '');
  const whole = viewer.view.scale === 1;
  const leave = clipping.drawn
    ? clipping.end
    : whole
      ? words !== '' && (() => place.searchFor(''))
      : () => viewer.zoom(1 / viewer.view.scale);
  useReaderKeys(viewer, place, report.pages, leave);
  const top = useScrollToReader();

  const readable =
    edition.sheets[page - 1]?.ready === true && mayReadPage(page, free, pass ? { ok: true } : { no: 'plan_needed' });
  const marksOf = (wanted: number) => (words && found.data?.hits.find((hit) => hit.page === wanted)?.boxes) || [];
  const over = (wanted: number) =>
    clipping.drawn && (
      <ClipLayer
        region={clipping.drawn.page === wanted ? clipping.drawn.region : undefined}
        onChange={(region) => clipping.draw(wanted, region)}
      />
    );
  return (
    <div ref={top} className="reader">
      <ReaderTools
        report={report}
        place={place}
        viewer={viewer}
        lowData={lowData}
        onLowData={setLowData}
        onClip={readable ? () => clipping.begin(page) : undefined}
        onPrint={readable ? () => void print(page) : undefined}
      />
      {words && <EditionHits place={place} found={found.data} failed={found.isError || found.isPaused} />}
      <ClipTools clipping={clipping} />
      <div className="relative">
        <Viewport
          edition={edition}
          spread={spread}
          page={page}
          access={access}
          viewer={viewer}
          lowData={lowData}
          marksOf={marksOf}
          onTurn={place.turn}
          onLoad={onLoad}
          renew={renew}
          over={over}
        />
        <ContinueLink place={place} />
      </div>
      <PageStrip edition={edition} place={place} access={access} />
      <p id="reader-keys" className="reader-keys no-print">
        {t('reader.keys')}
      </p>
      <PageTexts edition={edition} pages={spread.filter((open) => open <= free || pass)} page={page} />
      {printed?.page === page && <PrintedPage {...printed} title={report.title} />}
    </div>
  );
}

/** To the page of the last visit. */
function ContinueLink({ place: { last, href, goTo } }: { place: Position }) {
  const { t } = useTexts();
  if (!last) return null;
  return (
    <a
      className="reader-continue no-print"
      href={href(last)}
      onClick={(event) => {
        event.preventDefault();
        goTo(last);
      }}
    >
      {t('reader.continueAt', { page: last })}
    </a>
  );
}

/**
 * After a client-side navigation the tools are at the top edge of the screen, as `scroll-initial-target` has them after
 * a page load. Not during hydration: the reader may have scrolled since.
 */
function useScrollToReader() {
  const reader = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if ('hydrated' in document.documentElement.dataset) reader.current?.scrollIntoView({ block: 'start' });
  }, []);
  return reader;
}
