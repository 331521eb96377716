import { useState } from 'react';
import { useTexts } from '#src/messages/texts.tsx';
import type { Category } from '#src/news/categories/categories.contract.ts';
import type { BulkAction } from '#src/news/stories/story-list.contract.ts';
import { Button } from '#src/ui/button.tsx';
import type { MoveTarget } from './bulk-actions.ts';
import { MoveDialog } from './move-dialog.tsx';

interface BulkBarProps {
  count: number;
  /** Whether the selected stories are in the trash. */
  inTrash: boolean;
  busy: boolean;
  /** Whether an action is the user's for any of the stories. */
  mayRun(action: BulkAction): boolean;
  categories: Category[];
  onRun(action: BulkAction, to?: MoveTarget): void;
  onClear(): void;
}

/** What can be done with the selected stories. */
export function BulkBar({ count, inTrash, busy, mayRun, categories, onRun, onClear }: BulkBarProps) {
  const { t } = useTexts();
  const [moving, setMoving] = useState(false);
  const isOff = (action: BulkAction) => busy || !mayRun(action);
  const actions: BulkAction[] = inTrash ? ['restore'] : ['publish', 'unpublish', 'move', 'trash'];
  return (
    <section
      aria-label={t('stories.bulkBar')}
      className="sticky bottom-0 z-40 mt-4 flex flex-wrap items-center gap-2 border-ink border-t-2 bg-paper py-3 sm:gap-3"
    >
      <p className="grow font-semibold" role="status">
        {t('stories.selected', { count })}
        {!actions.every(mayRun) && (
          <span className="block font-normal text-sm text-soft">{t('newsroom.notYourStep')}</span>
        )}
      </p>
      {inTrash ? (
        <Button disabled={isOff('restore')} onClick={() => onRun('restore')}>
          {t('newsroom.restore')}
        </Button>
      ) : (
        <>
          <Button kind="quiet" className="px-3!" disabled={isOff('publish')} onClick={() => onRun('publish')}>
            {t('stories.publish')}
          </Button>
          <Button kind="quiet" className="px-3!" disabled={isOff('unpublish')} onClick={() => onRun('unpublish')}>
            {t('stories.unpublish')}
          </Button>
          <Button kind="quiet" className="px-3!" disabled={isOff('move')} onClick={() => setMoving(true)}>
            {t('stories.move')}
          </Button>
          <Button kind="quiet" className="px-3!" disabled={isOff('trash')} onClick={() => onRun('trash')}>
            {t('stories.trash')}
          </Button>
        </>
      )}
      <button type="button" className="link min-h-11 px-2" onClick={onClear}>
        {t('stories.clearSelection')}
      </button>
      {moving && (
        <MoveDialog
          count={count}
          categories={categories}
          onClose={() => setMoving(false)}
          onMove={(to) => {
            setMoving(false);
            onRun('move', to);
          }}
        />
      )}
    </section>
  );
}
