import { useEffect, useState } from 'react';
import { pagePath, usePaths } from '#src/client/paths.ts';
import { isExpired, useSession } from '#src/client/session.ts';
import { EditionError } from '#src/epaper/editions/web/edition-error.tsx';
import { PlanLinks } from '#src/epaper/editions/web/plan-links.tsx';
import { isNumber } from '#src/epaper/pages/pages.rules.ts';
import { directionOf } from '#src/messages/languages.ts';
import { textLanguageAttributes } from '#src/messages/text-language.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { AppError } from '#src/platform/errors.ts';
import { pageLoader } from '#src/platform/http/page-loader.ts';
import { PageHead } from '#src/ui/page-head.tsx';
import { PageTitle } from '#src/ui/page-title.tsx';
import type { Article } from '../reader.contract.ts';
import { getArticle } from '../server/articles.service.ts';
import type { Route } from './+types/article-page';
import './contents.css';
import '#src/epaper/pages/web/page-text.css';
import './reader.css';
import './viewport.css';

export const handle = { texts: ['reader', 'errors'] };

export const loader = pageLoader((ctx, { params: { id, page, number } }) => {
  if (!isNumber(id) || !isNumber(page) || !isNumber(number)) throw new AppError('not_found', 'reader.noSuchArticle');
  return getArticle(ctx, Number(id), Number(page), Number(number));
});

/** The text of one article of an edition. Parts that require a plan are loaded in the browser. */
export default function ArticlePage({ loaderData: initial, params }: Route.ComponentProps) {
  const { t } = useTexts();
  const to = usePaths();
  const address = { id: initial.edition_id, page: Number(params.page), number: Number(params.number) };
  const token = useSession(({ user }) => user.token);
  const isPaid = initial.parts.some(({ paragraphs }) => paragraphs === null);
  const signedIn = token !== null && token !== undefined && !isExpired(token);
  const article = useWholeArticle(initial, address, isPaid && signedIn);
  const { edition_title, title, story_id, language, parts, previous, next } = article;
  const locked = parts.find(({ paragraphs }) => paragraphs === null);
  const hrefOf = ({ page, number }: { page: number; number: number }) =>
    to('/e-paper/:id/articles/:page/:number', { id: address.id, page, number });
  const pageHref = (page: number) => `${to('/e-paper/:id', { id: address.id })}?page=${page}`;
  return (
    <div className="page py-8 md:py-10">
      <PageTitle>{title}</PageTitle>
      <PageHead
        title={title}
        description={t('reader.clipDescription', { page: address.page, title: edition_title })}
        at={(shown) => pagePath(shown, '/e-paper/:id/articles/:page/:number', address)}
      />
      {/* The story on the site is the page for search engines. */}
      <meta name="robots" content="noindex" />
      <article className="printed-article" lang={language} dir={directionOf(language)}>
        <p className="kicker" {...textLanguageAttributes(edition_title)}>
          {edition_title}
        </p>
        <h1>{title}</h1>
        {parts.map(
          ({ page, paragraphs }, index) =>
            paragraphs && (
              // biome-ignore lint/suspicious/noArrayIndexKey: a static list without state
              <section key={index} className="page-text-body">
                {paragraphs.map((paragraph, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a static list without state
                  <p key={at}>{paragraph}</p>
                ))}
                <PageLink href={pageHref(page)} page={page} />
              </section>
            ),
        )}
      </article>
      {locked && (
        <section className="article-locked">
          <h2>{t('reader.wallTitle', { page: locked.page })}</h2>
          <PlanLinks editionId={address.id} page={locked.page} back={hrefOf(address)} signedIn={signedIn} />
        </section>
      )}
      <nav className="article-nav no-print" aria-label={t('reader.contents')}>
        {story_id !== null && <a href={to('/news/:id', { id: story_id })}>{t('reader.storyOnSite')}</a>}
        <a href={to('/e-paper/:id/contents', { id: address.id })}>{t('reader.contents')}</a>
        {previous && <Neighbour label={t('reader.previousArticle')} href={hrefOf(previous)} of={previous} />}
        {next && <Neighbour label={t('reader.nextArticle')} href={hrefOf(next)} of={next} />}
      </nav>
    </div>
  );
}

/** The article as the reader may read it, loaded if it is `wanted`. */
function useWholeArticle(
  initial: Article,
  { id, page, number }: Record<'id' | 'page' | 'number', number>,
  wanted: boolean,
) {
  const address = `${id} ${page} ${number}`;
  const [loaded, setLoaded] = useState<{ address: string; article: Article | undefined }>();
  // Only the browser has the session.
  useEffect(() => {
    if (!wanted) return;
    let current = true;
    // Loaded on demand, since it imports the contract.
    void import('./load-article.ts')
      .then(({ loadArticle }) => loadArticle({ id, page, number }))
      .then((article) => current && setLoaded({ address, article }));
    return () => {
      current = false;
    };
  }, [address, id, page, number, wanted]);
  return (wanted && loaded?.address === address && loaded.article) || initial;
}

function PageLink({ href, page }: { href: string; page: number }) {
  const { t, language } = useTexts();
  return (
    <p className="article-page-link" lang={language} dir={directionOf(language)}>
      <a className="link" href={href}>
        {t('reader.backToPage', { page })}
      </a>
    </p>
  );
}

function Neighbour({ label, href, of: { title } }: { label: string; href: string; of: NonNullable<Article['next']> }) {
  return (
    <a href={href}>
      {label} <bdi {...textLanguageAttributes(title)}>{title}</bdi>
    </a>
  );
}

export const ErrorBoundary = () => <EditionError missing="reader.noSuchArticle" />;
