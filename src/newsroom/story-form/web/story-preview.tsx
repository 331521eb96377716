import { type SyntheticEvent, useDeferredValue, useMemo } from 'react';
import { apiHost } from '#src/client/api-host.ts';
import { useFileUrl } from '#src/client/file-url.ts';
import { type BlockResources, blockRenderer } from '#src/markdown/story-blocks.rules.ts';
import { storyHtml, summaryOf } from '#src/markdown/story-text.rules.ts';
import { StoryText } from '#src/markdown/web/story-text.tsx';
import type { Translate } from '#src/messages/catalogue.ts';
import { directionOf } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { othersName } from '#src/news/categories/categories.rules.ts';
import { displayName } from '#src/news/categories/category-names.rules.ts';
import type { StoryForm } from '#src/news/schema/story-fields.contract.ts';
import { focalPointOf, sizeNumber } from '#src/news/stories/stories.rules.ts';
import { objectPosition as positionOf } from '#src/rules/focal-point.rules.ts';
import { HtmlText } from '#src/ui/html.tsx';
import '#src/news/cards/web/news.css';
import '#src/news/published/web/story.css';

// Not every browser can show a HEIC picture.
const hide = ({ currentTarget }: SyntheticEvent<HTMLImageElement>) => {
  currentTarget.hidden = true;
};

// The preview shows blocks as placeholders; the page of previews shows them as readers see them.
const unknownBlocks = (t: Translate, locale: string): BlockResources => ({
  t,
  locale,
  host: apiHost,
  pictures: new Map(),
  files: new Map(),
  stories: new Map(),
  showsMissing: true,
});

interface StoryPreviewProps {
  form: StoryForm;
  image: File | null;
  currentImage: string | null;
}

/** Preview of the card and the story. */
export function StoryPreview({ form, image, currentImage }: StoryPreviewProps) {
  const text = useDeferredValue(form.news_description);
  const { t, locale, need } = useTexts();
  need(['blocks']);
  const { standfirst, html } = useMemo(
    () => storyHtml(text, blockRenderer(unknownBlocks(t, locale))),
    [text, t, locale],
  );
  const url = useFileUrl(image) ?? (currentImage && apiHost + currentImage);
  const title = form.news_title || t('newsroom.previewTitle');
  const label = form.news_sub_category === othersName ? form.news_submenu : displayName(t, form.news_sub_category);
  const [width, height] = [sizeNumber(form.image_width), sizeNumber(form.image_height)];
  const objectPosition = positionOf(focalPointOf(form));
  return (
    <aside
      aria-label={t('newsroom.preview')}
      className="grid grid-cols-1 content-start gap-8 lg:border-rule lg:border-s lg:ps-8"
    >
      <div>
        <h2 className="kicker mb-2 font-sans">{t('newsroom.previewCard')}</h2>
        <article className="story-tile max-w-sm" lang={form.language} dir={directionOf(form.language)}>
          {url && (
            <img key={url} src={url} alt="" className="story-picture" style={{ objectPosition }} onError={hide} />
          )}
          <div className="story-words">
            {label && <p className="kicker">{label}</p>}
            <h3>{title}</h3>
            <p className="story-summary">{summaryOf(text)}</p>
          </div>
        </article>
      </div>
      <div>
        <h2 className="kicker font-sans">{t('newsroom.previewStory')}</h2>
        <article className="story" lang={form.language} dir={directionOf(form.language)}>
          <p className="story-kicker">{[displayName(t, form.news_category), label].filter(Boolean).join(' - ')}</p>
          <h1 className="!text-3xl">{title}</h1>
          {standfirst && <HtmlText className="story-standfirst !text-lg" html={standfirst} />}
          {url && (
            <figure className="story-figure mt-4" style={{ width }}>
              <img
                key={url}
                src={url}
                alt=""
                onError={hide}
                style={{ aspectRatio: `${width} / ${height}`, objectPosition }}
              />
              <figcaption>{form.image_caption}</figcaption>
            </figure>
          )}
          <StoryText className="!text-base" html={html} />
        </article>
      </div>
    </aside>
  );
}
