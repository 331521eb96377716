import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { callApi } from '#src/client/api.ts';
import { sayFailure } from '#src/client/failure.ts';
import { returnPath } from '#src/client/guard.ts';
import { textsOf, useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Form, FormPage } from '#src/ui/form-page.tsx';
import { usePaths } from '#src/ui/paths.ts';
import { sessionCalls } from '../sessions.contract.ts';
import { beginSession } from './confirm-session.ts';

export const handle = { texts: ['accounts', 'errors'] };

export default function AdminLoginPage() {
  const { t } = useTexts();
  const to = usePaths();
  const navigate = useNavigate();
  const { state, search } = useLocation();
  const { busy, submit } = useSubmission();
  const [failure, setFailure] = useState('');
  const [wantsCode, setWantsCode] = useState(false);

  const logIn = (form: HTMLFormElement) => {
    const { email = '', password = '', code = '' } = textsOf(form);
    if (!email.trim() || !password) {
      setFailure(t('accounts.fillAllFields'));
      return toast({ kind: 'error', text: 'accounts.fillAllFields' });
    }
    setFailure('');
    void submit(
      async () => {
        const body = { email, password, ...(code && { code }) };
        const { token, user } = await callApi(sessionCalls.adminLogin, { body });
        beginSession(token, user);
        toast({ kind: 'success', text: 'accounts.loginSuccess' });
        navigate(returnPath(state, search, to('/admin-news')), { replace: true });
      },
      (error) => {
        const { status, message, body } = error;
        const first = body.two_step === true && !wantsCode;
        setWantsCode(body.two_step === true);
        setFailure(message || t(status ? 'accounts.invalidCredentials' : 'accounts.loginFailed'));
        if (!first) sayFailure(error, 'accounts.loginFailed');
      },
    );
  };

  return (
    <FormPage title={t('accounts.adminLoginTitle')} lead={t('accounts.forNewsroom')}>
      <Form onSubmit={logIn}>
        <TextField label={t('accounts.email')} name="email" type="email" autoComplete="username" required />
        <TextField
          label={t('accounts.password')}
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
        {wantsCode && (
          <TextField
            label={t('accounts.code')}
            name="code"
            autoComplete="one-time-code"
            inputMode="numeric"
            hint={t('accounts.codeHint')}
            autoFocus
          />
        )}
        {failure && (
          <p role="alert" className="font-medium text-bad">
            {failure}
          </p>
        )}
        <Button type="submit" disabled={busy}>
          {busy ? t('accounts.loggingIn') : t('accounts.login')}
        </Button>
      </Form>
      <p className="mt-6 flex flex-wrap gap-x-6">
        <a className="link inline-flex min-h-11 items-center" href={to('/forgot-password')}>
          {t('accounts.forgotLink')}
        </a>
        <a className="link inline-flex min-h-11 items-center" href={to('/login')}>
          {t('accounts.readerLogin')}
        </a>
      </p>
    </FormPage>
  );
}
