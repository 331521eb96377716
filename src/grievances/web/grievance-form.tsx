import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { usePaths } from '#src/client/paths.ts';
import { textsOf, useSubmission } from '#src/client/submit.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { Options, SelectField, TextArea, TextField } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import { Outcome } from '#src/ui/outcome.tsx';
import { grievancesCalls } from '../grievances.contract.ts';
import { checkGrievance, grievanceTopics, grievanceTopicText } from '../grievances.rules.ts';

/** The grievance form; replaced by the reference number once it is sent. */
export function GrievanceForm({ officerEmail }: { officerEmail: string }) {
  const { t } = useTexts();
  const to = usePaths();
  const { revalidate } = useRevalidator();
  const { busy, failure, submit, refuse, field } = useSubmission();
  const [number, setNumber] = useState('');
  const send = (form: HTMLFormElement) => {
    const { name = '', email = '', topic = '', text = '' } = textsOf(form);
    const grievance = { name, email, topic, text };
    if (refuse(checkGrievance(grievance))) return;
    void submit(
      async () => {
        setNumber((await callApi(grievancesCalls.send, { body: grievance })).number);
        await revalidate(); // updates the table below
      },
      (error) => toastFailure(error, 'grievances.somethingWrong'),
    );
  };
  if (number)
    return (
      <Outcome title={t('grievances.acknowledgedTitle')} level="h3" className="max-w-2xl">
        <p className="font-serif text-xl">{t('grievances.acknowledged', { number })}</p>
      </Outcome>
    );
  const required = (name: string) => ({ ...field(name), required: true });
  return (
    <Form
      onSubmit={send}
      className="grid max-w-2xl gap-5"
      withoutScripts={t('grievances.noScript', { email: officerEmail })}
      failure={failure}
    >
      <TextField label={t('grievances.name')} {...required('name')} autoComplete="name" />
      <TextField label={t('grievances.email')} {...required('email')} type="email" autoComplete="email" />
      <SelectField label={t('grievances.topic')} {...required('topic')} defaultValue="">
        <option value="">{t('grievances.topicChoose')}</option>
        <Options of={grievanceTopics.map((topic) => [topic, t(grievanceTopicText[topic])])} />
      </SelectField>
      <TextArea label={t('grievances.text')} {...required('text')} rows={7} hint={t('grievances.textHint')} />
      <p className="text-sm text-soft">
        {t('grievances.formHint')}{' '}
        <a className="link" href={to('/privacy')}>
          {t('grievances.privacy')}
        </a>
      </p>
      <div>
        <Button type="submit" disabled={busy}>
          {busy ? t('grievances.sending') : t('grievances.send')}
        </Button>
      </div>
    </Form>
  );
}
