import { data } from 'react-router';
import { storiesShown } from '#src/news/cards/web/search-and-stories.tsx';
import { getTopStories } from '#src/news/front/server/front.service.ts';
import { pageLoader } from '#src/platform/http/page-loader.ts';
import type { Route } from './+types/not-found-page';
import { NotFound } from './not-found.tsx';

export const loader = pageLoader(async (ctx) => data(await getTopStories(ctx, storiesShown), { status: 404 }));

/** Every address in a known language that no other page has; root.tsx shows the same for the others. */
export default function NotFoundPage({ loaderData: stories }: Route.ComponentProps) {
  return <NotFound stories={stories} />;
}
