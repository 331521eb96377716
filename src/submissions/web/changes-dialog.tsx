import { callApi } from '#src/client/api.ts';
import { sayFailure } from '#src/client/failure.ts';
import { useKeptFields } from '#src/client/kept-fields.ts';
import { textsOf, useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { ownScript } from '#src/messages/text-language.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { TextArea } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import { maxLengths } from '../form.rules.ts';
import { reviewCalls } from '../review.contract.ts';

interface ChangesDialogProps {
  id: number;
  title: string;
  onClose(): void;
  onDone(): Promise<void>;
}

/** Asks the author for a new version, saying what should change. */
export function ChangesDialog({ id, title, onClose, onDone }: ChangesDialogProps) {
  const { t } = useTexts();
  const { busy, errors, submit, setErrors, clear } = useSubmission();
  const { form, forget } = useKeptFields(`changes:${id}`);
  const ask = (element: HTMLFormElement) => {
    const { note = '' } = textsOf(element);
    if (!note.trim()) return setErrors({ note: t('errors.required') });
    void submit(
      async () => {
        const { message } = await callApi(reviewCalls.askChanges, { params: { id }, body: { note } });
        toast({ kind: 'success', text: { sentence: message } });
        forget();
        onClose();
        await onDone();
      },
      (error) => sayFailure(error, 'review.failed'),
    );
  };
  return (
    <Dialog title={t('review.askChangesQuestion')} onClose={onClose}>
      <p className="mt-2 font-serif text-lg" {...ownScript(title)}>
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
