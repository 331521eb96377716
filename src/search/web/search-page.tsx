import { useNavigation } from 'react-router';
import { usePaths } from '#src/client/paths.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { LanguageChoice } from '#src/news/cards/web/language-choice.tsx';
import { orderParameter } from '#src/news/stories/language-order.rules.ts';
import { pageLoader } from '#src/platform/http/page-loader.ts';
import { FallbackLinks } from '#src/ui/error-page.tsx';
import { PageTitle } from '#src/ui/page-title.tsx';
import type { SearchResult } from '../search.contract.ts';
import { resultsPerPage } from '../search.rules.ts';
import { getSearchPage, type SearchPage as Page } from '../server/search-page.service.ts';
import type { Route } from './+types/search-page';
import { hasFilters, searchAddress } from './search-address.ts';
import { SearchForm } from './search-form.tsx';
import { SearchResultItem } from './search-result.tsx';
import './search.css';

export const handle = { texts: ['search', 'languages'] };

export const loader = pageLoader((ctx, { request }) => getSearchPage(ctx, new URL(request.url).searchParams));

/** Search page. The form is a plain GET form, so it works without JavaScript. */
export default function SearchPage({ loaderData: page }: Route.ComponentProps) {
  const { t } = useTexts();
  const to = usePaths();
  const searching = useNavigation().location?.pathname === to('/search');
  const { asked } = page;
  return (
    <div className="page py-8 md:py-10">
      <PageTitle>{t('search.title', { hasQuery: asked.q ? 'yes' : 'no', query: asked.q })}</PageTitle>
      <meta name="description" content={t('search.description')} />
      <meta name="robots" content="noindex, follow" />
      <h1 className="mb-6 font-extrabold text-4xl md:text-5xl">{t('search.heading')}</h1>
      <SearchForm key={searchAddress('', asked)} asked={asked} categories={page.categories} />
      <div className="max-w-3xl" aria-busy={searching}>
        <Sections sections={page.sections} />
        <Answer page={page} />
      </div>
    </div>
  );
}

function Answer({ page: { asked, answer, categories, hasChoice } }: { page: Page }) {
  const { t } = useTexts();
  const to = usePaths();
  if (!answer)
    return (
      <div className="pt-10">
        <p className="font-serif text-2xl">{t('search.start')}</p>
        <p className="pt-1 text-soft">{t('search.startHelp')}</p>
        <Categories categories={categories} />
      </div>
    );
  const { query, meant, results, total, more_than_total: more, [orderParameter]: order } = answer;
  if (results.length === 0)
    return (
      <div className="pt-10">
        <div role="status" className="break-words font-serif text-2xl">
          {t('search.none', { query })}
        </div>
        <p className="pt-1 text-soft">{t('search.noneHelp')}</p>
        {hasFilters(asked) && (
          <p className="pt-3">
            <a className="link inline-flex min-h-11 items-center" href={searchAddress(to('/search'), { q: asked.q })}>
              {t('search.noneHere')}
            </a>
          </p>
        )}
        <Categories categories={categories} />
      </div>
    );
  const ownCount = Math.max(0, answer.in_language - (answer.page - 1) * resultsPerPage);
  const others = results.slice(ownCount);
  return (
    <section aria-labelledby="results">
      <h2 id="results" className="sr-only">
        {t('search.results')}
      </h2>
      <p role="status" className="break-words pt-6 font-serif text-lg text-soft">
        {t(more ? 'search.countMany' : 'search.count', { count: total, query: meant ?? query })}
      </p>
      {meant && <p className="break-words pt-1 font-serif text-lg">{t('search.meant', { query, meant })}</p>}
      {hasChoice && (
        <LanguageChoice
          order={order}
          path={searchAddress(to('/search'), { ...asked, page: 1, [orderParameter]: undefined })}
        />
      )}
      <ResultList results={results.slice(0, ownCount)} words={meant ?? query} />
      {others.length > 0 && (
        <section aria-labelledby="other-languages">
          <h2 id="other-languages" className="found-head">
            {t('languages.others')}
          </h2>
          <ResultList results={others} words={meant ?? query} />
        </section>
      )}
      <Paging asked={hasChoice ? { ...asked, [orderParameter]: order } : asked} pages={answer.pages} />
    </section>
  );
}

function ResultList({ results, words }: { results: SearchResult[]; words: string }) {
  if (results.length === 0) return null;
  return (
    <ol className="found-list">
      {results.map((found) => (
        <li key={`${found.kind} ${found.id} ${found.page}`}>
          <SearchResultItem found={found} words={words} />
        </li>
      ))}
    </ol>
  );
}

/** Links to the sections whose names match. */
function Sections({ sections }: Pick<Page, 'sections'>) {
  const { t } = useTexts();
  const to = usePaths();
  if (sections.length === 0) return null;
  return (
    <nav aria-label={t('search.sections')} className="flex flex-wrap items-center gap-x-6 pt-6">
      <span className="font-semibold">{t('search.sections')}</span>
      {sections.map(({ name, category, sub }) => (
        <a
          key={`${category} ${sub}`}
          className="link inline-flex min-h-11 items-center"
          href={
            sub === null
              ? to('/category/:category', { category })
              : to('/category/:category/subcategory/:subcategory', { category, subcategory: sub })
          }
        >
          {name}
        </a>
      ))}
    </nav>
  );
}

function Categories({ categories }: Pick<Page, 'categories'>) {
  const { t } = useTexts();
  const to = usePaths();
  return (
    <>
      <p className="pt-8 font-semibold">{t('search.browse')}</p>
      <ul className="flex flex-wrap gap-x-6">
        {categories.map(({ name, slug }) => (
          <li key={slug}>
            <a className="link inline-flex min-h-11 items-center" href={to('/category/:category', { category: slug })}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function Paging({ asked, pages }: { asked: Page['asked']; pages: number }) {
  const { t } = useTexts();
  const to = usePaths();
  const { page } = asked;
  if (pages <= 1) return null;
  const link = (target: number, rel: 'prev' | 'next', label: string) => (
    <a
      className="link inline-flex min-h-11 items-center"
      rel={rel}
      href={searchAddress(to('/search'), { ...asked, page: target })}
    >
      {label}
    </a>
  );
  return (
    <nav aria-label={t('search.paging')} className="flex items-center gap-6 border-ink border-t pt-4 font-semibold">
      {page > 1 && link(page - 1, 'prev', t('search.previous'))}
      <span className="tabular font-normal text-soft">{t('search.pageOf', { page })}</span>
      {page < pages && link(page + 1, 'next', t('search.next'))}
    </nav>
  );
}

export function ErrorBoundary() {
  const { t } = useTexts();
  return (
    <div className="page py-10">
      <PageTitle>{t('search.title', { hasQuery: 'no', query: '' })}</PageTitle>
      <h1 className="font-extrabold text-4xl md:text-5xl">{t('search.heading')}</h1>
      <p role="alert" className="py-10 font-serif text-2xl">
        {t('search.failed')}
      </p>
      <SearchForm asked={{ q: '', page: 1 }} categories={[]} />
      <FallbackLinks again />
    </div>
  );
}
