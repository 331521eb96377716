import { isRouteErrorResponse, redirect, useRevalidator, useRouteError } from 'react-router';
import { pagePath } from '#src/client/paths.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { EditLink } from '#src/news/published/web/edit-link.tsx';
import { usePreviewUpdates } from '#src/news/published/web/preview-updates.ts';
import { StoryArticle } from '#src/news/published/web/story-article.tsx';
import { AppError } from '#src/platform/errors.ts';
import { type PageProblem, pageLoader } from '#src/platform/http/page-loader.ts';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { ErrorPage } from '#src/ui/error-page.tsx';
import { PageTitle } from '#src/ui/page-title.tsx';
import { getPreview } from '../server/previews.service.ts';
import type { Route } from './+types/preview-page';

export const handle = { texts: ['news', 'preview'] };

// Shows a text that is not public: no cache stores it, and no request sends its signature as the referrer.
export const headers = () => ({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' });

export const loader = pageLoader(async (ctx, { params, request }) => {
  if (!/^\d{1,9}$/.test(params.id ?? '')) throw new AppError('not_found', 'news.storyNotFound');
  const id = Number(params.id);
  const preview = await getPreview(ctx, id, new URL(request.url).searchParams.get('pass') ?? '');
  if (preview.isPublic) throw redirect(pagePath(ctx.language, '/news/:id', { id }));
  return preview;
});

/** A story before it is saved or published, for anyone who has its link. */
export default function PreviewPage({ loaderData: { story, typedAt } }: Route.ComponentProps) {
  const { t, locale } = useTexts();
  const { revalidate } = useRevalidator();
  usePreviewUpdates(story.id, () => void revalidate());
  const time = indianDateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <div className="page">
      <PageTitle>{story.title}</PageTitle>
      <meta name="robots" content="noindex" />
      <p role="note" className="no-print mt-4 border border-ink bg-wash p-3 text-sm">
        {typedAt ? t('preview.noteTyped', { time: time.format(new Date(typedAt)) }) : t('preview.note')}
      </p>
      <StoryArticle story={story} notes={<EditLink id={story.id} />} />
    </div>
  );
}

export function ErrorBoundary() {
  const { t } = useTexts();
  const error = useRouteError();
  const isProblem = isRouteErrorResponse(error);
  const sentence = isProblem && error.status < 500 ? (error.data as PageProblem).sentence : t('preview.failed');
  return <ErrorPage status={isProblem ? error.status : 500} sentence={sentence} />;
}
