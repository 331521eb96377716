import { useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { sayFailure } from '#src/client/failure.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { articlesCalls } from '../submissions.contract.ts';

interface WithdrawDialogProps {
  id: number;
  title: string;
  onClose(): void;
  onDone(): Promise<void>;
}

/** Asks before a submission is withdrawn, since that cannot be undone. */
export function WithdrawDialog({ id, title, onClose, onDone }: WithdrawDialogProps) {
  const { t } = useTexts();
  const [busy, setBusy] = useState(false);
  const withdraw = async () => {
    setBusy(true);
    try {
      const { message } = await callApi(articlesCalls.remove, { params: { id } });
      toast({ kind: 'success', text: { sentence: message } });
    } catch (error) {
      sayFailure(error, 'submissions.actionFailed');
    }
    onClose();
    await onDone();
  };
  return (
    <Dialog title={t('submissions.withdrawQuestion')} onClose={onClose}>
      <p className="mt-2 font-serif text-lg">{title}</p>
      <p className="mt-2 text-sm text-soft">{t('submissions.withdrawHint')}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button kind="danger" onClick={withdraw} disabled={busy}>
          {t('submissions.withdraw')}
        </Button>
        <Button kind="quiet" onClick={onClose} disabled={busy}>
          {t('submissions.cancel')}
        </Button>
      </div>
    </Dialog>
  );
}
