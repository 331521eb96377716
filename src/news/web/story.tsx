import { type ReactNode, useState } from 'react';
import { useSession } from '#src/client/session.ts';
import { directionOf } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { isAllowed } from '#src/rules/roles.rules.ts';
import { HtmlText } from '#src/ui/html.tsx';
import { usePaths } from '#src/ui/paths.ts';
import { Picture } from '#src/ui/picture.tsx';
import type { StoryPage } from '../reading.contract.ts';
import type { StoryTranslation } from '../translations.contract.ts';
import { ShareBar } from './share-bar.tsx';
import { StoryCard } from './story-card.tsx';
import { Versions } from './story-versions.tsx';
import { TranslationNote } from './translation/translation-note.tsx';
import './news.css';
import './story.css';

/** The article with related stories. `after` is rendered after its text. */
export function Story({ story, after }: { story: StoryPage; after?: ReactNode }) {
  const { language } = useTexts();
  const [translated, setTranslated] = useState<{ id: number; translation: StoryTranslation | null }>();
  // The component stays mounted when the story changes.
  const translation = translated?.id === story.id ? translated.translation : null;
  const { title, standfirst, html, language: shownIn } = translation ?? story;
  const ownLanguage = shownIn === language ? undefined : shownIn;
  const foreign = story.language !== language && !story.versions.some((version) => version.language === language);
  return (
    <>
      <article className="story" lang={ownLanguage} dir={directionOf(shownIn)}>
        <header>
          <CategoryLine story={story} />
          <h1>{title}</h1>
          {standfirst && <HtmlText as="p" className="story-standfirst" html={standfirst} />}
          <Byline story={story} />
          <Versions story={story} />
          {foreign && (
            <TranslationNote
              key={story.id}
              story={story}
              byServer={story.translatable}
              shown={translation}
              onShow={(translation) => setTranslated({ id: story.id, translation })}
            />
          )}
        </header>
        <StoryPicture story={story} />
        <HtmlText className="story-text" html={html} />
        {after}
        <ShareBar key={story.id} story={{ id: story.id, title, language: shownIn }} />
      </article>
      <Related story={story} />
    </>
  );
}

// Links "category - sub-category", in the language of the page, not of the story.
function CategoryLine({ story: { category, sub } }: { story: StoryPage }) {
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

function Byline({ story: { id, author, publishedAt, updatedAt } }: { story: StoryPage }) {
  const { t, language, locale } = useTexts();
  const format = indianDateFormat(locale, { dateStyle: 'long', timeStyle: 'short' });
  const time = (instant: string) => format.format(new Date(instant));
  const languageProps = { lang: language, dir: directionOf(language) };
  return (
    <p className="story-byline">
      {author && <span className="font-semibold text-ink">{t('news.by', { author })}</span>}
      <time dateTime={publishedAt} {...languageProps}>
        {time(publishedAt)}
      </time>
      {updatedAt && (
        <time dateTime={updatedAt} {...languageProps}>
          {t('news.updated', { time: time(updatedAt) })}
        </time>
      )}
      <EditLink id={id} />
    </p>
  );
}

// The page is the same for everyone; only the browser knows whether an editor reads it.
function EditLink({ id }: { id: number }) {
  const { t, language } = useTexts();
  const to = usePaths();
  const role = useSession((session) => session.role);
  if (!isAllowed(role, 'editors')) return null;
  return (
    <a className="story-edit no-print" lang={language} href={to('/admin/edit/:id', { id })}>
      {t('news.edit')}
    </a>
  );
}

// Shown in the size that the editor chose, at most as wide as the column. The text wraps around a small picture.
function StoryPicture({ story: { picture, title, imageCaption } }: { story: StoryPage }) {
  if (!picture) return null;
  const { shownWidth, shownHeight } = picture;
  return (
    <figure className={shownWidth <= 420 ? 'story-figure beside' : 'story-figure'} style={{ width: shownWidth }}>
      <Picture
        picture={picture}
        alt={imageCaption || title}
        sizes={`(min-width: 64rem) ${Math.min(shownWidth, 960)}px, 100vw`}
        box={{ width: shownWidth, height: shownHeight }}
        first
      />
      {imageCaption && <figcaption>{imageCaption}</figcaption>}
    </figure>
  );
}

function Related({ story: { related, category } }: { story: StoryPage }) {
  const { t, language } = useTexts();
  const to = usePaths();
  if (!category || related.length === 0) return null;
  return (
    <aside className="section no-print" aria-labelledby="related">
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
