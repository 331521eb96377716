import { usePaths } from '#src/client/paths.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Icon } from '#src/ui/icon.tsx';
import type { PageHits } from '../reader.contract.ts';
import { HitText } from './hit-text.tsx';
import type { Position } from './use-position.ts';
import './hits.css';

interface EditionHitsProps {
  place: Position;
  found: PageHits | undefined;
  failed: boolean;
}

/** Search results in this edition. */
export function EditionHits({ place, found, failed }: EditionHitsProps) {
  const { t } = useTexts();
  const to = usePaths();
  return (
    <section className="hits no-print" aria-label={t('reader.searchResults')}>
      <div className="flex items-center justify-between gap-4">
        <p role="status" className="font-semibold">
          {failed
            ? t('reader.searchFailed')
            : found
              ? t('reader.hits', { count: found.hits.length })
              : t('reader.loading')}
        </p>
        <a className="link ms-auto text-sm" href={`${to('/e-paper/search')}?q=${encodeURIComponent(place.words)}`}>
          {t('reader.everyEdition')}
        </a>
        <button type="button" className="tool" aria-label={t('reader.closeSearch')} onClick={() => place.searchFor('')}>
          <Icon name="close" />
        </button>
      </div>
      <ul>
        {found?.hits.map((hit) => (
          <li key={hit.page}>
            <a
              className="hit"
              href={place.href(hit.page)}
              aria-current={hit.page === place.page ? 'page' : undefined}
              onClick={(event) => {
                event.preventDefault();
                place.goTo(hit.page);
              }}
            >
              <HitText hit={hit} />
            </a>
          </li>
        ))}
      </ul>
      {found?.more && <p className="text-sm text-soft">{t('reader.moreHits')}</p>}
    </section>
  );
}
