import { use } from 'react';
import { apiHost } from '#src/client/api-host.ts';
import { textLanguageAttributes } from '#src/messages/text-language.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { pageLoader } from '#src/page-context.ts';
import { AppError } from '#src/platform/errors.ts';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { PageHead, useSiteUrl } from '#src/ui/page-head.tsx';
import { PageTitle, SiteName } from '#src/ui/page-title.tsx';
import { pagePath } from '#src/ui/paths.ts';
import { revalidateOnNavigation } from '#src/ui/revalidating.ts';
import { StructuredData } from '#src/ui/structured-data.tsx';
import { issuedAt } from '../editions.rules.ts';
import { isNumber } from '../reading.rules.ts';
import { getReading } from '../server/reader.service.ts';
import { editionData } from '../structured.rules.ts';
import type { Route } from './+types/reader-page';
import { DownloadButton } from './download-button.tsx';
import { EditionError } from './edition-error.tsx';
import { Reader } from './reader.tsx';
import { SaveOfflineButton } from './saved-editions/save-button.tsx';
import './reader.css';
import './viewport.css';

export const handle = { texts: ['epaper', 'reader', 'errors'], deferScripts: true, deferFonts: true };

export const loader = pageLoader((ctx, { params, request }) => {
  if (!isNumber(params.id)) throw new AppError('not_found', 'epaper.notFound');
  return getReading(ctx, Number(params.id), new URL(request.url).searchParams.get('page'));
});

/** Turning a page does not revalidate: only the picture is requested. */
export const shouldRevalidate = revalidateOnNavigation;

export default function ReaderPage({ loaderData: reading }: Route.ComponentProps) {
  const { t, locale } = useTexts();
  const paper = { origin: useSiteUrl(), name: use(SiteName) };
  const { id, title, place, pages, thumbnail_url, cover_width, cover_height } = reading.report;
  const day = indianDateFormat(locale, { dateStyle: 'full' });
  const cover = thumbnail_url
    ? { path: apiHost + thumbnail_url, width: cover_width, height: cover_height, alt: title }
    : undefined;
  return (
    <div className="page pb-6">
      <PageTitle>{title}</PageTitle>
      <PageHead
        title={title}
        description={t('reader.readerDescription', { title })}
        at={(language) => pagePath(language, '/e-paper/:id', { id })}
        picture={cover}
      />
      <StructuredData of={import.meta.env.SSR ? () => editionData(paper, reading.report, reading.free) : undefined} />
      <Reader key={`${id} ${reading.version}`} reading={reading} />
      <div className="reader-about no-print">
        <div>
          <div className="font-bold font-serif text-xl leading-tight" {...textLanguageAttributes(title)}>
            {title}
          </div>
          <p className="tabular text-sm text-soft">
            {[day.format(issuedAt(reading.report)), place, t('epaper.pages', { count: pages })]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <div className="reader-take">
          <SaveOfflineButton reading={reading} />
          <DownloadButton report={reading.report} describedBy="reader-title" />
        </div>
      </div>
    </div>
  );
}

export const ErrorBoundary = () => <EditionError missing="epaper.notFound" />;
