import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { callApi } from '#src/client/api.ts';
import { failureText } from '#src/client/failure.ts';
import { useCall } from '#src/client/queries.ts';
import { useSubmission } from '#src/client/submit.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { FallbackLinks } from '#src/ui/error-page.tsx';
import { Form, FormPage } from '#src/ui/form-page.tsx';
import { profileCalls } from '../profile.contract.ts';

export const handle = { texts: ['accounts', 'errors'] };

/** Shows a guardian the consent request and records his consent. */
export default function GuardianPage() {
  const { t } = useTexts();
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const request = useCall(profileCalls.guardianRequest, { query: { token } });
  const { busy, submit } = useSubmission();
  const [answer, setAnswer] = useState('');
  const [failure, setFailure] = useState('');
  const agree = () =>
    void submit(
      async () => setAnswer((await callApi(profileCalls.giveConsent, { body: { token } })).message),
      (error) => setFailure(failureText(error, 'accounts.somethingWrong', t)),
    );
  const done = answer || (request.data?.given ? t('accounts.consentGiven') : '');
  return (
    <FormPage title={t('accounts.guardianTitle')}>
      {request.isError && (
        <>
          <p role="alert" className="mt-6">
            {failureText(request.error, 'accounts.somethingWrong', t)}
          </p>
          <FallbackLinks again={request.error.kind !== 'status'} />
        </>
      )}
      {request.isPending && <p className="mt-6 text-soft">{t('accounts.loading')}</p>}
      {done && (
        <p role="status" className="mt-6 border border-good p-4">
          {done}
        </p>
      )}
      {request.data && !done && (
        <>
          <p className="mt-4 font-serif text-lg">
            {t('accounts.guardianText', { child: request.data.child, age: request.data.age })}
          </p>
          <ul className="mt-4 list-disc space-y-1 ps-5 text-sm">
            <li>{t('accounts.noticeWhat')}</li>
            <li>{t('accounts.noticeFor')}</li>
            <li>{t('accounts.noticeBack')}</li>
          </ul>
          <Form onSubmit={agree}>
            <Button type="submit" disabled={busy}>
              {busy ? t('accounts.submitting') : t('accounts.agree')}
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
