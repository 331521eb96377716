import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';

/** Offers to restore or discard unsaved changes of an earlier visit. */
export function DraftBar({ onContinue, onDiscard }: { onContinue(): void; onDiscard(): void }) {
  const { t } = useTexts();
  return (
    <div role="status" className="mb-6 flex flex-wrap items-center gap-4 border border-ink bg-wash p-4">
      <p className="grow">{t('pages.draftKept')}</p>
      <Button kind="quiet" onClick={onContinue}>
        {t('pages.continueDraft')}
      </Button>
      <Button kind="quiet" onClick={onDiscard}>
        {t('pages.discardDraft')}
      </Button>
    </div>
  );
}
