import { useState } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { directionOf, isLanguage, type Language, languages } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { pageLoader } from '#src/page-context.ts';
import { AppError } from '#src/platform/errors.ts';
import { ErrorPage } from '#src/ui/error-page.tsx';
import { PageHead, useSiteUrl } from '#src/ui/page-head.tsx';
import { pagePath, usePaths } from '#src/ui/paths.ts';
import { Picture } from '#src/ui/picture.tsx';
import { StructuredData } from '#src/ui/structured-data.tsx';
import type { StoryPage as Story } from '../reading.contract.ts';
import { getStoryPage } from '../server/reading.service.ts';
import { storyData } from '../structured.rules.ts';
import type { StoryTranslation } from '../translations.contract.ts';
import type { Route } from './+types/story-page';
import { PrintedNote } from './printed-note.tsx';
import { ShareBar } from './share-bar.tsx';
import { StoryCard } from './story-card.tsx';
import { TranslationNote } from './translation/translation-note.tsx';
import './news.css';
import './story.css';
import { PageTitle } from '#src/ui/page-title.tsx';

export const handle = { texts: ['news', 'translation'] };

export const loader = pageLoader((ctx, { params }) => {
  if (!/^\d{1,9}$/.test(params.id ?? '')) throw new AppError('not_found', 'news.storyNotFound');
  return getStoryPage(ctx, Number(params.id));
});

export default function StoryPage({ loaderData: story }: Route.ComponentProps) {
  const { language } = useTexts();
  const to = usePaths();
  const origin = useSiteUrl();
  const at = (code: Language) => pagePath(code, '/news/:id', { id: versionIn(story, code, language) });
  const [made, setMade] = useState<{ id: number; translation: StoryTranslation | null }>();
  const translation = made?.id === story.id ? made.translation : null; // the page stays while its story changes
  const { title, standfirst, html, language: shownIn } = translation ?? story;
  const ownLanguage = shownIn === language ? undefined : shownIn;
  const foreign = story.language !== language && !story.versions.some((version) => version.language === language);
  return (
    <div className="page">
      <PageTitle>{story.title}</PageTitle>
      <PageHead
        title={story.title}
        description={story.summary}
        at={at}
        kind="article"
        picture={{ path: story.sharePicture, width: 1200, height: 630, alt: story.title }}
      />
      <StructuredData
        of={import.meta.env.SSR ? () => storyData(origin, story, at(language), wayTo(story, to)) : undefined}
      />
      <article className="story" lang={ownLanguage} dir={directionOf(shownIn)}>
        <header>
          <CategoryLine story={story} />
          <h1>{title}</h1>
          {standfirst && <p className="story-standfirst" dangerouslySetInnerHTML={{ __html: standfirst }} />}
          <Byline story={story} />
          <Versions story={story} />
          {foreign && (
            <TranslationNote
              key={story.id}
              story={story}
              byServer={story.translatable}
              shown={translation}
              onShow={(translation) => setMade({ id: story.id, translation })}
            />
          )}
        </header>
        <StoryPicture story={story} />
        {/* Made from Markdown by our own renderer, which lets no HTML through. */}
        <div className="story-text" dangerouslySetInnerHTML={{ __html: html }} />
        <PrintedNote storyId={story.id} />
        <ShareBar key={story.id} story={{ id: story.id, title, language: shownIn }} />
      </article>
      <Related story={story} />
    </div>
  );
}

/** The pages over a story, for search engines. */
function wayTo({ category, sub }: Story, to: ReturnType<typeof usePaths>) {
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

// "category - sub-category", each a way to more of its kind; in the page's language over a story in another.
function CategoryLine({ story: { category, sub } }: { story: Story }) {
  const { language } = useTexts();
  const to = usePaths();
  if (!category) return null;
  return (
    <p className="story-kicker">
      <bdi lang={language} dir={directionOf(language)}>
        <a href={to('/category/:category', { category: category.slug })}>{category.name}</a>
        {sub && (
          <>
            {' - '}
            <a
              href={to('/category/:category/subcategory/:subcategory', {
                category: category.slug,
                subcategory: sub.slug,
              })}
            >
              {sub.name}
            </a>
          </>
        )}
      </bdi>
    </p>
  );
}

function Byline({ story: { author, publishedAt, updatedAt } }: { story: Story }) {
  const { t, language, locale } = useTexts();
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Kolkata' });
  const time = (instant: string) => format.format(new Date(instant));
  const own = { lang: language, dir: directionOf(language) };
  return (
    <p className="story-byline">
      {author && <span className="font-semibold text-ink">{t('news.by', { author })}</span>}
      <time dateTime={publishedAt} {...own}>
        {time(publishedAt)}
      </time>
      {updatedAt && (
        <time dateTime={updatedAt} {...own}>
          {t('news.updated', { time: time(updatedAt) })}
        </time>
      )}
    </p>
  );
}

// In another language the page leads to the version in it, where there is one.
const versionIn = ({ id, versions }: Story, code: Language, shown: Language) =>
  (code === shown ? undefined : versions.find((version) => version.language === code)?.id) ?? id;

// "Read in: हिन्दी · English"; above it a hint for whoever reads the site in a language that the story has.
function Versions({ story: { id, language: own, versions } }: { story: Story }) {
  const { t, language } = useTexts();
  const to = usePaths();
  if (versions.length === 0) return null;
  const wanted = own === language ? undefined : versions.find((version) => version.language === language);
  return (
    <div className="story-versions" lang={language} dir={directionOf(language)}>
      {wanted && (
        <p>
          <a className="link font-semibold" href={to('/news/:id', { id: wanted.id })}>
            {t('news.readVersion', { language: languages[language].name })}
          </a>
        </p>
      )}
      <p>
        {t('news.readIn')}{' '}
        {versions.map((version, index) => (
          <span key={version.id}>
            {index > 0 && ' · '}
            {version.id === id ? (
              <span lang={version.language}>{nameOf(version.language)}</span>
            ) : (
              <a
                className="link"
                lang={version.language}
                hrefLang={version.language}
                href={to('/news/:id', { id: version.id })}
              >
                {nameOf(version.language)}
              </a>
            )}
          </span>
        ))}
      </p>
    </div>
  );
}

const nameOf = (language: string) => (isLanguage(language) ? languages[language].name : language);

// Shown in the size that the editor gave it, and never wider than the column. A small one stands beside the text.
function StoryPicture({ story: { picture, title } }: { story: Story }) {
  if (!picture) return null;
  const { shownWidth, shownHeight, caption } = picture;
  return (
    <figure className={shownWidth <= 420 ? 'story-figure beside' : 'story-figure'} style={{ width: shownWidth }}>
      <Picture
        picture={picture}
        alt={caption || title}
        sizes={`(min-width: 64rem) ${Math.min(shownWidth, 960)}px, 100vw`}
        box={{ width: shownWidth, height: shownHeight }}
        first
      />
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  );
}

function Related({ story: { related, category } }: { story: Story }) {
  const { t, language } = useTexts();
  const to = usePaths();
  if (!category || related.length === 0) return null;
  return (
    <aside className="section" aria-labelledby="related">
      <div className="section-head">
        <h2 id="related">{t('news.related', { category: category.name })}</h2>
      </div>
      <ul className="list-rows">
        {related.map((card) => (
          <li key={card.id}>
            <StoryCard card={card} size="row" href={to('/news/:id', { id: card.id })} language={language} />
          </li>
        ))}
      </ul>
    </aside>
  );
}

export function ErrorBoundary() {
  const { t } = useTexts();
  const error = useRouteError();
  return <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} sentence={t('news.errorLoadingPost')} />;
}
