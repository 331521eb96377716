import { type ReactNode, use } from 'react';
import { isRouteErrorResponse, Outlet, useParams, useRouteError } from 'react-router';
import { pagePath, usePaths } from '#src/client/paths.ts';
import { defaultLanguage, type Language } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { breadcrumbs } from '#src/news/cards/publisher.rules.ts';
import { MarkButton } from '#src/news/cards/web/mark-button.tsx';
import { MissingPage } from '#src/news/cards/web/missing.tsx';
import { storiesShown } from '#src/news/cards/web/search-and-stories.tsx';
import { listQuery, StoryListing } from '#src/news/cards/web/story-listing.tsx';
import { useRefreshOnFocus } from '#src/news/cards/web/use-refresh-on-focus.ts';
import { nameFromSlug } from '#src/news/categories/categories.rules.ts';
import { feedLinks } from '#src/news/feeds/feeds.rules.ts';
import { withTopStories } from '#src/news/front/server/front.service.ts';
import { pageLoader } from '#src/platform/http/page-loader.ts';
import { FallbackLinks } from '#src/ui/error-page.tsx';
import { PageHead, useSiteUrl } from '#src/ui/page-head.tsx';
import { PageTitle, SiteName } from '#src/ui/page-title.tsx';
import { StructuredData } from '#src/ui/structured-data.tsx';
import type { CategoryPage as Page } from '../reading.contract.ts';
import { getCategoryPage } from '../server/reading.service.ts';
import type { Route } from './+types/category-page';
import { redirectFormer } from './former-address.ts';
import '#src/news/cards/web/news.css';

export const handle = { texts: ['news', 'languages'], deferScripts: true };

export const loader = pageLoader(async (ctx, asked) => {
  const query = listQuery(asked.request);
  const page = getCategoryPage(ctx, asked.params.category ?? '', query);
  return redirectFormer(await withTopStories(ctx, storiesShown, page), ctx.language, asked);
});

/** A category. A child route renders below its stories; other slices use this as an extension point (src/routes.ts). */
export default function CategoryPage({ loaderData }: Route.ComponentProps) {
  return <CategoryStories page={loaderData} after={<Outlet />} />;
}

/** The stories of a category or of one of its sub-categories. `after` is rendered below them. */
export function CategoryStories({ page, after }: { page: Page; after?: ReactNode }) {
  const { category, subs, sub } = page;
  useRefreshOnFocus(page);
  const { t, language } = useTexts();
  const to = usePaths();
  const site = use(SiteName);
  const origin = useSiteUrl();
  const categoryPath = to('/category/:category', { category: category.slug });
  const at = (code: Language) =>
    sub
      ? pagePath(code, '/category/:category/subcategory/:subcategory', {
          category: category.slug,
          subcategory: sub.slug,
        })
      : pagePath(code, '/category/:category', { category: category.slug });
  const currentPath = at(language);
  const name = sub ? `${category.name} - ${sub.name}` : category.name;
  return (
    <div className="page">
      <PageTitle>{name}</PageTitle>
      <PageHead
        title={name}
        description={t('news.categoryDescription', { name })}
        at={at}
        feeds={feedLinks(language, `${category.name} - ${site}`, { scope: 'category', slug: category.slug })}
      />
      <StructuredData
        of={
          import.meta.env.SSR
            ? () => [
                breadcrumbs(origin, [
                  { name: category.name, path: categoryPath },
                  ...(sub ? [{ name: sub.name, path: currentPath }] : []),
                ]),
              ]
            : undefined
        }
      />
      <header className="category-head">
        <h1>
          <a href={categoryPath}>{category.name}</a>
        </h1>
        {subs.length === 0 && <p>{t('news.noSubcategories')}</p>}
        {subs.length > 0 && (
          <ul className="section-subs">
            {subs.map((entry) => (
              <li key={entry.slug}>
                <a
                  href={subPath(to, category.slug, entry.slug)}
                  aria-current={entry.slug === sub?.slug ? 'page' : undefined}
                >
                  {entry.name}
                </a>
              </li>
            ))}
          </ul>
        )}
        {(!sub || sub.id) && (
          <MarkButton
            kind={sub ? 'sub_category' : 'category'}
            id={sub?.id ?? category.id}
            title={name}
            path={at(defaultLanguage)}
          />
        )}
      </header>
      <StoryListing list={page} path={currentPath} />
      {after}
    </div>
  );
}

const subPath = (to: ReturnType<typeof usePaths>, category: string, subcategory: string) =>
  to('/category/:category/subcategory/:subcategory', { category, subcategory });

/** The error message; with a name derived from the address only if there may be such a category. */
export function ErrorBoundary() {
  const { t } = useTexts();
  const { category = '' } = useParams();
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404)
    return <MissingPage sentence={t('news.failedToLoadPosts')} />;
  const name = nameFromSlug(category);
  return (
    <div className="page">
      <PageTitle>{name}</PageTitle>
      <header className="category-head">
        <h1>{name}</h1>
        <p>{t('news.failedToLoadSubcategories')}</p>
      </header>
      <p className="pt-8 font-serif text-2xl" role="alert">
        {t('news.failedToLoadPosts')}
      </p>
      <FallbackLinks again />
    </div>
  );
}
