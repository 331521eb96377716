import { use } from 'react';
import { Outlet } from 'react-router';
import { pagePath, usePaths } from '#src/client/paths.ts';
import type { Language } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { MissingPage } from '#src/news/cards/web/missing.tsx';
import { storiesShown } from '#src/news/cards/web/search-and-stories.tsx';
import { withTopStories } from '#src/news/front/server/front.service.ts';
import type { LiveQuery } from '#src/news/live/server/live-reading.service.ts';
import { shareSize } from '#src/news/media/share.rules.ts';
import { pageLoader } from '#src/platform/http/page-loader.ts';
import { PageHead, useSiteUrl } from '#src/ui/page-head.tsx';
import { PageTitle, SiteName } from '#src/ui/page-title.tsx';
import { StructuredData } from '#src/ui/structured-data.tsx';
import type { StoryPage as StoryContent } from '../reading.contract.ts';
import { getStoryPage } from '../server/reading.service.ts';
import { storyData } from '../structured.rules.ts';
import type { Route } from './+types/story-page';
import { Story } from './story.tsx';
import { versionIn } from './story-versions.tsx';

export const handle = { texts: ['news', 'translation', 'topics'], deferScripts: true };

export const loader = pageLoader((ctx, { params: { id = '' }, request }) =>
  // No story has the number 0.
  withTopStories(ctx, storiesShown, getStoryPage(ctx, /^\d{1,9}$/.test(id) ? Number(id) : 0, entriesQuery(request))),
);

/** The part of a live story's entries that a page shows. */
function entriesQuery({ url }: Request): LiveQuery {
  const { searchParams } = new URL(url);
  const from = searchParams.get('from');
  return { order: searchParams.get('order') === 'oldest' ? 'oldest' : 'newest', ...(from && { from: Number(from) }) };
}

/** A story. A child route renders below its text; other slices use this as an extension point (src/routes.ts). */
export default function StoryPage({ loaderData: story }: Route.ComponentProps) {
  const { language } = useTexts();
  const to = usePaths();
  const origin = useSiteUrl();
  const name = use(SiteName);
  const at = (code: Language) => pagePath(code, '/news/:id', { id: versionIn(story, code, language) });
  return (
    <div className="page">
      <PageTitle>{story.title}</PageTitle>
      <PageHead
        title={story.title}
        description={story.summary}
        at={at}
        kind="article"
        picture={{ path: story.sharePicture, ...shareSize, alt: story.title }}
      />
      <StructuredData
        of={
          import.meta.env.SSR
            ? () => storyData({ origin, name }, story, at(language), parentPages(story, to))
            : undefined
        }
      />
      <Story story={story} after={<Outlet />} />
    </div>
  );
}

/** The parent pages of a story, for the breadcrumbs. */
function parentPages({ category, sub }: StoryContent, to: ReturnType<typeof usePaths>) {
  if (!category) return [];
  const params = { category: category.slug };
  return [
    { name: category.name, path: to('/category/:category', params) },
    ...(sub
      ? [
          {
            name: sub.name,
            path: to('/category/:category/subcategory/:subcategory', { ...params, subcategory: sub.slug }),
          },
        ]
      : []),
  ];
}

export function ErrorBoundary() {
  const { t } = useTexts();
  return <MissingPage sentence={t('news.errorLoadingPost')} />;
}
