import { isRouteErrorResponse, Outlet, useRouteError } from 'react-router';
import { pagePath, usePaths } from '#src/client/paths.ts';
import { textLanguageAttributes } from '#src/messages/text-language.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { AppError } from '#src/platform/errors.ts';
import { type PageProblem, pageLoader } from '#src/platform/http/page-loader.ts';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { scholarlyArticle } from '#src/submissions/submission/citations.rules.ts';
import { typeTexts } from '#src/submissions/submission/form.rules.ts';
import { ErrorPage } from '#src/ui/error-page.tsx';
import { PageHead, useSiteUrl } from '#src/ui/page-head.tsx';
import { PageTitle } from '#src/ui/page-title.tsx';
import { StructuredData } from '#src/ui/structured-data.tsx';
import { getEssayPage } from '../server/research.service.ts';
import type { Route } from './+types/essay-page';
import { Citations } from './citations.tsx';
import { EssayReader } from './essay-reader.tsx';
import './research.css';

export const loader = pageLoader((ctx, { params }) => {
  if (!/^\d{1,9}$/.test(params.id ?? '')) throw new AppError('not_found', 'research.notFound');
  return getEssayPage(ctx, Number(params.id));
});

const descriptionLength = 200;

/** The page of a published essay: metadata, the PDF, citations, and meta tags for search engines. */
export default function EssayPage({ loaderData: essay }: Route.ComponentProps) {
  const { t, locale } = useTexts();
  const to = usePaths();
  const origin = useSiteUrl();
  const day = indianDateFormat(locale, { dateStyle: 'long' });
  const { title, authors, institution, abstract, keywords, publishedAt, corrections } = essay;
  const description = (abstract || `${title}. ${authors.join(', ')}`).slice(0, descriptionLength);
  return (
    <article className="page py-8 md:py-10">
      <PageTitle>{title}</PageTitle>
      <PageHead
        title={title}
        description={description}
        at={(language) => `${pagePath(language, '/research/:id', { id: essay.id })}/`}
        kind="article"
      />
      {essay.tags.map(([name, content]) => (
        <meta key={name + content} name={name} content={content} />
      ))}
      <StructuredData of={import.meta.env.SSR ? () => [scholarlyArticle(essay, origin)] : undefined} />
      <header className="essay-head">
        <p className="kicker first-letter:uppercase">{t(typeTexts[essay.articleType])}</p>
        <h1 {...textLanguageAttributes(title)}>{title}</h1>
        <p className="mt-3 font-semibold text-lg">{authors.join(', ')}</p>
        <p className="text-soft">
          {institution && <>{institution} · </>}
          <time dateTime={publishedAt}>{t('research.published', { date: day.format(new Date(publishedAt)) })}</time>
        </p>
        {corrections.length > 0 && (
          <section className="mt-4 border-press border-s-4 bg-wash px-4 py-3" aria-labelledby="corrections">
            <h2 id="corrections" className="font-semibold text-sm">
              {t('research.corrections')}
            </h2>
            {corrections.map(({ at, note }) => (
              <p key={at} className="mt-1">
                <time dateTime={at} className="tabular text-soft">
                  {day.format(new Date(at))}
                </time>{' '}
                <span className="whitespace-pre-line" {...textLanguageAttributes(note)}>
                  {note}
                </span>
              </p>
            ))}
          </section>
        )}
      </header>
      <div className="essay-columns">
        <div className="min-w-0">
          {abstract && (
            <section className="mb-8">
              <h2 className="font-bold text-xl">{t('research.abstract')}</h2>
              <p className="essay-abstract mt-2" {...textLanguageAttributes(abstract)}>
                {abstract}
              </p>
            </section>
          )}
          <EssayReader essay={essay} />
        </div>
        <div className="min-w-0">
          <Citations citations={essay.citations} />
          {keywords.length > 0 && (
            <section className="mt-8 border-rule border-t pt-4">
              <h2 className="font-bold text-xl">{t('research.keywords')}</h2>
              <ul className="mt-1 flex flex-wrap gap-x-4">
                {keywords.map((word) => (
                  <li key={word}>
                    <a
                      className="link inline-flex min-h-11 items-center"
                      href={`${to('/research')}?search=${encodeURIComponent(word)}`}
                    >
                      {word}
                    </a>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <p className="mt-8 border-rule border-t pt-2">
            <a className="link inline-flex min-h-11 items-center font-semibold" href={to('/research')}>
              {t('research.backToAll')}
            </a>
          </p>
        </div>
      </div>
      <Outlet />
    </article>
  );
}

/** 410 for an essay whose approval was revoked, 404 for an unknown one. */
export function ErrorBoundary() {
  const { t } = useTexts();
  const error = useRouteError();
  if (!isRouteErrorResponse(error)) return <ErrorPage status={500} sentence={t('research.failed')} />;
  const { sentence } = error.data as PageProblem; // thrown by our loader
  return <ErrorPage status={error.status} {...(sentence && { sentence })} />;
}
