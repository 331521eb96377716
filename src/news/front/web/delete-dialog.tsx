import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { toastOutcome } from '#src/client/outcome.ts';
import { useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { newsroomCalls, storiesCalls } from '#src/news/stories/stories.contract.ts';
import { FormDialog } from '#src/ui/form-dialog.tsx';

interface DeleteDialogProps {
  story: { id: number; title: string };
  onClose(): void;
  /** Called after the story was deleted, and again if it was restored. */
  onDone(): Promise<void>;
}

/** Confirms before a story is moved to the trash; the toast afterwards has an undo action. */
export function DeleteDialog({ story: { id, title }, onClose, onDone }: DeleteDialogProps) {
  const { t } = useTexts();
  const undo = () =>
    toastOutcome(async () => {
      await callApi(newsroomCalls.restore, { params: { id } });
      await onDone();
      return 'newsroom.restored';
    }, 'newsroom.restoreFailed');
  const remove = async () => {
    const { message } = await callApi(storiesCalls.remove, { params: { id } });
    toast({
      kind: 'success',
      text: { sentence: message },
      action: { label: 'newsroom.undo', run: () => void undo() },
    });
    await onDone();
    onClose();
  };
  return (
    <FormDialog
      title={t('newsroom.deleteQuestion')}
      lead={
        <>
          <p className="mt-2 font-serif text-lg">{title}</p>
          <p className="mt-2 text-sm text-soft">{t('newsroom.deleteHint')}</p>
        </>
      }
      submission={useSubmission()}
      send={remove}
      failed={(error) => {
        toastFailure(error, 'newsroom.deleteFailed', { always: true });
        onClose();
      }}
      submit={t('newsroom.delete')}
      kind="danger"
      cancel={t('newsroom.cancel')}
      onClose={onClose}
    />
  );
}
