import { type ReactNode, useEffect, useState } from 'react';
import type { Region } from '#src/epaper/pages/pages.rules.ts';
import { offlineSignature } from '#src/epaper/saved-editions/web/edition-storage.ts';
import { useTexts } from '#src/messages/texts.tsx';
import type { OpenEdition } from '../server/reader.service.ts';
import { type Box, visibleRegion } from '../view.rules.ts';
import { useGestures } from './gestures.ts';
import type { Access } from './page-access.ts';
import { firstWidth, shownWidth } from './page-address.ts';
import { PageView } from './page-view.tsx';
import { StoryLinks } from './story-links.tsx';
import { needsTiles, Tiles } from './tiles.tsx';
import type { Viewer } from './use-view.ts';

interface ViewportProps {
  edition: OpenEdition;
  /** The open pages, and the requested one of them. */
  spread: number[];
  page: number;
  access: Access;
  viewer: Viewer;
  lowData: boolean | undefined;
  marksOf(page: number): Region[];
  onTurn(direction: 1 | -1): void;
  onLoad(): void;
  renew(): Promise<void>;
  /** Overlay of a page: the clip that is being drawn. */
  over(page: number): ReactNode;
}

/** The open pages, one on a phone and two side by side on a wide screen, with zoom and pan. */
export function Viewport(props: ViewportProps) {
  const { edition, spread, page, access, viewer, lowData, marksOf, onTurn, onLoad, renew, over } = props;
  const { t } = useTexts();
  const { view, place, board } = viewer;
  const handlers = useGestures(viewer, onTurn);
  const boxes = useBoxes(viewer);
  const pass = access.state === 'open' ? access.pass : undefined;

  return (
    <section
      ref={place}
      className="stage"
      data-magnified={view.scale > 1 || undefined}
      aria-label={t('reader.reading')}
      aria-describedby="reader-keys"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it handles keys, so it must be focusable
      tabIndex={0}
      {...handlers}
    >
      <ul
        ref={board}
        className="board"
        data-count={spread.length}
        style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
      >
        {edition.sheets
          .filter((sheet) => spread.includes(sheet.page))
          .map((sheet) => {
            const box = boxes?.of.get(sheet.page);
            const widthPx = box ? box.width * view.scale : 0;
            // Low-data mode assumes a pixel density of 1, and a minimal width at scale 1.
            const sharpPx = widthPx * (lowData ? 1 : (boxes?.density ?? 1));
            const sizes = lowData
              ? `${Math.ceil(widthPx / (boxes?.density ?? 1)) || 1}px`
              : widthPx && `${Math.ceil(widthPx)}px`;
            const tiled = needsTiles(sharpPx) && pass !== offlineSignature; // saved editions have no tiles
            const seen = box && boxes && tiled ? visibleRegion(view, box, boxes.place) : undefined;
            return (
              <PageView
                key={sheet.page}
                edition={edition}
                sheet={sheet}
                access={access}
                current={sheet.page === page}
                sizes={sizes || (lowData === undefined ? firstWidth : shownWidth)}
                marks={marksOf(sheet.page)}
                onLoad={onLoad}
                onPassRefused={renew}
              >
                <Tiles edition={edition} sheet={sheet} pass={pass} seen={seen} renew={renew} />
                <StoryLinks
                  editionId={edition.report.id}
                  articles={edition.articles.filter(({ page }) => page === sheet.page)}
                />
                {over(sheet.page)}
              </PageView>
            );
          })}
      </ul>
    </section>
  );
}

interface Measured {
  of: Map<number, Box>;
  place: { width: number; height: number };
  density: number;
}

// The box of each open page at scale 1; undefined until a page is laid out and magnified for the first time.
function useBoxes({ view, place, board }: Viewer): Measured | undefined {
  const [measured, setMeasured] = useState<Measured>();
  const magnified = view.scale > 1;
  // The layout is known in the browser only, and changes with the window; the observer also fires initially.
  useEffect(() => {
    const [viewport, content] = [place.current, board.current];
    if (!viewport || !content || !magnified) return;
    const observer = new ResizeObserver(() => setMeasured(measure(viewport, content)));
    observer.observe(viewport);
    observer.observe(content);
    return () => observer.disconnect();
  }, [magnified, place, board]);
  return magnified ? measured : undefined;
}

function measure(place: HTMLElement, board: HTMLElement): Measured {
  const of = new Map<number, Box>();
  for (const sheet of board.querySelectorAll<HTMLElement>('.sheet'))
    of.set(Number(sheet.dataset.page), {
      left: sheet.offsetLeft - board.offsetWidth / 2,
      top: sheet.offsetTop - board.offsetHeight / 2,
      width: sheet.offsetWidth,
      height: sheet.offsetHeight,
    });
  return {
    of,
    place: { width: place.clientWidth, height: place.clientHeight },
    density: window.devicePixelRatio,
  };
}
