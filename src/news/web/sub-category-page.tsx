import { pageLoader } from '#src/page-context.ts';
import { getSubCategoryPage } from '../server/reading.service.ts';
import type { Route } from './+types/sub-category-page';
import { CategoryStories } from './category-page.tsx';

export { ErrorBoundary, handle } from './category-page.tsx';

export const loader = pageLoader((ctx, { params, request }) =>
  getSubCategoryPage(
    ctx,
    params.category ?? '',
    params.subcategory ?? '',
    new URL(request.url).searchParams.get('after') ?? undefined,
  ),
);

export default function SubCategoryPage({ loaderData }: Route.ComponentProps) {
  return <CategoryStories page={loaderData} />;
}
