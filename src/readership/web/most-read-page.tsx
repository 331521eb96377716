import { usePaths } from '#src/client/paths.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { pageLoader } from '#src/platform/http/page-loader.ts';
import { getMostRead } from '../server/most-read.service.ts';
import type { Route } from './+types/most-read-page';

export const loader = pageLoader((ctx, { params: { category } }) => getMostRead(ctx, category));

/** The most read stories: child route below the board, and below the stories of a category. */
export default function MostReadPage({ loaderData: stories }: Route.ComponentProps) {
  const { t } = useTexts();
  const to = usePaths();
  if (stories.length === 0) return null;
  return (
    <section className="section" aria-labelledby="most-read">
      <div className="section-head">
        <h2 id="most-read">{t('news.mostRead')}</h2>
      </div>
      <ol className="most-read">
        {stories.map(({ id, title }) => (
          <li key={id}>
            <a href={to('/news/:id', { id })}>{title}</a>
          </li>
        ))}
      </ol>
    </section>
  );
}
