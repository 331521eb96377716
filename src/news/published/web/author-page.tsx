import { use } from 'react';
import { redirect } from 'react-router';
import { apiHost } from '#src/client/api-host.ts';
import { pagePath } from '#src/client/paths.ts';
import { defaultLanguage, directionOf, type Language } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { profiles } from '#src/news/authors/author-profiles.rules.ts';
import { MarkButton } from '#src/news/cards/web/mark-button.tsx';
import { MissingPage } from '#src/news/cards/web/missing.tsx';
import { storiesShown } from '#src/news/cards/web/search-and-stories.tsx';
import { listQuery, StoryListing } from '#src/news/cards/web/story-listing.tsx';
import { useRefreshOnFocus } from '#src/news/cards/web/use-refresh-on-focus.ts';
import { slugOf } from '#src/news/categories/categories.rules.ts';
import { feedLinks, feedPath } from '#src/news/feeds/feeds.rules.ts';
import { withTopStories } from '#src/news/front/server/front.service.ts';
import { pageLoader } from '#src/platform/http/page-loader.ts';
import { HtmlText } from '#src/ui/html.tsx';
import { PageHead, useSiteUrl } from '#src/ui/page-head.tsx';
import { PageTitle, SiteName } from '#src/ui/page-title.tsx';
import { StructuredData } from '#src/ui/structured-data.tsx';
import type { AuthorPage as Page } from '../reading.contract.ts';
import { getAuthorPage } from '../server/author-pages.service.ts';
import { profileData } from '../structured.rules.ts';
import type { Route } from './+types/author-page';
import '#src/news/cards/web/news.css';
import './story.css';

export const handle = { texts: ['news', 'languages', 'authors'], deferScripts: true };

export const loader = pageLoader(async (ctx, { params, request }) => {
  const asked = params.author ?? '';
  const page = await withTopStories(ctx, storiesShown, getAuthorPage(ctx, asked, listQuery(request)));
  const { slug } = page.author;
  if (slug === slugOf(asked)) return page;
  throw redirect(pagePath(ctx.language, '/author/:author', { author: slug }) + new URL(request.url).search, 301);
});

/** An author with his stories, newest first. */
export default function AuthorPage({ loaderData: page }: Route.ComponentProps) {
  useRefreshOnFocus(page);
  const { author } = page;
  const { t, language } = useTexts();
  const site = use(SiteName);
  const origin = useSiteUrl();
  const at = (code: Language) => pagePath(code, '/author/:author', { author: author.slug });
  const of = { scope: 'author' as const, slug: author.slug };
  return (
    <div className="page">
      <PageTitle>{author.name}</PageTitle>
      <PageHead
        title={author.name}
        description={t('authors.description', { name: author.name })}
        at={at}
        feeds={feedLinks(language, `${author.name} - ${site}`, of)}
      />
      <StructuredData of={import.meta.env.SSR ? () => [profileData(origin, page, at(language))] : undefined} />
      <header className="category-head">
        {author.portrait && (
          <img
            src={apiHost + author.portrait}
            alt=""
            width={112}
            height={112}
            className="size-28 rounded-full object-cover"
          />
        )}
        <div>
          <h1>
            <bdi>{author.name}</bdi>
          </h1>
          {author.role && (
            <p lang={author.language} dir={directionOf(author.language)} className="text-soft">
              {author.role}
            </p>
          )}
        </div>
      </header>
      <About author={author} />
      <p className="mt-2 flex flex-wrap items-center gap-x-6">
        <MarkButton kind="author" id={author.id} title={author.name} path={at(defaultLanguage)} />
        <a className="link inline-flex min-h-11 items-center" href={feedPath('rss', of, language)}>
          {t('authors.follow')}
        </a>
      </p>
      <StoryListing list={page} path={at(language)} />
    </div>
  );
}

function About({ author: { bio, language, contact } }: Pick<Page, 'author'>) {
  const { t } = useTexts();
  const links = [
    ...(contact.email ? [{ name: contact.email, url: `mailto:${contact.email}` }] : []),
    ...profiles(contact),
  ];
  return (
    <>
      {bio && (
        <div lang={language} dir={directionOf(language)} className="mt-4 max-w-prose">
          <HtmlText className="story-text" html={bio} />
        </div>
      )}
      {links.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-x-6" aria-label={t('authors.contact')}>
          {links.map(({ name, url }) => (
            <li key={url}>
              <a className="link inline-flex min-h-11 items-center" href={url} rel="me noopener">
                <bdi>{name}</bdi>
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

export function ErrorBoundary() {
  const { t } = useTexts();
  return <MissingPage sentence={t('authors.notFound')} />;
}
