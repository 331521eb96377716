import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { ScrollArea } from '#src/ui/scroll-area.tsx';
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
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  const different = paths.filter((path) => before.get(path) !== after.get(path));
  return (
    <section role="alert" className="mb-8 border-2 border-press p-4">
      <h2 className="font-bold text-2xl">{t('pages.changedMeanwhile')}</h2>
      {different.length === 0 && <p className="mt-4">{t('pages.notDifferent')}</p>}
      {different.length > 0 && (
        <ScrollArea label={t('pages.changedMeanwhile')} className="mt-4 max-h-96 overflow-auto border border-rule">
          <table className="w-full text-start text-sm">
            <thead className="bg-wash">
              <tr>
                {[
                  t('pages.where'),
                  t('pages.theirVersion', { author: author || t('pages.somebody') }),
                  t('pages.yourVersion'),
                ].map((heading) => (
                  <th key={heading} scope="col" className="p-2 text-start">
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {different.map((path) => (
                <tr key={path} className="border-rule border-t align-top">
                  <th scope="row" className="p-2 text-start font-normal text-soft">
                    {path}
                  </th>
                  <td className="whitespace-pre-wrap p-2 font-serif">{before.get(path)}</td>
                  <td className="whitespace-pre-wrap p-2 font-serif">{after.get(path)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollArea>
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
