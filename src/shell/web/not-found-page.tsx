import { data } from 'react-router';
import { useTexts } from '#src/messages/texts.tsx';
import { getTopStories } from '#src/news/server/reading.service.ts';
import { StoryCard } from '#src/news/web/story-card.tsx';
import { pageLoader } from '#src/page-context.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorPage } from '#src/ui/error-page.tsx';
import { TextField } from '#src/ui/field.tsx';
import { usePaths } from '#src/ui/paths.ts';
import type { Route } from './+types/not-found-page';
import '#src/news/web/news.css';
import '#src/news/web/story.css';

export const handle = { texts: ['news'] };

const storiesShown = 6;

export const loader = pageLoader(async (ctx) => data(await getTopStories(ctx, storiesShown), { status: 404 }));

/** For an address without a page: ways on, a search and the top stories. */
export default function NotFoundPage({ loaderData: stories }: Route.ComponentProps) {
  const { t, language } = useTexts();
  const to = usePaths();
  return (
    <>
      <ErrorPage status={404} />
      <div className="page">
        {/* A plain form, so that it works without JavaScript. */}
        <search>
          <form action={to('/search')} className="flex max-w-xl flex-wrap items-end gap-3">
            <div className="min-w-56 grow">
              <TextField label={t('shell.search')} name="q" type="search" required />
            </div>
            <Button type="submit">{t('shell.search')}</Button>
          </form>
        </search>
        {stories.length > 0 && (
          <section className="section" aria-labelledby="newest">
            <div className="section-head">
              <h2 id="newest">{t('news.newest')}</h2>
            </div>
            <ul className="list-rows">
              {stories.map((card) => (
                <li key={card.id}>
                  <StoryCard card={card} size="row" href={to('/news/:id', { id: card.id })} language={language} />
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </>
  );
}
