import { useEffect, useId, useRef } from 'react';
import { apiHost } from '#src/client/api-host.ts';
import { usePaths } from '#src/client/paths.ts';
import type { EditionView } from '#src/epaper/pages/editions.contract.ts';
import { issuedAt, megabytes } from '#src/epaper/pages/editions.rules.ts';
import { textLanguageAttributes } from '#src/messages/text-language.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { DownloadButton } from './download-button.tsx';

interface EditionCardProps {
  report: EditionView;
  /** Above the fold: its cover is loaded eagerly. */
  first: boolean;
  /** The reader returned for this one after the login or payment. */
  wanted: boolean;
  /** Saved on this device. */
  saved: boolean;
}

/** An edition in the library. */
export function EditionCard({ report, first, wanted, saved }: EditionCardProps) {
  const { t, locale } = useTexts();
  const to = usePaths();
  const titleId = useId();
  const card = useRef<HTMLLIElement>(null);
  // After the login or payment, scrolls to the edition and focuses its button.
  useEffect(() => {
    if (!wanted) return;
    card.current?.scrollIntoView({ block: 'center' });
    card.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [wanted]);
  const href = to('/e-paper/:id', { id: report.id });
  const day = indianDateFormat(locale, { dateStyle: 'medium' });
  return (
    <li ref={card} className="edition" data-wanted={wanted || undefined}>
      <a className="edition-link" href={href}>
        <Cover report={report} first={first} />
      </a>
      <div className="edition-label">
        <h3 id={titleId} {...textLanguageAttributes(report.title)}>
          <a className="hover:text-press" href={href}>
            {report.title}
          </a>
        </h3>
        <p className="edition-file">
          <bdi>{report.filename}</bdi>
        </p>
        <p className="tabular text-sm text-soft">
          {[
            day.format(issuedAt(report)),
            report.place,
            t('epaper.pages', { count: report.pages }),
            t('epaper.size', { megabytes: megabytes(report.size_bytes) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {saved && <p className="font-semibold text-sm">{t('epaper.onDevice')}</p>}
        <a className="edition-read" href={href} aria-describedby={titleId}>
          {t('epaper.read')}
        </a>
        <DownloadButton report={report} describedBy={titleId} />
      </div>
    </li>
  );
}

function Cover({
  report: { thumbnail_url, cover_width, cover_height, title },
  first,
}: Omit<EditionCardProps, 'wanted' | 'saved'>) {
  const { t } = useTexts();
  const shape = { aspectRatio: `${cover_width} / ${cover_height}` };
  if (!thumbnail_url)
    return (
      <div className="edition-cover edition-blank" style={shape}>
        <span>{title}</span>
        <span className="text-sm text-soft">{t('epaper.coverToCome')}</span>
      </div>
    );
  return (
    <img
      className="edition-cover"
      style={shape}
      src={apiHost + thumbnail_url}
      width={cover_width}
      height={cover_height}
      alt={t('epaper.coverOf', { title })}
      loading={first ? 'eager' : 'lazy'}
      decoding="async"
    />
  );
}
