import { use } from 'react';
import { apiHost } from '#src/client/api-host.ts';
import { pagePath, usePaths } from '#src/client/paths.ts';
import { EditionError } from '#src/epaper/editions/web/edition-error.tsx';
import { issuedAt } from '#src/epaper/pages/editions.rules.ts';
import { directionOf } from '#src/messages/languages.ts';
import { languageOfText } from '#src/messages/text-language.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { pageLoader } from '#src/platform/http/page-loader.ts';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { PageHead } from '#src/ui/page-head.tsx';
import { PageTitle, SiteName } from '#src/ui/page-title.tsx';
import { getClip } from '../server/clips.service.ts';
import type { Route } from './+types/clip-page';
import { ClipShare } from './clip-dialog.tsx';
import './clip.css';
import '#src/epaper/pages/web/page-text.css';

export const handle = { texts: ['reader'] };

export const loader = pageLoader((ctx, { params }) => getClip(ctx, params.code ?? ''));

/** The public page of a clip: edition, date and page, the picture, and a link to the page. */
export default function ClipPage({ loaderData: clip }: Route.ComponentProps) {
  const { t, locale } = useTexts();
  const to = usePaths();
  const { title, page } = clip;
  const day = indianDateFormat(locale, { dateStyle: 'full' });
  const language = languageOfText(clip.text);
  const picture = apiHost + clip.picture_url;
  return (
    <div className="page py-8 md:py-10">
      <PageTitle>{t('reader.clipOf', { page, title })}</PageTitle>
      <PageHead
        title={t('reader.clipOf', { page, title })}
        description={clip.text.slice(0, 200) || t('reader.clipDescription', { page, title })}
        at={(shown) => pagePath(shown, '/clip/:code', { code: clip.code })}
        picture={{ path: picture, width: clip.width, height: clip.height, alt: t('reader.clipOf', { page, title }) }}
      />
      <meta name="robots" content="noindex" />
      <article className="clip">
        <header className="clip-head">
          <div className="clip-paper">{use(SiteName)}</div>
          <h1>{title}</h1>
          <p className="tabular">
            {[day.format(issuedAt(clip)), clip.place, t('reader.pageNumber', { page })].filter(Boolean).join(' · ')}
          </p>
        </header>
        <img
          src={picture}
          width={clip.width}
          height={clip.height}
          alt={t('reader.clipOf', { page, title })}
          fetchPriority="high"
        />
        {clip.text && (
          <details className="page-text">
            <summary>{t('reader.clipText')}</summary>
            <p className="page-text-body" lang={language} dir={directionOf(language)}>
              {clip.text}
            </p>
          </details>
        )}
        <p className="no-print mt-6 flex flex-wrap items-center gap-3">
          <a
            className="link me-auto inline-flex min-h-11 items-center font-semibold"
            href={`${to('/e-paper/:id', { id: clip.edition_id })}?page=${page}`}
          >
            {t('reader.backToPage', { page })}
          </a>
          <ClipShare path={to('/clip/:code', { code: clip.code })} title={title} />
        </p>
      </article>
    </div>
  );
}

export const ErrorBoundary = () => <EditionError missing="reader.noSuchClip" />;
