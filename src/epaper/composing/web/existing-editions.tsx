import { usePaths } from '#src/client/paths.ts';
import { useTexts } from '#src/messages/texts.tsx';
import type { Proposal } from '../compose.contract.ts';

/** Warns, before an edition is composed, that its period has one. */
export function ExistingEditionsNote({ existing }: Pick<Proposal, 'existing'>) {
  const { t } = useTexts();
  const to = usePaths();
  if (existing.length === 0) return null;
  return (
    <div role="status" className="mt-8 border border-ink bg-wash p-4">
      <p className="font-semibold">{t('compose.editionExists')}</p>
      <ul>
        {existing.map(({ id, title, state }) => (
          <li key={`${id} ${title}`}>
            {id === null ? (
              t(state === 'draft' ? 'compose.draftOf' : 'compose.beingTypeset', { title })
            ) : (
              <a className="link inline-flex min-h-11 items-center" href={to('/e-paper/:id', { id })}>
                {title}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
