import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { usePaths } from '#src/client/paths.ts';
import { adjacentPage } from '#src/epaper/pages/pages.rules.ts';
import { textLanguageAttributes } from '#src/messages/text-language.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Icon, type IconName } from '#src/ui/icon.tsx';
import type { OpenEdition } from '../server/reader.service.ts';
import { largestScale, zoomStep } from '../view.rules.ts';
import { SearchForm } from './search-form.tsx';
import type { Position } from './use-position.ts';
import type { Viewer } from './use-view.ts';

interface ReaderToolsProps {
  report: OpenEdition['report'];
  place: Position;
  viewer: Viewer;
  lowData: boolean | undefined;
  onLowData(on: boolean): void;
  /** Undefined if the page may not be read. */
  onClip: (() => void) | undefined;
  onPrint: (() => void) | undefined;
}

/**
 * The tools above the open pages, in one row: what does not fit on a phone is in a panel below it. Page navigation works
 * without JavaScript too.
 */
export function ReaderTools({ report, place, viewer, lowData, onLowData, onClip, onPrint }: ReaderToolsProps) {
  const { t } = useTexts();
  const to = usePaths();
  const { id, title, pages } = report;
  const { scale } = viewer.view;
  const panel = useId();
  const [more, setMore] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setMore(false);
    button.current?.focus();
  };
  return (
    <section
      className="reader-tools no-print"
      aria-label={t('reader.tools')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !more) return;
        event.preventDefault(); // Escape closes the panel only
        close();
      }}
    >
      <h1 id="reader-title" className="reader-title" {...textLanguageAttributes(title)}>
        {title}
      </h1>
      <div className="tool-group">
        <Step label={t('reader.previous')} icon="left" direction={-1} place={place} pages={pages} />
        <PageNumber key={place.page} place={place} pages={pages} />
        <Step label={t('reader.next')} icon="right" direction={1} place={place} pages={pages} />
      </div>
      <div className="tool-group">
        <Tool
          label={t('reader.zoomOut')}
          icon="minus"
          disabled={scale === 1}
          onClick={() => viewer.zoom(1 / zoomStep)}
        />
        <output
          className="tabular w-12 text-center text-sm max-lg:hidden"
          aria-label={t('reader.zoom', { percent: Math.round(scale * 100) })}
        >
          {Math.round(scale * 100)} %
        </output>
        <Tool
          label={t('reader.zoomIn')}
          icon="plus"
          disabled={scale >= largestScale}
          onClick={() => viewer.zoom(zoomStep)}
        />
        <span className="max-md:hidden">
          <Tool label={t('reader.whole')} icon="whole" disabled={scale === 1} onClick={() => viewer.zoom(1 / scale)} />
        </span>
      </div>
      <button
        ref={button}
        type="button"
        className="tool reader-more"
        aria-label={t('reader.more')}
        title={t('reader.more')}
        aria-expanded={more}
        aria-controls={panel}
        onClick={() => setMore(!more)}
      >
        <Icon name="more" />
      </button>
      <div id={panel} className="reader-panel" data-open={more || undefined}>
        <a className="tool" href={to('/e-paper/:id/contents', { id })} title={t('reader.contents')}>
          <Icon name="contents" />
          <span className="lg:max-2xl:sr-only">{t('reader.contents')}</span>
        </a>
        <Tool
          label={t('reader.clip')}
          icon="scissors"
          disabled={!onClip}
          onClick={() => {
            setMore(false);
            onClip?.();
          }}
        >
          <span className="lg:max-2xl:hidden">{t('reader.clip')}</span>
        </Tool>
        <Tool label={t('reader.print')} icon="printer" disabled={!onPrint} onClick={() => onPrint?.()}>
          <span className="lg:hidden">{t('reader.print')}</span>
        </Tool>
        <button type="button" className="tool" aria-pressed={lowData === true} onClick={() => onLowData(!lowData)}>
          {t('reader.lowData')}
        </button>
        <SearchForm label={t('reader.searchEdition')} words={place.words} onSearch={place.searchFor} />
      </div>
    </section>
  );
}

interface ToolProps {
  label: string;
  icon: IconName;
  disabled: boolean;
  onClick(): void;
  children?: ReactNode;
}

function Tool({ label, icon, disabled, onClick, children }: ToolProps) {
  return (
    <button type="button" className="tool" aria-label={label} title={label} disabled={disabled} onClick={onClick}>
      <Icon name={icon} />
      {children}
    </button>
  );
}

interface StepProps {
  label: string;
  icon: IconName;
  direction: 1 | -1;
  place: Position;
  pages: number;
}

/** A link to the previous or the next page. Without JavaScript pages turn one by one. */
function Step({ label, icon, direction, place, pages }: StepProps) {
  const page = adjacentPage(place.page, pages, direction, false);
  if (!page)
    return (
      <span className="tool text-soft opacity-50" aria-hidden="true">
        <Icon name={icon} />
      </span>
    );
  return (
    <a
      className="tool"
      href={place.href(page)}
      aria-label={label}
      title={label}
      onClick={(event) => {
        event.preventDefault();
        place.turn(direction);
      }}
    >
      <Icon name={icon} />
    </a>
  );
}

function PageNumber({ place: { page, goTo }, pages }: Pick<StepProps, 'place' | 'pages'>) {
  const { t } = useTexts();
  const field = useRef<HTMLInputElement>(null);
  // The field is not controlled, so that another number can be typed.
  useEffect(() => {
    if (field.current) field.current.value = String(page);
  }, [page]);
  return (
    <form
      className="flex items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        goTo(Number(field.current?.value));
      }}
    >
      <label className="flex items-center gap-2">
        <span className="max-lg:sr-only">{t('reader.page')}</span>
        <input
          ref={field}
          name="page"
          inputMode="numeric"
          pattern="[0-9]*"
          defaultValue={page}
          className="tabular h-9 w-12 border border-soft bg-paper text-center"
          onFocus={(event) => event.currentTarget.select()}
        />
      </label>
      <span className="tabular whitespace-nowrap">
        <span className="max-sm:sr-only">{t('reader.pageOf', { count: pages })}</span>
        <span className="sm:hidden" aria-hidden="true">
          / {pages}
        </span>
      </span>
      <button type="submit" className="skip">
        {t('reader.goTo')}
      </button>
    </form>
  );
}
