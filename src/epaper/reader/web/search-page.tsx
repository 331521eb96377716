import { useSearchParams } from 'react-router';
import { searchLimit } from '#src/calls/call.ts';
import { usePaths } from '#src/client/paths.ts';
import { useCall } from '#src/client/queries.ts';
import { issuedAt } from '#src/epaper/pages/editions.rules.ts';
import { searchMaxLength } from '#src/epaper/pages/pages.rules.ts';
import { textLanguageAttributes } from '#src/messages/text-language.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { pageLoader } from '#src/platform/http/page-loader.ts';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { PageTitle } from '#src/ui/page-title.tsx';
import { type PageHit, type PageHits, readerCalls } from '../reader.contract.ts';
import { findPages } from '../server/search.service.ts';
import type { Route } from './+types/search-page';
import { HitText } from './hit-text.tsx';
import { SearchForm } from './search-form.tsx';
import './reader.css';
import './hits.css';

export const handle = { texts: ['epaper', 'reader'] };

export const loader = pageLoader(async (ctx, { request }) => {
  const words = new URL(request.url).searchParams.get('q') ?? '';
  if (words) await ctx.limits.count(searchLimit, ctx.address);
  return findPages(ctx, { q: words.slice(0, searchMaxLength), readableOnly: true });
});

/** Search in all editions: the server renders free pages only; the browser requests all that the actor may read. */
export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts();
  const to = usePaths();
  const [search] = useSearchParams();
  const words = (search.get('q') ?? '').slice(0, searchMaxLength);
  const call = useCall(readerCalls.search, { query: { q: words } }, words !== '');
  const found: PageHits = call.data ?? loaderData;
  return (
    <div className="page py-8 md:py-10">
      <PageTitle>{t('reader.searchTitle')}</PageTitle>
      <meta name="description" content={t('reader.searchDescription')} />
      <meta name="robots" content="noindex" />
      <h1 className="mb-6 font-extrabold text-4xl md:text-5xl">{t('reader.searchTitle')}</h1>
      <div className="max-w-xl">
        <SearchForm label={t('reader.searchTitle')} words={words} />
      </div>
      {words && (
        <p role="status" className="mt-6 font-semibold">
          {t('reader.hits', { count: found.hits.length })}
        </p>
      )}
      {[...Map.groupBy(found.hits, (hit) => hit.edition_id)].map(([id, hits]) => (
        <EditionFound
          key={id}
          hits={hits}
          href={`${to('/e-paper/:id', { id })}?q=${encodeURIComponent(words)}&page=`}
        />
      ))}
      {found.more && <p className="mt-6 text-soft">{t('reader.moreHits')}</p>}
    </div>
  );
}

function EditionFound({ hits, href }: { hits: PageHit[]; href: string }) {
  const { locale } = useTexts();
  const [first] = hits;
  if (!first) return null;
  const day = indianDateFormat(locale, { dateStyle: 'long' });
  return (
    <section className="mt-8 max-w-3xl border-rule border-t pt-4">
      <h2 className="text-wrap font-bold text-2xl" {...textLanguageAttributes(first.title)}>
        {first.title}
      </h2>
      <p className="text-sm text-soft">{[day.format(issuedAt(first)), first.place].filter(Boolean).join(' · ')}</p>
      <ul className="mt-2">
        {hits.map((hit) => (
          <li key={hit.page}>
            <a className="hit" href={href + hit.page}>
              <HitText hit={hit} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
