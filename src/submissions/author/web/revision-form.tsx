import { useState } from 'react';
import { toastFailure } from '#src/client/failure.ts';
import { useSavedFields } from '#src/client/saved-fields.ts';
import { textsOf, useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { uploadForm } from '#src/client/upload.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { maxLengths } from '#src/submissions/submission/form.rules.ts';
import { submissionsCalls } from '#src/submissions/submission/submissions.contract.ts';
import { Button } from '#src/ui/button.tsx';
import { TextArea } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import { DocumentField } from './document-field.tsx';
import { FilesProgress } from './files-progress.tsx';

/** Answers a request for changes with a new version. */
export function RevisionForm({ id, megabytes, onDone }: { id: number; megabytes: number; onDone(): Promise<void> }) {
  const { t } = useTexts();
  const { busy, errors, failure, submit, setErrors, clear } = useSubmission();
  const [essay, setEssay] = useState<File | null>(null);
  const [bonafide, setBonafide] = useState<File | null>(null);
  const [part, setPart] = useState(0);
  const faulty = (field: string, error?: string) => (error ? setErrors({ ...errors, [field]: error }) : clear(field));

  const { form, discard } = useSavedFields(`revision:${id}`);
  const send = (element: HTMLFormElement) => {
    if (!essay) return setErrors({ essay_file: t('errors.required') });
    const data = new FormData();
    data.set('note', textsOf(element).note ?? '');
    if (bonafide) data.set('bonafide_file', bonafide);
    data.set('essay_file', essay);
    setPart(0);
    void submit(
      async () => {
        const { message } = await uploadForm(submissionsCalls.revise, { params: { id }, form: data }, setPart);
        toast({ kind: 'success', text: { sentence: message } });
        discard();
        await onDone();
      },
      (error) => toastFailure(error, 'submissions.submissionFailed'),
    );
  };

  return (
    <Form ref={form} className="mt-4 grid gap-4 border-rule border-t pt-4" onSubmit={send} failure={failure}>
      <h4 className="font-semibold">{t('submissions.reviseTitle')}</h4>
      <DocumentField
        label={t('submissions.newEssay')}
        name="essay_file"
        file={essay}
        megabytes={megabytes}
        disabled={busy}
        error={errors.essay_file}
        hint={t('submissions.essayHint', { megabytes })}
        onChoose={(file, error) => {
          setEssay(file);
          faulty('essay_file', error);
        }}
      />
      <DocumentField
        label={t('submissions.newBonafide')}
        name="bonafide_file"
        file={bonafide}
        megabytes={megabytes}
        disabled={busy}
        error={errors.bonafide_file}
        hint={t('submissions.bonafideHint', { megabytes })}
        onChoose={(file, error) => {
          setBonafide(file);
          faulty('bonafide_file', error);
        }}
      />
      <TextArea
        label={t('submissions.reviseNote')}
        name="note"
        rows={3}
        maxLength={maxLengths.note}
        disabled={busy}
        error={errors.note}
      />
      {busy && <FilesProgress part={part} sizes={[bonafide?.size ?? 0, essay?.size ?? 0]} />}
      <div>
        <Button type="submit" disabled={busy}>
          {t(busy ? 'submissions.submitting' : 'submissions.revise')}
        </Button>
      </div>
    </Form>
  );
}
