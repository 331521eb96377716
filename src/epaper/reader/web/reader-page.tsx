import { use } from 'react';
import { apiHost } from '#src/client/api-host.ts';
import { pagePath } from '#src/client/paths.ts';
import { DownloadButton } from '#src/epaper/editions/web/download-button.tsx';
import { EditionError } from '#src/epaper/editions/web/edition-error.tsx';
import { issuedAt } from '#src/epaper/pages/editions.rules.ts';
import { isNumber } from '#src/epaper/pages/pages.rules.ts';
import { editionData } from '#src/epaper/pages/structured.rules.ts';
import { textLanguageAttributes } from '#src/messages/text-language.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { AppError } from '#src/platform/errors.ts';
import { pageLoader } from '#src/platform/http/page-loader.ts';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { PageHead, useSiteUrl } from '#src/ui/page-head.tsx';
import { PageTitle, SiteName } from '#src/ui/page-title.tsx';
import { revalidateOnNavigation } from '#src/ui/revalidating.ts';
import { StructuredData } from '#src/ui/structured-data.tsx';
import { getOpenEdition } from '../server/reader.service.ts';
import type { Route } from './+types/reader-page';
import { Reader } from './reader.tsx';
import { SaveOfflineButton } from './save-button.tsx';
import '#src/epaper/pages/web/page-text.css';
import './reader.css';
import './viewport.css';

export const handle = { texts: ['epaper', 'reader', 'errors'], deferScripts: true, deferFonts: true };

export const loader = pageLoader((ctx, { params, request }) => {
  if (!isNumber(params.id)) throw new AppError('not_found', 'epaper.notFound');
  return getOpenEdition(ctx, Number(params.id), new URL(request.url).searchParams.get('page'));
});

/** Turning a page does not revalidate: only the picture is requested. */
export const shouldRevalidate = revalidateOnNavigation;

export default function ReaderPage({ loaderData: edition }: Route.ComponentProps) {
  const { t, locale } = useTexts();
  const paper = { origin: useSiteUrl(), name: use(SiteName) };
  const { id, title, place, pages, thumbnail_url, cover_width, cover_height } = edition.report;
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
      <StructuredData of={import.meta.env.SSR ? () => editionData(paper, edition.report, edition.free) : undefined} />
      <Reader key={`${id} ${edition.version}`} edition={edition} />
      <div className="reader-about no-print">
        <div>
          <div className="font-bold font-serif text-xl leading-tight" {...textLanguageAttributes(title)}>
            {title}
          </div>
          <p className="tabular text-sm text-soft">
            {[day.format(issuedAt(edition.report)), place, t('epaper.pages', { count: pages })]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <div className="reader-take">
          <SaveOfflineButton edition={edition} />
          <DownloadButton report={edition.report} describedBy="reader-title" />
        </div>
      </div>
    </div>
  );
}

export const ErrorBoundary = () => <EditionError missing="epaper.notFound" />;
