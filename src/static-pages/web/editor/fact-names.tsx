import { useTexts } from '#src/messages/texts.tsx';
import type { EditedPage } from '../../static-pages.contract.ts';

/** The placeholders that a page may contain, with their current values. */
export function FactNames({ facts }: Pick<EditedPage, 'facts'>) {
  const { t } = useTexts();
  return (
    <details className="border border-rule p-4 text-sm">
      <summary className="font-semibold">{t('pages.facts')}</summary>
      <p className="mt-2 text-soft">{t('pages.factsHint')}</p>
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {Object.entries(facts).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="font-mono">{`{${name}}`}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
