import { pagePath, usePaths } from '#src/client/paths.ts';
import { EditionError } from '#src/epaper/editions/web/edition-error.tsx';
import { issuedAt } from '#src/epaper/pages/editions.rules.ts';
import { isNumber } from '#src/epaper/pages/pages.rules.ts';
import { textLanguageAttributes } from '#src/messages/text-language.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { AppError } from '#src/platform/errors.ts';
import { pageLoader } from '#src/platform/http/page-loader.ts';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { PageHead } from '#src/ui/page-head.tsx';
import { PageTitle } from '#src/ui/page-title.tsx';
import { getContents } from '../server/articles.service.ts';
import type { Route } from './+types/contents-page';
import './contents.css';

export const handle = { texts: ['epaper', 'reader', 'errors'] };

export const loader = pageLoader((ctx, { params: { id } }) => {
  if (!isNumber(id)) throw new AppError('not_found', 'epaper.notFound');
  return getContents(ctx, Number(id));
});

/** The table of contents of an edition: the headlines of each page, those of paid pages too. */
export default function ContentsPage({ loaderData: { report, free, pages } }: Route.ComponentProps) {
  const { t, locale } = useTexts();
  const to = usePaths();
  const { id, title, place } = report;
  const day = indianDateFormat(locale, { dateStyle: 'full' });
  const heading = t('reader.contentsOf', { title });
  return (
    <div className="page py-8 md:py-10">
      <PageTitle>{heading}</PageTitle>
      <PageHead
        title={heading}
        description={t('reader.contentsDescription', { title })}
        at={(language) => pagePath(language, '/e-paper/:id/contents', { id })}
      />
      <header className="contents-head">
        <h1 className="font-extrabold text-3xl md:text-4xl">{heading}</h1>
        <p className="tabular text-sm text-soft">{[day.format(issuedAt(report)), place].filter(Boolean).join(' · ')}</p>
        <a className="link inline-flex min-h-11 items-center font-semibold" href={to('/e-paper/:id', { id })}>
          {t('reader.backToEdition')}
        </a>
      </header>
      {pages.length === 0 && <p className="py-6 font-serif text-soft text-xl">{t('reader.noContents')}</p>}
      <div className="contents-pages">
        {pages.map(({ page, articles }) => (
          <section key={page} className="contents-page">
            <h2>
              <a className="tabular hover:text-press" href={`${to('/e-paper/:id', { id })}?page=${page}`}>
                {t(page > free ? 'reader.pageNeedsPlan' : 'reader.pageNumber', { page })}
              </a>
            </h2>
            <ul>
              {articles.map(({ number, title }) => (
                <li key={number}>
                  <a
                    href={to('/e-paper/:id/articles/:page/:number', { id, page, number })}
                    {...textLanguageAttributes(title)}
                  >
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}

export const ErrorBoundary = () => <EditionError missing="epaper.notFound" />;
