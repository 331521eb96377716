import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { storeUser } from '#src/accounts/login/web/confirm-session.ts';
import { logOut } from '#src/accounts/login/web/log-out.ts';
import { callApi } from '#src/client/api.ts';
import { failureText } from '#src/client/failure.ts';
import { usePaths } from '#src/client/paths.ts';
import { useRequireLogin } from '#src/client/route-guards.ts';
import { useSubmission } from '#src/client/submit.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { Form, FormPage } from '#src/ui/form-page.tsx';
import { profileCalls } from '../profile.contract.ts';

export const handle = { texts: ['accounts', 'errors'] };

/** Target of the mailed link that confirms an e-mail; a visitor logs in first and is redirected back. */
export default function ConfirmEmailPage() {
  const { t } = useTexts();
  const allowed = useRequireLogin();
  return (
    <FormPage title={t('accounts.confirmEmailTitle')}>
      {allowed ? <Confirmation /> : <p className="py-10 text-soft">{t('accounts.loading')}</p>}
    </FormPage>
  );
}

// The address is confirmed by a button, not by opening the link, because mail scanners open links.
function Confirmation() {
  const { t } = useTexts();
  const to = usePaths();
  const [search] = useSearchParams();
  const { busy, submit } = useSubmission();
  const [answer, setAnswer] = useState('');
  const [failure, setFailure] = useState<{ status: number; sentence: string }>();
  const confirm = () =>
    void submit(
      async () => {
        const body = { token: search.get('token') ?? '' };
        const { message, user } = await callApi(profileCalls.confirmEmail, { body });
        storeUser(user);
        setAnswer(message);
      },
      (error) => setFailure({ status: error.status, sentence: failureText(error, 'accounts.somethingWrong', t) }),
    );
  const toProfile = (
    <p className="mt-6">
      <a className="link inline-flex min-h-11 items-center" href={to('/profile/edit')}>
        {t('accounts.profileTitle')}
      </a>
    </p>
  );
  if (answer)
    return (
      <>
        <p role="status" className="mt-8 border border-good p-4">
          {answer}
        </p>
        {toProfile}
      </>
    );
  return (
    <>
      <p className="mt-2 text-soft">{t('accounts.confirmEmailLead')}</p>
      <Form onSubmit={confirm}>
        <Button type="submit" disabled={busy}>
          {busy ? t('accounts.submitting') : t('accounts.confirmEmailButton')}
        </Button>
      </Form>
      {failure && (
        <>
          <p role="alert" className="mt-6 font-medium text-bad">
            {failure.sentence}
          </p>
          {failure.status === 403 ? (
            <Button kind="quiet" className="mt-4" onClick={logOut}>
              {t('shell.logOut')}
            </Button>
          ) : (
            toProfile
          )}
        </>
      )}
    </>
  );
}
