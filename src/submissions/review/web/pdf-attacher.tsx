import { useState } from 'react';
import { toastFailure } from '#src/client/failure.ts';
import { useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { uploadForm } from '#src/client/upload.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { DocumentField } from '#src/submissions/author/web/document-field.tsx';
import { Button } from '#src/ui/button.tsx';
import { Form } from '#src/ui/form-page.tsx';
import { Progress } from '#src/ui/progress.tsx';
import { Section } from '#src/ui/section.tsx';
import { type Reviewed, reviewCalls } from '../review.contract.ts';

interface PdfAttacherProps {
  work: Pick<Reviewed, 'id' | 'version'>;
  megabytes: number;
  onDone(): Promise<void>;
}

/** Replaces a .doc or .docx by a PDF, so that the essay can be listed on the research pages. */
export function PdfAttacher({ work, megabytes, onDone }: PdfAttacherProps) {
  const { t } = useTexts();
  const { busy, errors, submit, setErrors } = useSubmission();
  const [pdf, setPdf] = useState<File | null>(null);
  const [part, setPart] = useState(0);
  const attach = () => {
    if (!pdf) return setErrors({ pdf: t('errors.required') });
    const form = new FormData();
    form.set('pdf', pdf);
    form.set('version', String(work.version));
    setPart(0);
    void submit(
      async () => {
        const { message } = await uploadForm(reviewCalls.attachPdf, { params: { id: work.id }, form }, setPart);
        toast({ kind: 'success', text: { sentence: message } });
        await onDone();
      },
      (error) => {
        if (!error.fields.pdf) toastFailure(error, 'review.failed');
      },
    );
  };
  return (
    <Section title={t('review.attach')}>
      <Form className="mt-3 grid gap-4" onSubmit={attach}>
        <DocumentField
          label={t('review.attachFile')}
          name="pdf"
          file={pdf}
          megabytes={megabytes}
          disabled={busy}
          error={errors.pdf}
          hint={t('review.attachHint')}
          accept=".pdf"
          onChoose={(file, error) => {
            setPdf(file);
            setErrors(error ? { pdf: error } : {});
          }}
        />
        {busy && <Progress label={t('review.attaching')} part={part} />}
        <div>
          <Button type="submit" kind="quiet" disabled={busy}>
            {t(busy ? 'review.attaching' : 'review.attach')}
          </Button>
        </div>
      </Form>
    </Section>
  );
}
