import { data } from 'react-router';
import { getTopStories } from '#src/news/server/front.service.ts';
import { storiesShown } from '#src/news/web/search-and-stories.tsx';
import { pageLoader } from '#src/page-context.ts';
import type { Route } from './+types/not-found-page';
import { NotFound } from './not-found.tsx';

export const loader = pageLoader(async (ctx) => data(await getTopStories(ctx, storiesShown), { status: 404 }));

/** Every address in a known language that no other page has; root.tsx shows the same for the others. */
export default function NotFoundPage({ loaderData: stories }: Route.ComponentProps) {
  return <NotFound stories={stories} />;
}
