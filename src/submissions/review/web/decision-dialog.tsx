import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { useSavedFields } from '#src/client/saved-fields.ts';
import { textsOf, useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { maxLengths } from '#src/submissions/submission/form.rules.ts';
import { articlesCalls, type SubmissionView } from '#src/submissions/submission/submissions.contract.ts';
import { type Decision, rejectionReasons } from '#src/submissions/submission/submissions.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { TextArea } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';

interface DecisionDialogProps {
  article: SubmissionView;
  decision: Decision;
  onClose(): void;
  onDone(): Promise<void>;
}

/** Confirms a decision; a rejection has reasons, and both have a message to the author. */
export function DecisionDialog({ article, decision, onClose, onDone }: DecisionDialogProps) {
  const { t } = useTexts();
  const { busy, submit } = useSubmission();
  const { form, discard } = useSavedFields(`decision:${article.id}:${decision}`);
  const decide = (element: HTMLFormElement) => {
    const { id, email, version, status } = article;
    const reasons = new FormData(element).getAll('reasons');
    const { note = '' } = textsOf(element);
    void submit(
      async () => {
        const body = { id, email, version, status, decision, reasons, note };
        const { message } = await callApi(articlesCalls.decide, { body });
        toast({ kind: 'success', text: { sentence: message } });
        discard();
        onClose();
        await onDone();
      },
      // The dialog stays open with its text; the table behind it may have changed.
      (error) => {
        toastFailure(error, 'review.failed');
        void onDone();
      },
    );
  };
  return (
    <Dialog title={t('review.question', { decision })} onClose={onClose}>
      <p className="mt-2 font-serif text-lg">{article.title}</p>
      <p className="text-sm text-soft">{article.username}</p>
      <Form ref={form} className="mt-4 grid gap-4" onSubmit={decide}>
        {decision === 'rejected' && (
          <fieldset>
            <legend className="mb-1 font-semibold text-sm">{t('review.reasons')}</legend>
            {rejectionReasons.map((reason) => (
              <label key={reason} className="flex min-h-11 items-center gap-3">
                <input type="checkbox" name="reasons" value={reason} className="size-5 shrink-0" />
                {t(`submissions.reason_${reason}`)}
              </label>
            ))}
          </fieldset>
        )}
        <TextArea label={t('review.note')} name="note" rows={2} maxLength={maxLengths.note} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" kind={decision === 'rejected' ? 'danger' : 'primary'} disabled={busy}>
            {t('review.confirm')}
          </Button>
          <Button kind="quiet" onClick={onClose} disabled={busy}>
            {t('review.cancel')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
