import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { useSavedFields } from '#src/client/saved-fields.ts';
import { useSubmission } from '#src/client/submit.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { maxLengths } from '#src/submissions/submission/form.rules.ts';
import { type Decision, rejectionReasons } from '#src/submissions/submission/submission-states.rules.ts';
import { articlesCalls, type SubmissionView } from '#src/submissions/submission/submissions.contract.ts';
import { TextArea } from '#src/ui/field.tsx';
import { FormDialog } from '#src/ui/form-dialog.tsx';

interface DecisionDialogProps {
  article: SubmissionView;
  decision: Decision;
  onClose(): void;
  onDone(): Promise<void>;
}

/** Confirms a decision; a rejection has reasons, and both have a message to the author. */
export function DecisionDialog({ article, decision, onClose, onDone }: DecisionDialogProps) {
  const { t } = useTexts();
  const { id, email, version, status } = article;
  return (
    <FormDialog
      title={t('review.question', { decision })}
      lead={
        <>
          <p className="mt-2 font-serif text-lg">{article.title}</p>
          <p className="text-sm text-soft">{article.username}</p>
        </>
      }
      submission={useSubmission()}
      saved={useSavedFields(`decision:${id}:${decision}`)}
      send={async ({ note = '' }, form) => {
        const reasons = new FormData(form).getAll('reasons');
        const body = { id, email, version, status, decision, reasons, note };
        return { sentence: (await callApi(articlesCalls.decide, { body })).message };
      }}
      onDone={onDone}
      failed={(error) => {
        toastFailure(error, 'review.failed');
        void onDone(); // the table behind the dialog may have changed
      }}
      submit={t('review.confirm')}
      kind={decision === 'rejected' ? 'danger' : 'primary'}
      cancel={t('review.cancel')}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}
