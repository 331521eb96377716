import type { ReactNode } from 'react';
import { usePaths } from '#src/client/paths.ts';
import { StoryText } from '#src/markdown/web/story-text.tsx';
import { directionOf } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { HtmlText } from '#src/ui/html.tsx';
import { Picture } from '#src/ui/picture.tsx';
import { TextSize } from '#src/ui/text-size.tsx';
import type { StoryView } from '../reading.contract.ts';
import '#src/news/cards/web/news.css';
import './story.css';

interface StoryArticleProps {
  story: StoryView;
  /** Its text in another language. */
  translation?: Pick<StoryView, 'title' | 'standfirst' | 'html' | 'language'> | null;
  /** Rendered at the end of the byline. */
  tools?: ReactNode;
  /** Rendered below the byline. */
  notes?: ReactNode;
  /** Rendered below the text. */
  after?: ReactNode;
}

/** A story, for its page and its preview. */
export function StoryArticle({ story, translation, tools, notes, after }: StoryArticleProps) {
  const { language } = useTexts();
  const { title, standfirst, html, language: shownIn } = translation ?? story;
  return (
    <article className="story" lang={shownIn === language ? undefined : shownIn} dir={directionOf(shownIn)}>
      <header>
        <CategoryLine story={story} />
        <h1>{title}</h1>
        {standfirst && <HtmlText className="story-standfirst" html={standfirst} />}
        <Byline story={story} tools={tools} />
        {notes}
      </header>
      <StoryPicture story={story} />
      <StoryText html={html} />
      {after}
    </article>
  );
}

// Links "category - sub-category", in the language of the page, not of the story.
function CategoryLine({ story: { category, sub } }: { story: StoryView }) {
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

function Byline({ story: { byline, publishedAt, updatedAt }, tools }: Pick<StoryArticleProps, 'story' | 'tools'>) {
  const { t, language, locale } = useTexts();
  const format = indianDateFormat(locale, { dateStyle: 'long', timeStyle: 'short' });
  const time = (instant: string) => format.format(new Date(instant));
  const languageProps = { lang: language, dir: directionOf(language) };
  return (
    <p className="story-byline">
      {byline.length > 0 && <Authors byline={byline} />}
      <time dateTime={publishedAt} {...languageProps}>
        {time(publishedAt)}
      </time>
      {updatedAt && (
        <time dateTime={updatedAt} {...languageProps}>
          {t('news.updated', { time: time(updatedAt) })}
        </time>
      )}
      <TextSize />
      {tools}
    </p>
  );
}

// The place of the names differs by language: the sentence is filled with a line break, and split there.
function Authors({ byline }: Pick<StoryView, 'byline'>) {
  const { t } = useTexts();
  const to = usePaths();
  const [before, after] = t('news.by', { author: '\n' }).split('\n');
  return (
    <span className="font-semibold text-ink">
      {before}
      {byline.map((part) =>
        typeof part === 'string' ? (
          part
        ) : (
          <a key={part.slug} className="link" rel="author" href={to('/author/:author', { author: part.slug })}>
            {part.name}
          </a>
        ),
      )}
      {after}
    </span>
  );
}

// Shown in the size that the editor chose, at most as wide as the column. The text wraps around a small picture.
function StoryPicture({ story: { picture, title, imageCaption } }: { story: StoryView }) {
  const { t, language } = useTexts();
  if (!picture) return null;
  const { shownWidth, shownHeight, alt, credit } = picture;
  return (
    <figure className={shownWidth <= 420 ? 'story-figure beside' : 'story-figure'} style={{ width: shownWidth }}>
      <Picture
        picture={picture}
        alt={alt || imageCaption || title}
        sizes={`(min-width: 64rem) ${Math.min(shownWidth, 960)}px, 100vw`}
        box={{ width: shownWidth, height: shownHeight }}
        first
      />
      {(imageCaption || credit) && (
        <figcaption>
          {imageCaption}
          {credit && (
            <span className="block" lang={language} dir={directionOf(language)}>
              {t('news.pictureBy', { credit })}
            </span>
          )}
        </figcaption>
      )}
    </figure>
  );
}
