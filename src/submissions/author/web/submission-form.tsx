import { useState } from 'react';
import type { CurrentUserView } from '#src/accounts/users/sessions.contract.ts';
import { toastFailure } from '#src/client/failure.ts';
import { usePaths } from '#src/client/paths.ts';
import { refetch } from '#src/client/queries.ts';
import { useSavedFields } from '#src/client/saved-fields.ts';
import { textsOf, useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { uploadForm } from '#src/client/upload.ts';
import { useTexts } from '#src/messages/texts.tsx';
import {
  articleTypes,
  checkSubmission,
  descriptionFormOf,
  formatOfName,
  typeTexts,
} from '#src/submissions/submission/form.rules.ts';
import { articlesCalls, submissionsCalls } from '#src/submissions/submission/submissions.contract.ts';
import { Button } from '#src/ui/button.tsx';
import { SelectField, TextField } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import { Outcome } from '#src/ui/outcome.tsx';
import { DocumentField } from './document-field.tsx';
import { FilesProgress } from './files-progress.tsx';
import { SubmissionFields } from './submission-fields.tsx';

const fileNames = ['bonafide_file', 'essay_file'] as const;
type FileName = (typeof fileNames)[number];
const noFiles: Record<FileName, File | null> = { bonafide_file: null, essay_file: null };

/** The submission form. Typed text survives a failure, a reload and a login; chosen files survive a failure. */
export function SubmissionForm({ person, megabytes }: { person: CurrentUserView; megabytes: number }) {
  const { t } = useTexts();
  const to = usePaths();
  const { busy, errors, failure, submit, setErrors, clear } = useSubmission();
  const { form, discard } = useSavedFields('submission');
  const [files, setFiles] = useState(noFiles);
  const [part, setPart] = useState(0);
  const [received, setReceived] = useState<{ id: number } | null>(null);

  const choose = (name: FileName) => (file: File | null, error?: string) => {
    setFiles((now) => ({ ...now, [name]: file }));
    if (error) setErrors({ ...errors, [name]: error });
    else clear(name);
  };

  const send = (element: HTMLFormElement) => {
    const texts = descriptionFormOf(textsOf(element));
    const names = { bonafide_file: files.bonafide_file?.name, essay_file: files.essay_file?.name };
    const result = checkSubmission({ ...texts, ...names });
    if ('errors' in result) {
      const errors = Object.entries(result.errors).map(([field, { key, params }]) => [field, t(key, params)]);
      setErrors(Object.fromEntries(errors));
      if (Object.values(result.errors).some(({ key }) => key === 'submissions.allRequired'))
        toast({ kind: 'error', text: 'submissions.allRequired' });
      return;
    }
    const data = new FormData();
    const own = { username: person.name, email: person.email, mobile_number: person.mobile ?? '' };
    for (const [name, value] of Object.entries({ ...texts, ...own })) data.set(name, value);
    for (const name of fileNames) data.set(name, files[name] as File); // checkSubmission requires both
    setPart(0);
    setReceived(null);
    void submit(
      async () => {
        const { message, data: work } = await uploadForm(articlesCalls.create, { form: data }, setPart);
        toast({ kind: 'success', text: { sentence: message } });
        discard();
        element.reset();
        setFiles(noFiles);
        setReceived(work);
        await refetch(submissionsCalls.own);
      },
      (error) => toastFailure(error, 'submissions.submissionFailed'),
    );
  };

  const waits = person.guardian === 'needed' || person.guardian === 'asked';
  const essayFormat = files.essay_file && formatOfName(files.essay_file.name);
  return (
    <Form ref={form} className="mt-5 grid gap-5" onSubmit={send} failure={failure}>
      {received && (
        <Outcome title={t('submissions.receivedTitle')} level="h3" className="">
          <p>{t(waits ? 'submissions.receivedWaits' : 'submissions.receivedNext', { id: received.id })}</p>
        </Outcome>
      )}
      <SelectField
        label={t('submissions.type')}
        name="article_type"
        defaultValue=""
        disabled={busy}
        error={errors.article_type}
        onChange={() => clear('article_type')}
      >
        <option value="">{t('submissions.chooseType')}</option>
        {articleTypes.map((type) => (
          <option key={type} value={type}>
            {t(typeTexts[type])}
          </option>
        ))}
      </SelectField>
      <DocumentField
        label={t('submissions.bonafideFile')}
        name="bonafide_file"
        file={files.bonafide_file}
        megabytes={megabytes}
        disabled={busy}
        error={errors.bonafide_file}
        hint={t('submissions.bonafideHint', { megabytes })}
        onChoose={choose('bonafide_file')}
      />
      <DocumentField
        label={t('submissions.essayFile')}
        name="essay_file"
        file={files.essay_file}
        megabytes={megabytes}
        disabled={busy}
        error={errors.essay_file}
        hint={t('submissions.essayHint', { megabytes })}
        onChoose={choose('essay_file')}
      />
      {essayFormat && essayFormat !== 'pdf' && (
        <p role="status" className="border-press border-s-4 bg-wash px-4 py-3">
          {t('submissions.onlyPdf')}
        </p>
      )}
      <fieldset className="grid gap-5 sm:grid-cols-2">
        <legend className="sr-only">{t('submissions.fromProfile')}</legend>
        <TextField label={t('submissions.username')} name="username" value={person.name} readOnly />
        <TextField label={t('submissions.mobile')} name="mobile_number" value={person.mobile ?? ''} readOnly />
        <div className="sm:col-span-2">
          <TextField
            label={t('submissions.email')}
            name="email"
            value={person.email}
            readOnly
            hint={
              <>
                {t('submissions.fromProfile')}{' '}
                <a className="link" href={to('/profile/edit')}>
                  {t('submissions.changeProfile')}
                </a>
              </>
            }
          />
        </div>
      </fieldset>
      <SubmissionFields errors={errors} disabled={busy} clear={clear} />
      {busy && <FilesProgress part={part} sizes={fileNames.map((name) => files[name]?.size ?? 0)} />}
      {failure && Object.keys(failure.fields).length > 0 && (
        <p className="font-medium text-bad">{t('submissions.kept')}</p>
      )}
      <div>
        <Button type="submit" disabled={busy}>
          {t(busy ? 'submissions.submitting' : 'submissions.submit')}
        </Button>
      </div>
    </Form>
  );
}
