import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { useSavedFields } from '#src/client/saved-fields.ts';
import { textsOf, useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { textLanguageAttributes } from '#src/messages/text-language.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { maxLengths } from '#src/submissions/submission/form.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { TextArea } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
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
  const { busy, errors, submit, setErrors, clear } = useSubmission();
  const { form, discard } = useSavedFields(`changes:${id}`);
  const ask = (element: HTMLFormElement) => {
    const { note = '' } = textsOf(element);
    if (!note.trim()) return setErrors({ note: t('errors.required') });
    void submit(
      async () => {
        const { message } = await callApi(reviewCalls.askChanges, { params: { id }, body: { note } });
        toast({ kind: 'success', text: { sentence: message } });
        discard();
        onClose();
        await onDone();
      },
      (error) => toastFailure(error, 'review.failed'),
    );
  };
  return (
    <Dialog title={t('review.askChangesQuestion')} onClose={onClose}>
      <p className="mt-2 font-serif text-lg" {...textLanguageAttributes(title)}>
        {title}
      </p>
      <Form ref={form} className="mt-4 grid gap-4" onSubmit={ask}>
        <TextArea
          label={t('review.changesNote')}
          name="note"
          rows={4}
          maxLength={maxLengths.note}
          error={errors.note}
          onChange={() => clear('note')}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={busy}>
            {t('review.askChanges')}
          </Button>
          <Button kind="quiet" onClick={onClose} disabled={busy}>
            {t('review.cancel')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
