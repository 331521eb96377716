import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { usePaths } from '#src/client/paths.ts';
import { addToHistory } from '#src/client/reader-lists.ts';
import { useSession } from '#src/client/session.ts';
import { directionOf } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { MarkButton } from '#src/news/cards/web/mark-button.tsx';
import { StoryCard } from '#src/news/cards/web/story-card.tsx';
import { Live } from '#src/news/live/web/lazy-live.tsx';
import { isAllowed } from '#src/rules/roles.rules.ts';
import type { StoryPage } from '../reading.contract.ts';
import type { StoryTranslation } from '../translations.contract.ts';
import { ShareBar } from './share-bar.tsx';
import { StoryArticle } from './story-article.tsx';
import { StorySeries, StoryTopics } from './story-series.tsx';
import { Versions } from './story-versions.tsx';
import { TranslationNote } from './translation/lazy-translation-note.tsx';
import '#src/news/cards/web/list-rows.css';

const StoryTools = lazy(() => import('./story-tools.tsx').then((loaded) => ({ default: loaded.StoryTools })));

/** The article with related stories. `after` is rendered after its text. */
export function Story({ story, after }: { story: StoryPage; after?: ReactNode }) {
  const { language } = useTexts();
  // The page is the same for everyone; only the browser has the session of an editor.
  const isEditor = useSession(({ role }) => isAllowed(role, 'editors'));
  const [translated, setTranslated] = useState<{ id: number; translation: StoryTranslation | null }>();
  // The component stays mounted when the story or the language of the page changes.
  const isCurrent = translated?.id === story.id && translated.translation?.language === language;
  const translation = isCurrent ? translated.translation : null;
  const { title, language: shownIn } = translation ?? story;
  const about = { title: story.title, language: story.language };
  const corrections = story.corrections?.length ?? 0;
  // On this device only: readers of it see a note when it is corrected.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each story, and when it is corrected
  useEffect(() => addToHistory(story.id, { ...about, corrections }), [story.id, corrections]);
  const foreign = story.language !== language && !story.versions.some((version) => version.language === language);
  return (
    <>
      <StoryArticle
        story={story}
        translation={translation}
        tools={
          <span lang={language} dir={directionOf(language)}>
            <MarkButton kind="story" {...about} id={story.id} path={`/news/${story.id}`} />
          </span>
        }
        notes={
          <>
            {isEditor && (
              <Suspense>
                <StoryTools id={story.id} />
              </Suspense>
            )}
            {story.live && (
              <Suspense>
                <Live story={story} />
              </Suspense>
            )}
            <Versions story={story} />
            {foreign && (
              <Suspense>
                <TranslationNote
                  key={`${story.id} ${language}`}
                  story={story}
                  byServer={story.translatable}
                  shown={translation}
                  onShow={(translation) => setTranslated({ id: story.id, translation })}
                />
              </Suspense>
            )}
          </>
        }
        after={
          <>
            {story.live && (
              <Suspense>
                <Live story={story} entries />
              </Suspense>
            )}
            <StoryTopics story={story} />
            <ShareBar key={story.id} story={{ id: story.id, title, language: shownIn }} />
            {after}
          </>
        }
      />
      <StorySeries story={story} />
      <Related story={story} />
    </>
  );
}

function Related({ story: { related, relatedBy, category } }: { story: StoryPage }) {
  const { t, language } = useTexts();
  const to = usePaths();
  if (related.length === 0) return null;
  return (
    <aside className="section no-print" aria-labelledby="related">
      <div className="section-head">
        <h2 id="related">
          {relatedBy === 'topic' || !category ? t('topics.related') : t('news.related', { category: category.name })}
        </h2>
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
