import { storiesShown } from '#src/news/cards/web/search-and-stories.tsx';
import { listQuery } from '#src/news/cards/web/story-listing.tsx';
import { withTopStories } from '#src/news/front/server/front.service.ts';
import { pageLoader } from '#src/platform/http/page-loader.ts';
import { getSubCategoryPage } from '../server/reading.service.ts';
import type { Route } from './+types/sub-category-page';
import { CategoryStories } from './category-page.tsx';
import { redirectFormer } from './former-address.ts';

export { ErrorBoundary, handle } from './category-page.tsx';

export const loader = pageLoader(async (ctx, asked) => {
  const { category = '', subcategory = '' } = asked.params;
  const query = listQuery(asked.request);
  const page = getSubCategoryPage(ctx, category, subcategory, query);
  return redirectFormer(await withTopStories(ctx, storiesShown, page), ctx.language, asked);
});

export default function SubCategoryPage({ loaderData }: Route.ComponentProps) {
  return <CategoryStories page={loaderData} />;
}
