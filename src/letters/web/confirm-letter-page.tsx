import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { callApi } from '#src/client/api.ts';
import { failureText } from '#src/client/failure.ts';
import { usePaths } from '#src/client/paths.ts';
import { useSubmission } from '#src/client/submit.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { Form, FormPage } from '#src/ui/form-page.tsx';
import { lettersCalls } from '../letters.contract.ts';

export const handle = { texts: ['letters', 'errors'] };

/**
 * Target of the mailed link that confirms a letter. It is confirmed by a button, not by opening the link, because mail
 * scanners open links.
 */
export default function ConfirmLetterPage() {
  const { t } = useTexts();
  const to = usePaths();
  const [search] = useSearchParams();
  const { busy, submit } = useSubmission();
  const [answer, setAnswer] = useState('');
  const [failure, setFailure] = useState('');
  const confirm = () =>
    void submit(
      async () => {
        setFailure('');
        const { message } = await callApi(lettersCalls.confirm, { body: { token: search.get('token') ?? '' } });
        setAnswer(message);
      },
      (error) => setFailure(failureText(error, 'letters.confirmFailed', t)),
    );
  return (
    <FormPage title={t('letters.confirmTitle')}>
      {answer ? (
        <>
          <p role="status" className="mt-8 border border-good p-4">
            {answer}
          </p>
          <p className="mt-6">
            <a className="link inline-flex min-h-11 items-center" href={to('/news')}>
              {t('letters.toNews')}
            </a>
          </p>
        </>
      ) : (
        <>
          <p className="mt-2 text-soft">{t('letters.confirmLead')}</p>
          <Form onSubmit={confirm}>
            <Button type="submit" disabled={busy}>
              {busy ? t('letters.confirming') : t('letters.confirmButton')}
            </Button>
          </Form>
          {failure && (
            <p role="alert" className="mt-6 font-medium text-bad">
              {failure}
            </p>
          )}
        </>
      )}
    </FormPage>
  );
}
