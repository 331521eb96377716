import { apiHost } from '#src/client/api-host.ts';
import { directionOf } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Marked } from '#src/ui/marked.tsx';
import { usePaths } from '#src/ui/paths.ts';
import type { Found } from '../search.contract.ts';

/** Something found, for these words: its kind or category, headline, the part of its text that was asked for, day and picture. */
export function FoundItem({ found, words }: { found: Found; words: string }) {
  const { t, language, locale } = useTexts();
  const to = usePaths();
  const { kind, id, page, label, picture, locked } = found;
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'Asia/Kolkata' });
  const href = {
    story: to('/news/:id', { id }),
    page: `${to('/e-paper/:id', { id })}?q=${encodeURIComponent(words)}&page=${page}`,
    essay: to('/research/:id', { id }),
  }[kind];
  const own = ownWay(found.language, language);
  return (
    <article className="found">
      <div className="min-w-0 grow">
        <p className="kicker">{label ?? t('search.kind', { kind })}</p>
        <h3 {...own}>
          <a href={href}>
            <Marked parts={found.title} />
          </a>
        </h3>
        {found.excerpt.length > 0 && (
          <p {...own} className="found-excerpt">
            <Marked parts={found.excerpt} />
          </p>
        )}
        <p className="tabular pt-1 text-sm text-soft">
          <time dateTime={found.published_at}>{day.format(new Date(found.published_at))}</time>
          {page !== null && ` · ${t(locked ? 'search.locked' : 'search.pageOf', { page })}`}
        </p>
      </div>
      {picture && <img src={apiHost + picture} alt="" width={96} height={64} loading="lazy" decoding="async" />}
    </article>
  );
}

/** The language and direction of what is shown, where they are not the page's; an edition's text may be in any. */
function ownWay(found: string | null, language: string) {
  if (found === null) return { dir: 'auto' };
  return found === language ? {} : { lang: found, dir: directionOf(found) };
}
