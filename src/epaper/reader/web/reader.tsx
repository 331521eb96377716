import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { usePaths } from '#src/client/paths.ts';
import { useCall } from '#src/client/queries.ts';
import { ClipBar } from '#src/epaper/clips/web/clip-bar.tsx';
import { ClipLayer } from '#src/epaper/clips/web/clip-layer.tsx';
import { useClip } from '#src/epaper/clips/web/use-clip.ts';
import { adjacentPage, mayReadPage, spreadOf } from '#src/epaper/pages/pages.rules.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { readerCalls } from '../reader.contract.ts';
import type { OpenEdition } from '../server/reader.service.ts';
import { EditionHits } from './edition-hits.tsx';
import { useLowData } from './low-data.ts';
import { usePageAccess } from './page-access.ts';
import { PageStrip } from './page-strip.tsx';
import { PageText } from './page-text.tsx';
import { prefetch } from './prefetch.ts';
import { PrintedPage, usePrinting } from './print-page.tsx';
import { useReaderKeys } from './reader-keys.ts';
import { ReaderTools } from './reader-tools.tsx';
import { SearchForm } from './search-form.tsx';
import { usePosition } from './use-position.ts';
import { useView } from './use-view.ts';
import { Viewport } from './viewport.tsx';

// Most readers make no clip.
const ClipDialog = lazy(() =>
  import('#src/epaper/clips/web/clip-dialog.tsx').then((loaded) => ({ default: loaded.ClipDialog })),
);

/** The reader of an edition: tools, the open pages, thumbnails, and each page as text. */
export function Reader({ edition }: { edition: OpenEdition }) {
  const { t } = useTexts();
  const to = usePaths();
  const { report, free } = edition;
  const place = usePosition(edition);
  const { page, words, href } = place;
  const spread = spreadOf(page, report.pages);
  const { access, renew } = usePageAccess(edition);
  const pass = access.state === 'open' ? access.pass : undefined;
  const viewer = useView(spread.join());
  const [lowData, setLowData] = useLowData();
  const [loadedPage, setLoadedPage] = useState<number>(); // the page whose picture has loaded
  // Prefetches the next page once the current picture has loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a renewed signature must not fetch the same pictures again
  useEffect(() => {
    if (loadedPage === page && lowData === false) prefetch(edition, page, pass);
  }, [edition, loadedPage, page, lowData, pass !== undefined]);
  const [textOpen, setTextOpen] = useState(false);
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

  const readable = (wanted: number) =>
    edition.sheets[wanted - 1]?.ready === true &&
    mayReadPage(wanted, free, pass ? { ok: true } : { no: 'plan_needed' });
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
        title={report.title}
        contents={to('/e-paper/:id/contents', { id: report.id })}
        page={page}
        pages={report.pages}
        viewer={viewer}
        lowData={lowData}
        onLowData={setLowData}
        href={href}
        // Without JavaScript pages turn one by one.
        steps={{ back: adjacentPage(page, report.pages, -1, false), on: adjacentPage(page, report.pages, 1, false) }}
        onTurn={place.turn}
        onGo={place.goTo}
        onClip={readable(page) ? () => clipping.begin(page) : undefined}
        onPrint={readable(page) ? () => void print(page) : undefined}
      >
        <SearchForm label={t('reader.searchEdition')} words={words} onSearch={place.searchFor} />
      </ReaderTools>
      {words && (
        <EditionHits
          words={words}
          found={found.data}
          failed={found.isError || found.isPaused}
          page={page}
          href={href}
          onChoose={place.goTo}
          onClose={() => place.searchFor('')}
        />
      )}
      {clipping.drawn && (
        <ClipBar
          region={clipping.drawn.region}
          busy={clipping.busy}
          onMake={() => void clipping.make()}
          onCancel={clipping.end}
        />
      )}
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
          onLoad={() => setLoadedPage(page)}
          renew={renew}
          over={over}
        />
        {place.last && (
          <a
            className="reader-continue no-print"
            href={href(place.last)}
            onClick={(event) => {
              event.preventDefault();
              if (place.last) place.goTo(place.last);
            }}
          >
            {t('reader.continueAt', { page: place.last })}
          </a>
        )}
      </div>
      <PageStrip edition={edition} page={page} access={access} href={href} onChoose={place.goTo} />
      <p id="reader-keys" className="reader-keys no-print">
        {t('reader.keys')}
      </p>
      {spread
        .filter((open) => open <= free || pass)
        .map((open) => (
          <PageText
            key={open}
            edition={edition}
            page={open}
            current={open === page}
            open={textOpen}
            onOpen={setTextOpen}
          />
        ))}
      {printed?.page === page && <PrintedPage {...printed} title={report.title} />}
      {clipping.made && (
        <Suspense fallback={null}>
          <ClipDialog clip={clipping.made} onClose={clipping.end} />
        </Suspense>
      )}
    </div>
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
