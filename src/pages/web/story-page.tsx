import { use } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { PrintedNote } from '#src/epaper/web/printed-note.tsx';
import type { Language } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import type { StoryPage as StoryContent } from '#src/news/reading.contract.ts';
import { shareSize } from '#src/news/share.rules.ts';
import { storyData } from '#src/news/structured.rules.ts';
import { Story } from '#src/news/web/story.tsx';
import { versionIn } from '#src/news/web/story-versions.tsx';
import { pageLoader } from '#src/page-context.ts';
import { AppError } from '#src/platform/errors.ts';
import { ErrorPage } from '#src/ui/error-page.tsx';
import { PageHead, useSiteUrl } from '#src/ui/page-head.tsx';
import { PageTitle, SiteName } from '#src/ui/page-title.tsx';
import { pagePath, usePaths } from '#src/ui/paths.ts';
import { StructuredData } from '#src/ui/structured-data.tsx';
import { getStoryWithPrintings } from '../server/story.service.ts';
import type { Route } from './+types/story-page';

export const handle = { texts: ['news', 'translation'], reading: true };

export const loader = pageLoader((ctx, { params }) => {
  if (!/^\d{1,9}$/.test(params.id ?? '')) throw new AppError('not_found', 'news.storyNotFound');
  return getStoryWithPrintings(ctx, Number(params.id));
});

/** A story; where it was printed is known to the e-paper, so the page stands above both. */
export default function StoryPage({ loaderData: { story, printing } }: Route.ComponentProps) {
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
        of={import.meta.env.SSR ? () => storyData({ origin, name }, story, at(language), wayTo(story, to)) : undefined}
      />
      <Story story={story} after={printing && <PrintedNote printing={printing} />} />
    </div>
  );
}

/** The pages over a story, for search engines. */
function wayTo({ category, sub }: StoryContent, to: ReturnType<typeof usePaths>) {
  if (!category) return [];
  const own = { category: category.slug };
  return [
    { name: category.name, path: to('/category/:category', own) },
    ...(sub
      ? [
          {
            name: sub.name,
            path: to('/category/:category/subcategory/:subcategory', { ...own, subcategory: sub.slug }),
          },
        ]
      : []),
  ];
}

export function ErrorBoundary() {
  const { t } = useTexts();
  const error = useRouteError();
  return <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} sentence={t('news.errorLoadingPost')} />;
}
