import { Outlet } from 'react-router';
import { usePaths } from '#src/client/paths.ts';
import { directionOf } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { pageLoader } from '#src/platform/http/page-loader.ts';
import { shownBelowStory } from '../letters.rules.ts';
import { getStoryLetters } from '../server/letters.service.ts';
import type { Route } from './+types/story-letters-page';
import { LetterList } from './letter-list.tsx';

// The story's loader answers 404 for an invalid id.
export const loader = pageLoader(async (ctx, { params: { id = '' } }) =>
  /^\d{1,9}$/.test(id) ? getStoryLetters(ctx, Number(id), { limit: shownBelowStory }) : null,
);

/** The letters about a story: the parent route of those that add something below its text. */
export default function StoryLettersPage({ loaderData, params: { id = '' } }: Route.ComponentProps) {
  const { t, language } = useTexts();
  const to = usePaths();
  const { letters = [], more = false, open = false } = loaderData ?? {};
  return (
    <>
      <Outlet />
      {(letters.length > 0 || open) && (
        <section
          id="letters"
          className="no-print mt-10 border-ink border-t-2 pt-4"
          aria-labelledby="letters-title"
          lang={language}
          dir={directionOf(language)}
        >
          <h2 id="letters-title" className="font-bold text-2xl">
            {t('news.letters')}
          </h2>
          <LetterList letters={letters} />
          <p className="flex flex-wrap gap-x-6 font-semibold">
            {open && (
              <a
                className="link inline-flex min-h-11 items-center"
                rel="nofollow"
                href={to('/news/:id/letter', { id })}
              >
                {t('news.writeLetter')}
              </a>
            )}
            {more && (
              <a className="link inline-flex min-h-11 items-center" href={to('/news/:id/letters', { id })}>
                {t('news.allLetters')}
              </a>
            )}
          </p>
        </section>
      )}
    </>
  );
}
