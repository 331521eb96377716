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
import { DocumentField, useDocuments } from './document-field.tsx';
import { FilesProgress } from './files-progress.tsx';

/** Answers a request for changes with a new version. */
export function RevisionForm({ id, megabytes, onDone }: { id: number; megabytes: number; onDone(): Promise<void> }) {
  const { t } = useTexts();
  const submission = useSubmission();
  const { busy, errors, failure, submit, refuse } = submission;
  const { documents, documentField } = useDocuments(submission, megabytes);
  const [part, setPart] = useState(0);
  const { form, discard } = useSavedFields(`revision:${id}`);
  const send = (element: HTMLFormElement) => {
    const { essay_file, bonafide_file } = documents;
    if (!essay_file) return void refuse({ essay_file: { key: 'errors.required' } });
    const data = new FormData();
    data.set('note', textsOf(element).note ?? '');
    if (bonafide_file) data.set('bonafide_file', bonafide_file);
    data.set('essay_file', essay_file);
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
      <DocumentField label={t('submissions.newEssay')} {...documentField('essay_file')} />
      <DocumentField label={t('submissions.newBonafide')} {...documentField('bonafide_file')} />
      <TextArea
        label={t('submissions.reviseNote')}
        name="note"
        rows={3}
        maxLength={maxLengths.note}
        disabled={busy}
        error={errors.note}
      />
      {busy && <FilesProgress part={part} documents={documents} />}
      <div>
        <Button type="submit" disabled={busy}>
          {t(busy ? 'submissions.submitting' : 'submissions.revise')}
        </Button>
      </div>
    </Form>
  );
}
