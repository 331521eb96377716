import { use } from 'react';
import { pagePath, usePaths } from '#src/client/paths.ts';
import { directionOf, isLanguage, type Language } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { LanguageChoice } from '#src/news/cards/web/language-choice.tsx';
import { listQuery } from '#src/news/cards/web/story-listing.tsx';
import type { ListedCorrection } from '#src/news/corrections/corrections.contract.ts';
import { getCorrections } from '#src/news/corrections/server/corrections.service.ts';
import { pageFeedLinks } from '#src/news/feeds/feeds.rules.ts';
import { orderParameter } from '#src/news/stories/language-order.rules.ts';
import { pageLoader } from '#src/platform/http/page-loader.ts';
import { indianDateFormat, noonInIndia } from '#src/rules/calendar.rules.ts';
import { PageHead, useSiteUrl } from '#src/ui/page-head.tsx';
import { PageTitle, SiteName } from '#src/ui/page-title.tsx';
import { StructuredData } from '#src/ui/structured-data.tsx';
import { correctionsData } from '../structured.rules.ts';
import type { Route } from './+types/corrections-page';
import '#src/news/cards/web/news.css';

export const loader = pageLoader((ctx, { request }) => getCorrections(ctx, listQuery(request)));

/** What was corrected in stories, newest first. */
export default function CorrectionsPage({ loaderData: list }: Route.ComponentProps) {
  const { corrections, nextCursor, nextOrder, order, hasChoice, others } = list;
  const { t, language } = useTexts();
  const to = usePaths();
  const origin = useSiteUrl();
  const name = use(SiteName);
  const title = t('corrections.title');
  const at = (code: Language) => pagePath(code, '/corrections');
  const path = at(language);
  return (
    <div className="page">
      <PageTitle>{title}</PageTitle>
      <PageHead
        title={title}
        description={t('corrections.description')}
        at={at}
        feeds={pageFeedLinks(language, `${title} - ${name}`, '/corrections')}
      />
      <StructuredData
        of={
          import.meta.env.SSR
            ? () =>
                correctionsData({ origin, name }, { title, path, corrections }, (id) =>
                  pagePath(language, '/news/:id', { id }),
                )
            : undefined
        }
      />
      <header className="category-head">
        <h1>{title}</h1>
        <p className="mt-2 text-soft">{t('corrections.description')}</p>
        <p className="flex flex-wrap gap-x-6 text-sm">
          <a className="link inline-flex min-h-11 items-center" href={to('/editorial-policy')}>
            {t('corrections.policy')}
          </a>
          <a className="link inline-flex min-h-11 items-center" href={to('/contact')}>
            {t('corrections.report')}
          </a>
        </p>
      </header>
      {corrections.length === 0 ? (
        <p className="pt-8 font-serif text-2xl text-soft">{t('corrections.empty')}</p>
      ) : (
        <CorrectionList corrections={corrections} />
      )}
      {nextCursor && (
        <p className="pt-8 text-center font-semibold">
          <a
            className="link"
            rel="next"
            href={`${path}?after=${nextCursor}${nextOrder ? `&${orderParameter}=${nextOrder}` : ''}`}
          >
            {t('corrections.older')}
          </a>
        </p>
      )}
      {others.length > 0 && (
        <section className="section" aria-labelledby="other-languages">
          <div className="section-head">
            <h2 id="other-languages">{t('languages.others')}</h2>
          </div>
          <CorrectionList corrections={others} />
        </section>
      )}
      {hasChoice && <LanguageChoice order={order} path={path} />}
    </div>
  );
}

function CorrectionList({ corrections }: { corrections: ListedCorrection[] }) {
  const { t, locale } = useTexts();
  const to = usePaths();
  const format = indianDateFormat(locale, { dateStyle: 'long' });
  return (
    <ol className="divide-y divide-rule border-rule border-y">
      {corrections.map((correction) => (
        <li key={`${correction.storyId} ${correction.place}`} className="py-4 [overflow-wrap:anywhere]">
          <p className="text-sm text-soft">
            <span className="font-semibold text-ink">{t(`corrections.${correction.kind}`)}</span>
            {' · '}
            <time dateTime={correction.date}>{format.format(noonInIndia(correction.date))}</time>
          </p>
          <p className="mt-2 whitespace-pre-line font-serif text-lg" {...languageOf(correction)}>
            {correction.text}
          </p>
          <p className="text-sm">
            {t('corrections.story')}{' '}
            <a
              className="link font-semibold"
              href={to('/news/:id', { id: correction.storyId })}
              {...languageOf(correction)}
            >
              {correction.title}
            </a>
          </p>
        </li>
      ))}
    </ol>
  );
}

const languageOf = ({ language }: ListedCorrection) =>
  isLanguage(language) ? { lang: language, dir: directionOf(language) } : {};
