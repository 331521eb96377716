import { use } from 'react';
import { pagePath, usePaths } from '#src/client/paths.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { pageLoader } from '#src/platform/http/page-loader.ts';
import { PageHead } from '#src/ui/page-head.tsx';
import { SiteName } from '#src/ui/page-title.tsx';
import { getHome } from '../server/home.service.ts';
import type { Route } from './+types/home-page';
import banner from './home-banner.svg';
import { NewestEdition } from './newest-edition.tsx';
import { TopStories } from './top-stories.tsx';
import { Wings } from './wings.tsx';
import './home.css';

export const handle = { texts: ['home'], deferScripts: true };

export const loader = pageLoader((ctx) => getHome(ctx));

/** Home page: the four wings, top stories, the newest edition, and a link to enroll. */
export default function HomePage({ loaderData: { stories, edition } }: Route.ComponentProps) {
  const { t } = useTexts();
  const to = usePaths();
  const site = use(SiteName);
  return (
    <div className="page home">
      <title>{`${site}: ${t('home.title')}`}</title>
      <PageHead
        title={t('home.title')}
        description={t('home.description', { site })}
        at={(language) => pagePath(language, '/')}
      />
      <header>
        <img
          className="home-banner"
          src={banner}
          alt={t('home.banner')}
          width={1600}
          height={560}
          fetchPriority="high"
        />
        <div className="home-words">
          <h1>{t('home.title')}</h1>
          <div>
            <p className="home-lead">{t('home.lead', { site })}</p>
            <p className="no-print mt-4 flex flex-wrap items-center gap-x-6 gap-y-3">
              <a className="home-enroll" href={to('/enroll')}>
                {t('home.enroll')}
              </a>
              <a className="link inline-flex min-h-11 items-center font-semibold" href={to('/news')}>
                {t('home.allNews')}
              </a>
            </p>
          </div>
        </div>
      </header>
      <div className="home-today">
        {stories.length > 0 && <TopStories stories={stories} />}
        <NewestEdition edition={edition} />
      </div>
      <Wings />
      <section className="home-join no-print">
        <div>
          <h2>{t('home.join')}</h2>
          <p>{t('home.joinText')}</p>
        </div>
        <a className="home-enroll" href={to('/enroll')}>
          {t('home.enroll')}
        </a>
      </section>
    </div>
  );
}
