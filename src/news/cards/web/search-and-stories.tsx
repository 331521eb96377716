import { usePaths } from '#src/client/paths.ts';
import { directionOf } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import type { Card } from '../cards.contract.ts';

/** How many stories a page about a missing page links. */
export const storiesShown = 6;

export type LinkedStory = Pick<Card, 'id' | 'title' | 'language'>;

/** Below the message that there is no such page: a search, and stories as plain links. */
export function SearchAndStories({ stories }: { stories: LinkedStory[] }) {
  const { t, language } = useTexts();
  const to = usePaths();
  return (
    <div className="page">
      {/* A plain form, so that it works without JavaScript. */}
      <search>
        <form action={to('/search')} className="flex max-w-xl">
          <input
            name="q"
            type="search"
            required
            aria-label={t('shell.search')}
            className="min-h-11 min-w-0 grow border border-soft bg-paper px-3"
          />
          <button type="submit" className="min-h-11 bg-ink px-5 font-semibold text-paper hover:bg-press">
            {t('shell.search')}
          </button>
        </form>
      </search>
      {stories.length > 0 && (
        <section className="section" aria-labelledby="not-found-news">
          <div className="section-head">
            <h2 id="not-found-news">{t('shell.toNews')}</h2>
          </div>
          <ul className="max-w-3xl divide-y divide-rule font-semibold font-serif text-xl">
            {stories.map((story) => (
              <li key={story.id}>
                <a
                  href={to('/news/:id', { id: story.id })}
                  className="block py-3 hover:underline"
                  lang={story.language === language ? undefined : story.language}
                  dir={directionOf(story.language)}
                >
                  {story.title}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
