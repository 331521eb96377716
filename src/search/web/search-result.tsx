import { apiHost } from '#src/client/api-host.ts';
import { usePaths } from '#src/client/paths.ts';
import { directionOf } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { Marked } from '#src/ui/marked.tsx';
import type { SearchResult } from '../search.contract.ts';

/** A search result: kind or category, headline, excerpt, day and picture. `words` is the query for the link. */
export function SearchResultItem({ found, words }: { found: SearchResult; words: string }) {
  const { t, language, locale } = useTexts();
  const to = usePaths();
  const { kind, id, page, label, picture, focus, locked } = found;
  const day = indianDateFormat(locale, { dateStyle: 'medium' });
  const href = {
    story: to('/news/:id', { id }),
    page: `${to('/e-paper/:id', { id })}?q=${encodeURIComponent(words)}&page=${page}`,
    essay: to('/research/:id', { id }),
  }[kind];
  const languageProps = languageAttributes(found.language, language);
  return (
    <article className="found">
      <div className="min-w-0 grow">
        <p className="kicker">{label ?? t('search.kind', { kind })}</p>
        <h3 {...languageProps}>
          <a href={href}>
            <Marked parts={found.title} />
          </a>
        </h3>
        {found.excerpt.length > 0 && (
          <p {...languageProps} className="found-excerpt">
            <Marked parts={found.excerpt} />
          </p>
        )}
        <p className="tabular pt-1 text-sm text-soft">
          <time dateTime={found.published_at}>{day.format(new Date(found.published_at))}</time>
          {page !== null && ` · ${t(locked ? 'search.locked' : 'search.pageOf', { page })}`}
        </p>
      </div>
      {picture && (
        <img
          src={apiHost + picture}
          alt=""
          width={96}
          height={64}
          loading="lazy"
          decoding="async"
          style={focus && { objectPosition: `${focus.x}% ${focus.y}%` }}
        />
      )}
    </article>
  );
}

/** `lang` and `dir` of a result that is not in the page's language. The language of an edition's text is unknown. */
function languageAttributes(resultLanguage: string | null, language: string) {
  if (resultLanguage === null) return { dir: 'auto' };
  return resultLanguage === language ? {} : { lang: resultLanguage, dir: directionOf(resultLanguage) };
}
