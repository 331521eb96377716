import { use } from 'react';
import { redirect } from 'react-router';
import { pagePath } from '#src/client/paths.ts';
import { defaultLanguage, type Language } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { breadcrumbs } from '#src/news/cards/publisher.rules.ts';
import { MarkButton } from '#src/news/cards/web/mark-button.tsx';
import { MissingPage } from '#src/news/cards/web/missing.tsx';
import { storiesShown } from '#src/news/cards/web/search-and-stories.tsx';
import { listQuery, StoryListing } from '#src/news/cards/web/story-listing.tsx';
import { useRefreshOnFocus } from '#src/news/cards/web/use-refresh-on-focus.ts';
import { nameSlug } from '#src/news/categories/name-slug.rules.ts';
import { feedLinks, feedPath } from '#src/news/feeds/feeds.rules.ts';
import { withTopStories } from '#src/news/front/server/front.service.ts';
import { pageLoader } from '#src/platform/http/page-loader.ts';
import { PageHead, useSiteUrl } from '#src/ui/page-head.tsx';
import { PageTitle, SiteName } from '#src/ui/page-title.tsx';
import { StructuredData } from '#src/ui/structured-data.tsx';
import { getTopicPage } from '../server/topic-pages.service.ts';
import type { Route } from './+types/topic-page';
import '#src/news/cards/web/news.css';

export const handle = { texts: ['news', 'languages', 'topics'], deferScripts: true };

export const loader = pageLoader(async (ctx, { params, request }) => {
  const asked = params.topic ?? '';
  const page = await withTopStories(ctx, storiesShown, getTopicPage(ctx, asked, listQuery(request)));
  const { slug } = page.topic;
  if (slug === nameSlug(asked)) return page;
  throw redirect(pagePath(ctx.language, '/topic/:topic', { topic: slug }) + new URL(request.url).search, 301);
});

/** A topic with its stories, newest first. */
export default function TopicPage({ loaderData: page }: Route.ComponentProps) {
  useRefreshOnFocus(page);
  const { id, name, slug, description } = page.topic;
  const { t, language } = useTexts();
  const site = use(SiteName);
  const origin = useSiteUrl();
  const at = (code: Language) => pagePath(code, '/topic/:topic', { topic: slug });
  const of = { scope: 'topic' as const, slug };
  return (
    <div className="page">
      <PageTitle>{name}</PageTitle>
      <PageHead
        title={name}
        description={description || t('topics.pageDescription', { name })}
        at={at}
        feeds={feedLinks(language, `${name} - ${site}`, of)}
      />
      <StructuredData
        of={import.meta.env.SSR ? () => [breadcrumbs(origin, [{ name, path: at(language) }])] : undefined}
      />
      <header className="category-head">
        <h1>
          <bdi>{name}</bdi>
        </h1>
        {description && <p>{description}</p>}
      </header>
      <p className="mt-2 flex flex-wrap items-center gap-x-6">
        <MarkButton kind="topic" id={id} title={name} path={at(defaultLanguage)} />
        <a className="link inline-flex min-h-11 items-center" href={feedPath('rss', of, language)}>
          {t('topics.follow')}
        </a>
      </p>
      <StoryListing list={page} path={at(language)} />
    </div>
  );
}

export function ErrorBoundary() {
  const { t } = useTexts();
  return <MissingPage sentence={t('topics.notFound')} />;
}
