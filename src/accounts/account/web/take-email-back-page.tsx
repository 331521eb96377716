import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { clearSession } from '#src/accounts/login/web/log-out.ts';
import { callApi } from '#src/client/api.ts';
import { failureText } from '#src/client/failure.ts';
import { usePaths } from '#src/client/paths.ts';
import { useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { Form, FormPage } from '#src/ui/form-page.tsx';
import { profileCalls } from '../profile.contract.ts';

export const handle = { texts: ['accounts', 'errors'] };

// The address is restored by a button, not by opening the link, because mail scanners open links. A new password
// follows: the old one has been deleted, since an attacker may know it.
export default function TakeEmailBackPage() {
  const { t } = useTexts();
  const [search] = useSearchParams();
  const { busy, submit } = useSubmission();
  const to = usePaths();
  const navigate = useNavigate();
  const [failure, setFailure] = useState({ sentence: '', final: false });
  const takeBack = () =>
    void submit(
      async () => {
        const body = { token: search.get('token') ?? '' };
        const { message, reset_token } = await callApi(profileCalls.takeEmailBack, { body });
        // All sessions have ended; without this, the next call would get 401 and redirect to the login.
        clearSession();
        toast({ kind: 'success', text: { sentence: message } });
        navigate(`${to('/reset-password')}?token=${reset_token}`, { replace: true });
      },
      (error) =>
        setFailure({
          sentence: failureText(error, 'accounts.somethingWrong', t),
          final: error.kind === 'status' && error.status < 500,
        }),
    );
  return (
    <FormPage title={t('accounts.takeBackTitle')} lead={t('accounts.takeBackLead')}>
      {failure.sentence && (
        <p role="alert" className="mt-8 border border-rule p-4">
          {failure.sentence}
        </p>
      )}
      {!failure.final && (
        <Form onSubmit={takeBack}>
          <Button type="submit" disabled={busy}>
            {busy ? t('accounts.submitting') : t('accounts.takeBack')}
          </Button>
        </Form>
      )}
    </FormPage>
  );
}
