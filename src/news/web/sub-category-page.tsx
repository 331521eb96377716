import { pageLoader } from '#src/page-context.ts';
import { getSubCategoryPage } from '../server/reading.service.ts';
import type { Route } from './+types/sub-category-page';
import { CategoryStories } from './category-page.tsx';
import { redirectFormer } from './former-address.ts';
import { listQuery } from './story-listing.tsx';

export { ErrorBoundary, handle } from './category-page.tsx';

export const loader = pageLoader(async (ctx, asked) => {
  const { category = '', subcategory = '' } = asked.params;
  const query = listQuery(asked.request);
  return redirectFormer(await getSubCategoryPage(ctx, category, subcategory, query), ctx.language, asked);
});

export default function SubCategoryPage({ loaderData }: Route.ComponentProps) {
  return <CategoryStories page={loaderData} />;
}
