import { useState } from 'react';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import type { Category } from '../../categories.contract.ts';
import type { BulkAction } from '../../story-list.contract.ts';
import type { MoveTarget } from './bulk-actions.ts';
import { MoveDialog } from './move-dialog.tsx';

interface BulkBarProps {
  count: number;
  /** Whether the selected stories are in the trash. */
  inTrash: boolean;
  busy: boolean;
  categories: Category[];
  onRun(action: BulkAction, to?: MoveTarget): void;
  onClear(): void;
}

/** What can be done with the selected stories. */
export function BulkBar({ count, inTrash, busy, categories, onRun, onClear }: BulkBarProps) {
  const { t } = useTexts();
  const [moving, setMoving] = useState(false);
  return (
    <section
      aria-label={t('stories.bulkBar')}
      className="sticky bottom-0 z-40 mt-4 flex flex-wrap items-center gap-2 border-ink border-t-2 bg-paper py-3 sm:gap-3"
    >
      <p className="grow font-semibold" role="status">
        {t('stories.selected', { count })}
      </p>
      {inTrash ? (
        <Button disabled={busy} onClick={() => onRun('restore')}>
          {t('newsroom.restore')}
        </Button>
      ) : (
        <>
          <Button kind="quiet" className="px-3!" disabled={busy} onClick={() => onRun('publish')}>
            {t('stories.publish')}
          </Button>
          <Button kind="quiet" className="px-3!" disabled={busy} onClick={() => onRun('unpublish')}>
            {t('stories.unpublish')}
          </Button>
          <Button kind="quiet" className="px-3!" disabled={busy} onClick={() => setMoving(true)}>
            {t('stories.move')}
          </Button>
          <Button kind="quiet" className="px-3!" disabled={busy} onClick={() => onRun('trash')}>
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
