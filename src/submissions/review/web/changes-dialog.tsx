import { callApi } from '#src/client/api.ts';
import { useSavedFields } from '#src/client/saved-fields.ts';
import { useSubmission } from '#src/client/submit.ts';
import { textLanguageAttributes } from '#src/messages/text-language.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { maxLengths } from '#src/submissions/submission/form.rules.ts';
import { TextArea } from '#src/ui/field.tsx';
import { FormDialog } from '#src/ui/form-dialog.tsx';
import { reviewCalls } from '../review.contract.ts';

interface ChangesDialogProps {
  id: number;
  title: string;
  onClose(): void;
  onDone(): Promise<void>;
}

/** Dialog to request changes from the author. */
export function ChangesDialog({ id, title, onClose, onDone }: ChangesDialogProps) {
  const { t } = useTexts();
  const submission = useSubmission();
  return (
    <FormDialog
      title={t('review.askChangesQuestion')}
      lead={
        <p className="mt-2 font-serif text-lg" {...textLanguageAttributes(title)}>
          {title}
        </p>
      }
      submission={submission}
      saved={useSavedFields(`changes:${id}`)}
      check={({ note = '' }) => (note.trim() ? {} : { note: { key: 'errors.required' } })}
      send={async ({ note = '' }) => {
        const { message } = await callApi(reviewCalls.askChanges, { params: { id }, body: { note } });
        return { sentence: message };
      }}
      onDone={onDone}
      failed="review.failed"
      submit={t('review.askChanges')}
      cancel={t('review.cancel')}
      onClose={onClose}
    >
      <TextArea label={t('review.changesNote')} rows={4} maxLength={maxLengths.note} {...submission.field('note')} />
    </FormDialog>
  );
}
