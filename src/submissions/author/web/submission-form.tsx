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
import { Options, SelectField, TextField } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import { Outcome } from '#src/ui/outcome.tsx';
import { DocumentField, useDocuments } from './document-field.tsx';
import { FilesProgress } from './files-progress.tsx';
import { SubmissionFields } from './submission-fields.tsx';

/** The submission form. Typed text survives a failure, a reload and a login; chosen files survive a failure. */
export function SubmissionForm({ person, megabytes }: { person: CurrentUserView; megabytes: number }) {
  const { t } = useTexts();
  const submission = useSubmission();
  const { busy, errors, failure, submit, clear, refuse, field } = submission;
  const { form, discard } = useSavedFields('submission');
  const { documents, documentField, reset } = useDocuments(submission, megabytes);
  const [part, setPart] = useState(0);
  const [received, setReceived] = useState<{ id: number } | null>(null);

  const send = (element: HTMLFormElement) => {
    const texts = descriptionFormOf(textsOf(element));
    const { bonafide_file, essay_file } = documents;
    const result = checkSubmission({ ...texts, bonafide_file: bonafide_file?.name, essay_file: essay_file?.name });
    if ('errors' in result) {
      refuse(result.errors);
      if (Object.values(result.errors).some(({ key }) => key === 'submissions.allRequired'))
        toast({ kind: 'error', text: 'submissions.allRequired' });
      return;
    }
    const data = new FormData();
    const own = { username: person.name, email: person.email, mobile_number: person.mobile ?? '' };
    for (const [name, value] of Object.entries({ ...texts, ...own })) data.set(name, value);
    for (const [name, file] of Object.entries(documents)) data.set(name, file as File); // checkSubmission requires both
    setPart(0);
    setReceived(null);
    void submit(
      async () => {
        const { message, data: work } = await uploadForm(articlesCalls.create, { form: data }, setPart);
        toast({ kind: 'success', text: { sentence: message } });
        discard();
        element.reset();
        reset();
        setReceived(work);
        await refetch(submissionsCalls.own);
      },
      (error) => toastFailure(error, 'submissions.submissionFailed'),
    );
  };

  const waits = person.guardian === 'needed' || person.guardian === 'asked';
  const essayFormat = documents.essay_file && formatOfName(documents.essay_file.name);
  return (
    <Form ref={form} className="mt-5 grid gap-5" onSubmit={send} failure={failure}>
      {received && (
        <Outcome title={t('submissions.receivedTitle')} level="h3" className="">
          <p>{t(waits ? 'submissions.receivedWaits' : 'submissions.receivedNext', { id: received.id })}</p>
        </Outcome>
      )}
      <SelectField label={t('submissions.type')} {...field('article_type')} defaultValue="" disabled={busy}>
        <option value="">{t('submissions.chooseType')}</option>
        <Options of={articleTypes.map((type) => [type, t(typeTexts[type])])} />
      </SelectField>
      <DocumentField label={t('submissions.bonafideFile')} {...documentField('bonafide_file')} />
      <DocumentField label={t('submissions.essayFile')} {...documentField('essay_file')} />
      {essayFormat && essayFormat !== 'pdf' && (
        <p role="status" className="border-press border-s-4 bg-wash px-4 py-3">
          {t('submissions.onlyPdf')}
        </p>
      )}
      <ProfileFields person={person} />
      <SubmissionFields errors={errors} disabled={busy} clear={clear} />
      {busy && <FilesProgress part={part} documents={documents} />}
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

/** The author's data from the profile. */
function ProfileFields({ person }: { person: CurrentUserView }) {
  const { t } = useTexts();
  const to = usePaths();
  return (
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
  );
}
