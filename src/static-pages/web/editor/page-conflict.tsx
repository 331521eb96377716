import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { Differences } from '#src/ui/differences.tsx';
import { different } from '#src/ui/version-comparison.tsx';
import { type Content, textsByPath } from '../../page-fields.rules.ts';

interface PageConflictProps {
  theirs: Content;
  author: string;
  mine: Content;
  onTakeTheirs(): void;
  onKeepMine(): void;
}

/** After concurrent edits: the differing texts side by side, and the choice between them. */
export function PageConflict({ theirs, author, mine, onTakeTheirs, onKeepMine }: PageConflictProps) {
  const { t } = useTexts();
  const [before, after] = [textsByPath(theirs), textsByPath(mine)];
  const entries = different(before, after, (path) => path);
  return (
    <section role="alert" className="mb-8 border-2 border-press p-4">
      <h2 className="mb-4 font-bold text-2xl">{t('pages.changedMeanwhile')}</h2>
      {entries.length === 0 ? (
        <p>{t('pages.notDifferent')}</p>
      ) : (
        <Differences
          headings={{
            where: t('pages.where'),
            before: t('pages.theirVersion', { author: author || t('pages.somebody') }),
            after: t('pages.yourVersion'),
          }}
          entries={entries}
        />
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button kind="quiet" onClick={onTakeTheirs}>
          {t('pages.takeTheirs')}
        </Button>
        <Button kind="quiet" onClick={onKeepMine}>
          {t('pages.keepMine')}
        </Button>
      </div>
    </section>
  );
}
