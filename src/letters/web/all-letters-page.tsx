import { usePaths } from '#src/client/paths.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { pageLoader } from '#src/platform/http/page-loader.ts';
import { PageTitle } from '#src/ui/page-title.tsx';
import { getStoryLetters } from '../server/letters.service.ts';
import type { Route } from './+types/all-letters-page';
import { LetterList } from './letter-list.tsx';

export const handle = { texts: ['letters', 'news'], deferScripts: true };

export const loader = pageLoader((ctx, { params: { id = '' }, request }) => {
  const before = new URL(request.url).searchParams.get('before');
  // No story has the number 0.
  return getStoryLetters(ctx, /^\d{1,9}$/.test(id) ? Number(id) : 0, before ? { before: Number(before) } : {});
});

/** All published letters about a story, newest first. */
export default function AllLettersPage({ loaderData: { story, letters, more, open } }: Route.ComponentProps) {
  const { t } = useTexts();
  const to = usePaths();
  const { id } = story;
  const title = t('letters.allTitle', { title: story.title });
  const last = letters.at(-1);
  return (
    <div className="page py-8">
      <PageTitle>{title}</PageTitle>
      <meta name="robots" content="noindex, follow" />
      <div className="mx-auto max-w-3xl border-ink border-t-4 pt-6">
        <h1 className="font-extrabold text-3xl">{title}</h1>
        <p className="mt-2 flex flex-wrap gap-x-6">
          <a className="link inline-flex min-h-11 items-center" href={to('/news/:id', { id })}>
            {t('letters.backToStory')}
          </a>
          {open && (
            <a className="link inline-flex min-h-11 items-center" rel="nofollow" href={to('/news/:id/letter', { id })}>
              {t('news.writeLetter')}
            </a>
          )}
        </p>
        <LetterList letters={letters} />
        {letters.length === 0 && <p className="py-8 font-serif text-soft text-xl">{t('letters.empty')}</p>}
        {more && last && (
          <p className="pt-4 text-center font-semibold">
            <a
              className="link inline-flex min-h-11 items-center"
              rel="next"
              href={`${to('/news/:id/letters', { id })}?before=${last.id}`}
            >
              {t('letters.older')}
            </a>
          </p>
        )}
      </div>
    </div>
  );
}
