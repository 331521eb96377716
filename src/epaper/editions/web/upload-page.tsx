import { useRef, useState } from 'react';
import { failureReason } from '#src/client/failure.ts';
import { usePaths } from '#src/client/paths.ts';
import { useIsRefused, useRequireEditor } from '#src/client/route-guards.ts';
import { textsOf, useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { uploadForm } from '#src/client/upload.ts';
import { type EditionView, editionCalls } from '#src/epaper/pages/editions.contract.ts';
import { parseFilename, periods } from '#src/epaper/pages/editions.rules.ts';
import { editionMegabytes } from '#src/epaper/pages/epaper.settings.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { pageLoader } from '#src/platform/http/page-loader.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorPage } from '#src/ui/error-page.tsx';
import { Options, SelectField } from '#src/ui/field.tsx';
import { Form, FormPage } from '#src/ui/form-page.tsx';
import { Progress } from '#src/ui/progress.tsx';
import type { Route } from './+types/upload-page';
import { DetailFields } from './detail-fields.tsx';
import { PdfField } from './pdf-field.tsx';

export const handle = { texts: ['epaper', 'errors'] };

export const loader = pageLoader(async ({ settings }) => ({ megabytes: settings.get(editionMegabytes) }));

export default function UploadPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts();
  const allowed = useRequireEditor();
  const refused = useIsRefused('editors');
  if (refused) return <ErrorPage status={403} />;
  return (
    <FormPage title={t('epaper.uploadTitle')} lead={t('epaper.uploadLead')} wide>
      {allowed && <UploadForm {...loaderData} />}
    </FormPage>
  );
}

/** Uploads a PDF as an edition. */
function UploadForm({ megabytes }: { megabytes: number }) {
  const { t } = useTexts();
  const to = usePaths();
  const { busy, errors, submit, setErrors, field } = useSubmission();
  const [pdf, setPdf] = useState<File | null>(null);
  const [part, setPart] = useState(0);
  const [uploaded, setUploaded] = useState<EditionView | null>(null);
  const abort = useRef<AbortController>(null);

  const choose = (file: File | null, error?: string) => {
    setPdf(file);
    setUploaded(null);
    setErrors(error ? { pdf: error } : {});
  };

  const upload = (form: HTMLFormElement) => {
    const sent = textsOf(form);
    if (!pdf || !sent.category) return setErrors({ [pdf ? 'category' : 'pdf']: t('epaper.selectBoth') });
    const data = new FormData();
    for (const [name, value] of Object.entries(sent)) data.set(name, value);
    data.set('pdf', pdf);
    abort.current = new AbortController();
    const { signal } = abort.current;
    setPart(0);
    void submit(
      async () => {
        const reply = await uploadForm(editionCalls.upload, { form: data, signal }, setPart);
        toast({ kind: 'success', text: { sentence: reply.message } });
        setUploaded(reply.data);
        setPdf(null);
        form.reset();
      },
      (error) => {
        if (signal.aborted) return toast({ kind: 'info', text: 'epaper.uploadCancelled' });
        const params = { reason: error.message || t('epaper.serverError') };
        const detail = failureReason(error);
        toast({ kind: 'error', text: 'epaper.uploadFailed', params, ...(detail && { detail }) });
      },
    );
  };

  const guess = pdf && parseFilename(pdf.name);
  return (
    <Form onSubmit={upload}>
      <SelectField label={t('epaper.period')} {...field('category')} defaultValue="" disabled={busy}>
        <option value="">{t('epaper.choosePeriod')}</option>
        <Options of={periods.map((period) => [period, t(`epaper.${period}`)])} />
      </SelectField>
      <PdfField
        label={t('epaper.pdf')}
        pdf={pdf}
        megabytes={megabytes}
        disabled={busy}
        error={errors.pdf}
        onChoose={choose}
      />
      {/* The key resets the fields to the guesses for each new file. */}
      {guess && (
        <DetailFields
          key={pdf.name}
          title={guess.title}
          issueDate={guess.issueDate}
          place={guess.place}
          disabled={busy}
          errors={errors}
        />
      )}
      {busy && <Progress label={t(part < 1 ? 'epaper.uploading' : 'epaper.checking')} part={part} />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={busy}>
          {t(busy ? 'epaper.uploading' : 'epaper.upload')}
        </Button>
        {/* A complete upload is stored even if the client disconnects, so it can no longer be cancelled. */}
        {busy && part < 1 && (
          <Button kind="quiet" onClick={() => abort.current?.abort()}>
            {t('epaper.cancel')}
          </Button>
        )}
      </div>
      {uploaded && (
        <p role="status">
          {t('epaper.onTheRack', { title: uploaded.title })}{' '}
          <a className="link font-semibold" href={`${to('/e-paper')}?edition=${uploaded.id}`}>
            {t('epaper.seeIt')}
          </a>
        </p>
      )}
    </Form>
  );
}
