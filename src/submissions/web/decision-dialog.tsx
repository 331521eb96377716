import { callApi } from '#src/client/api.ts';
import { sayFailure } from '#src/client/failure.ts';
import { useKeptFields } from '#src/client/kept-fields.ts';
import { textsOf, useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { TextArea } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import { maxLengths } from '../form.rules.ts';
import { type Article, articlesCalls } from '../submissions.contract.ts';
import { type Decision, rejectionReasons } from '../submissions.rules.ts';

interface DecisionDialogProps {
  article: Article;
  decision: Decision;
  onClose(): void;
  onDone(): Promise<void>;
}

/** Asks before a decision; a rejection takes reasons along, and both take words to the author. */
export function DecisionDialog({ article, decision, onClose, onDone }: DecisionDialogProps) {
  const { t } = useTexts();
  const { busy, submit } = useSubmission();
  const { form, forget } = useKeptFields(`decision:${article.id}:${decision}`);
  const decide = (element: HTMLFormElement) => {
    const { id, email, version, status } = article;
    const reasons = new FormData(element).getAll('reasons');
    const { note = '' } = textsOf(element);
    void submit(
      async () => {
        const body = { id, email, version, status, decision, reasons, note };
        const { message } = await callApi(articlesCalls.decide, { body });
        toast({ kind: 'success', text: { sentence: message } });
        forget();
        onClose();
        await onDone();
      },
      // The dialog stays, with what was written; the table behind it may have changed.
      (error) => {
        sayFailure(error, 'review.failed');
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
