import { type ReactNode, useState } from 'react';
import { directionOf } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
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

/** A story as it is read, with what belongs under it. `after` stands behind its last word. */
export function Story({ story, after }: { story: StoryPage; after?: ReactNode }) {
  const { language } = useTexts();
  const [made, setMade] = useState<{ id: number; translation: StoryTranslation | null }>();
  const translation = made?.id === story.id ? made.translation : null; // the page stays while its story changes
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
              onShow={(translation) => setMade({ id: story.id, translation })}
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

// "category - sub-category", each a way to more of its kind; in the page's language over a story in another.
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

function Byline({ story: { author, publishedAt, updatedAt } }: { story: StoryPage }) {
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

// Shown in the size that the editor gave it, and never wider than the column. A small one stands beside the text.
function StoryPicture({ story: { picture, title } }: { story: StoryPage }) {
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
