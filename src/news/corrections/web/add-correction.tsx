import { lazy, Suspense, useState } from 'react';
import { useTexts } from '#src/messages/texts.tsx';
import type { NewsItem } from '#src/news/stories/stories.contract.ts';

const CorrectionDialog = lazy(() =>
  import('./correction-dialog.tsx').then((loaded) => ({ default: loaded.CorrectionDialog })),
);

interface AddCorrectionProps {
  id: number;
  className?: string;
  onAdded(story: NewsItem): void;
}

/** Opens the dialog in which an editor adds a correction to a story. */
export function AddCorrection({ id, className = 'link', onAdded }: AddCorrectionProps) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={className} onClick={() => setOpen(true)}>
        {t('corrections.add')}
      </button>
      {isOpen && (
        <Suspense>
          <CorrectionDialog id={id} onClose={() => setOpen(false)} onAdded={onAdded} />
        </Suspense>
      )}
    </>
  );
}
