import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { callApi } from '#src/client/api.ts';
import { useSubmission } from '#src/client/submit.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { Form, FormPage } from '#src/ui/form-page.tsx';
import { profileCalls } from '../profile.contract.ts';

export const handle = { texts: ['accounts', 'errors'] };

// A press of a button, not the opening of the link, does it: programs that look into mail open links too.
export default function TakeEmailBackPage() {
  const { t } = useTexts();
  const [search] = useSearchParams();
  const { busy, submit } = useSubmission();
  const [answer, setAnswer] = useState('');
  const takeBack = () =>
    void submit(
      async () =>
        setAnswer((await callApi(profileCalls.takeEmailBack, { body: { token: search.get('token') ?? '' } })).message),
      ({ message }) => setAnswer(message || t('accounts.somethingWrong')),
    );
  return (
    <FormPage title={t('accounts.takeBackTitle')} lead={t('accounts.takeBackLead')}>
      {answer ? (
        <p role="status" className="mt-8 border border-rule p-4">
          {answer}
        </p>
      ) : (
        <Form onSubmit={takeBack}>
          <Button type="submit" disabled={busy}>
            {busy ? t('accounts.submitting') : t('accounts.takeBack')}
          </Button>
        </Form>
      )}
    </FormPage>
  );
}
