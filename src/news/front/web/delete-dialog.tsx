import { useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { newsroomCalls, storiesCalls } from '#src/news/stories/stories.contract.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';

interface DeleteDialogProps {
  story: { id: number; title: string };
  onClose(): void;
  /** Called after the story was deleted, and again if it was restored. */
  onDone(): Promise<void>;
}

/** Confirms before a story is moved to the trash; the toast afterwards has an undo action. */
export function DeleteDialog({ story: { id, title }, onClose, onDone }: DeleteDialogProps) {
  const { t } = useTexts();
  const [busy, setBusy] = useState(false);
  const undo = async () => {
    try {
      await callApi(newsroomCalls.restore, { params: { id } });
      await onDone();
      toast({ kind: 'success', text: 'newsroom.restored' });
    } catch (error) {
      toastFailure(error, 'newsroom.restoreFailed');
    }
  };
  const remove = async () => {
    setBusy(true);
    try {
      const { message } = await callApi(storiesCalls.remove, { params: { id } });
      toast({
        kind: 'success',
        text: { sentence: message },
        action: { label: 'newsroom.undo', run: () => void undo() },
      });
      await onDone();
    } catch (error) {
      toastFailure(error, 'newsroom.deleteFailed', { always: true });
    } finally {
      onClose();
    }
  };
  return (
    <Dialog title={t('newsroom.deleteQuestion')} onClose={onClose}>
      <p className="mt-2 font-serif text-lg">{title}</p>
      <p className="mt-2 text-sm text-soft">{t('newsroom.deleteHint')}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button kind="danger" onClick={remove} disabled={busy}>
          {t('newsroom.delete')}
        </Button>
        <Button kind="quiet" onClick={onClose} disabled={busy}>
          {t('newsroom.cancel')}
        </Button>
      </div>
    </Dialog>
  );
}
