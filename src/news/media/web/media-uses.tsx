import { useId } from 'react';
import { usePaths } from '#src/client/paths.ts';
import { useTexts } from '#src/messages/texts.tsx';
import type { MediaItemPage } from '../media.contract.ts';

/** The stories that use a picture, with links to their forms. */
export function MediaUses({ item: { used_in: uses, more_uses: more } }: { item: MediaItemPage }) {
  const { t } = useTexts();
  const to = usePaths();
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="font-bold text-lg">
        {t('media.usedIn')}
      </h3>
      {uses.length === 0 && more === 0 && <p className="mt-2 text-soft">{t('media.useNone')}</p>}
      <ul className="mt-2">
        {uses.map(({ id, title, lead, trashed }) => (
          <li key={id} className="py-2">
            {trashed ? (
              <bdi>{title}</bdi>
            ) : (
              <a className="link" href={to('/admin/edit/:id', { id })}>
                <bdi>{title}</bdi>
              </a>
            )}
            <span className="text-sm text-soft"> – {t(lead ? 'media.usedAsLead' : 'media.usedInText')}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="text-soft">{t('media.moreUses', { count: more })}</p>}
    </section>
  );
}
