import { useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { sayFailure } from '#src/client/failure.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { articlesCalls } from '../submissions.contract.ts';

interface DeleteWorkDialogProps {
  id: number;
  title: string;
  onClose(): void;
  onDone(): Promise<void>;
}

/** Asks before the newsroom deletes a submission for good. */
export function DeleteWorkDialog({ id, title, onClose, onDone }: DeleteWorkDialogProps) {
  const { t } = useTexts();
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      const { message } = await callApi(articlesCalls.remove, { params: { id } });
      toast({ kind: 'success', text: { sentence: message } });
      await onDone();
    } catch (error) {
      sayFailure(error, 'review.failed');
    }
    onClose();
  };
  return (
    <Dialog title={t('review.deleteQuestion')} onClose={onClose}>
      <p className="mt-2 font-serif text-lg">{title}</p>
      <p className="mt-2 text-sm text-soft">{t('review.deleteHint')}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button kind="danger" onClick={remove} disabled={busy}>
          {t('review.delete')}
        </Button>
        <Button kind="quiet" onClick={onClose} disabled={busy}>
          {t('review.cancel')}
        </Button>
      </div>
    </Dialog>
  );
}
