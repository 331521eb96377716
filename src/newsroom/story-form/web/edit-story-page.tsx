import { useState } from 'react';
import { Outlet, useParams } from 'react-router';
import { failureReason } from '#src/client/failure.ts';
import { useCall } from '#src/client/queries.ts';
import { useSession } from '#src/client/session.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { categoriesCalls } from '#src/news/categories/categories.contract.ts';
import { pictureMegabytes } from '#src/news/stories/news.settings.ts';
import { isApprovalNeeded } from '#src/news/stories/server/story-rights.service.ts';
import { type NewsItem, storiesCalls } from '#src/news/stories/stories.contract.ts';
import { pageLoader } from '#src/platform/http/page-loader.ts';
import { FallbackLinks } from '#src/ui/error-page.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { PageTitle } from '#src/ui/page-title.tsx';
import type { Route } from './+types/edit-story-page';
import { EditStory } from './edit-story.tsx';

export const handle = {
  texts: [
    'newsroom',
    'categories',
    'editing',
    'editor',
    'media',
    'errors',
    'corrections',
    'bylines',
    'coverage',
    'tagging',
  ],
};

export const loader = pageLoader(async (ctx) => ({
  needsApproval: isApprovalNeeded(ctx),
  pictureMegabytes: ctx.settings.get(pictureMegabytes),
}));

export default function EditStoryPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts();
  const { id = '' } = useParams();
  const isAdmin = useSession(({ user }) => user.isAdmin);
  const ready = useSession((session) => session.ready);
  const item = useCall(storiesCalls.get, { params: { id } });
  const categories = useCall(categoriesCalls.list);
  const reason = item.error && failureReason(item.error);
  // The story as first loaded: a refetch must not overwrite the user's input. Not from the cache, which may hold the
  // version from before the last save.
  const [opened, setOpened] = useState<NewsItem | null>(null);
  if (item.data && item.isFetchedAfterMount && item.data.id !== opened?.id) setOpened(item.data);

  return (
    <div className="page py-8">
      <PageTitle>{t('newsroom.editTitle')}</PageTitle>
      <meta name="robots" content="noindex" />
      <h1 className="mb-6 font-extrabold text-4xl">{t('newsroom.editTitle')}</h1>
      {item.isLoadingError || (ready && !isAdmin) ? (
        <>
          <p role="alert" className="pt-8 font-serif text-2xl">
            {t('newsroom.editLoadError')}
          </p>
          {reason && <p className="text-soft">{t(reason)}</p>}
          <FallbackLinks again />
        </>
      ) : opened?.id === Number(id) && categories.data ? (
        <>
          <EditStory key={id} item={opened} categories={categories.data} {...loaderData} />
          <Outlet />
        </>
      ) : categories.isLoadingError ? (
        <LoadFailure sentence={t('newsroom.categoriesFailed')} call={categories} />
      ) : (
        <p className="py-16 text-soft">{t('newsroom.loading')}</p>
      )}
    </div>
  );
}
