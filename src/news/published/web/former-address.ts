import { redirect } from 'react-router';
import { pagePath } from '#src/client/paths.ts';
import type { Language } from '#src/messages/languages.ts';
import { slugOf } from '#src/news/categories/categories.rules.ts';
import type { CategoryPage } from '../reading.contract.ts';

interface Asked {
  params: { category?: string | undefined; subcategory?: string | undefined };
  request: { url: string };
}

/** Redirects with 301 from a former address of a category or sub-category to the current one, else returns the page. */
export function redirectFormer(page: CategoryPage, language: Language, { params, request }: Asked): CategoryPage {
  const { category, sub } = page;
  const isCurrent =
    slugOf(params.category ?? '') === category.slug && (!sub || slugOf(params.subcategory ?? '') === sub.slug);
  if (isCurrent) return page;
  const path = sub
    ? pagePath(language, '/category/:category/subcategory/:subcategory', {
        category: category.slug,
        subcategory: sub.slug,
      })
    : pagePath(language, '/category/:category', { category: category.slug });
  throw redirect(path + new URL(request.url).search, 301);
}
