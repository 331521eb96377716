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

export default function LoginPage() {
  const { t } = useTexts();
  const to = usePaths();
  const navigate = useNavigate();
  const { state, search } = useLocation();
  const { busy, submit } = useSubmission();
  const [failure, setFailure] = useState<string[]>([]);
  const from = returnPath(state, search, to('/news'));
  // Whoever registers first, or belongs to the newsroom, comes back to the same place.
  const onward = from === to('/news') ? '' : `?from=${encodeURIComponent(from)}`;

  const logIn = (form: HTMLFormElement) => {
    const { email = '', password = '' } = textsOf(form);
    if (!email.trim() || !password) {
      setFailure([t('accounts.fillAllFields')]);
      return toast({ kind: 'error', text: 'accounts.fillAllFields' });
    }
    setFailure([]);
    void submit(
      async () => {
        const { token, user } = await callApi(sessionCalls.userLogin, { body: { email, password } });
        beginSession(token, user);
        toast({ kind: 'success', text: 'accounts.loginSuccess' });
        navigate(from, { replace: true });
      },
      (error) => {
        setFailure([t('accounts.loginError'), error.message]);
        sayFailure(error, 'accounts.loginFailed');
      },
    );
  };

  return (
    <FormPage title={t('accounts.loginTitle')} lead={t('accounts.loginLead')}>
      <Form onSubmit={logIn}>
        <TextField label={t('accounts.email')} name="email" type="email" autoComplete="username" required />
        <TextField
          label={t('accounts.password')}
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
        {failure.length > 0 && (
          <p role="alert" className="font-medium text-bad">
            {failure.map((sentence) => (
              <span key={sentence}>{sentence} </span>
            ))}
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
        <a className="link inline-flex min-h-11 items-center" href={to('/register') + onward}>
          {t('accounts.createAccount')}
        </a>
        <a className="link inline-flex min-h-11 items-center" href={to('/admin') + onward}>
          {t('accounts.adminLoginTitle')}
        </a>
      </p>
    </FormPage>
  );
}
