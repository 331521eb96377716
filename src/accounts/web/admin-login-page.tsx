import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError, callApi } from '#src/client/api.ts';
import { useSession } from '#src/client/session.ts';
import { toast } from '#src/client/toasts.ts';
import type { TextKey } from '#src/messages/catalogue.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/field.tsx';
import { usePaths } from '#src/ui/paths.ts';
import { sessionCalls } from '../sessions.contract.ts';

export const handle = { texts: ['accounts'] };

export default function AdminLoginPage() {
  const { t } = useTexts();
  const to = usePaths();
  const navigate = useNavigate();
  const login = useSession((session) => session.login);
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);

  const fail = (text: TextKey | { sentence: string }) => {
    setError(typeof text === 'string' ? t(text) : text.sentence);
    toast({ kind: 'error', text });
  };
  const submit = async (form: HTMLFormElement) => {
    const { email = '', password = '' } = Object.fromEntries(new FormData(form)) as Record<string, string>; // two text fields
    if (!email.trim() || !password) return fail('accounts.fillAllFields');
    setBusy(true);
    setError('');
    try {
      const { token, user } = await callApi(sessionCalls.adminLogin, { body: { email, password } });
      const { id, name, profile_image, isAdmin, role } = user;
      login({ token, user_id: id, name, email: user.email, profile_image, mobile: null, isAdmin }, role);
      toast({ kind: 'success', text: 'accounts.loginSuccess' });
      navigate(to('/admin-news'));
    } catch (cause) {
      if (cause instanceof ApiError && cause.status > 0)
        fail(cause.message ? { sentence: cause.message } : 'accounts.invalidCredentials');
      else fail('accounts.loginFailed');
      setBusy(false);
    }
  };

  return (
    <div className="page py-12 md:py-20">
      <title>{`${t('accounts.adminLoginTitle')} - News Wing`}</title>
      <meta name="robots" content="noindex" />
      <div className="mx-auto max-w-md border-ink border-t-4 pt-6">
        <h1 className="font-extrabold text-4xl">{t('accounts.adminLoginTitle')}</h1>
        <p className="mt-2 text-soft">{t('accounts.forNewsroom')}</p>
        <form
          className="mt-8 grid gap-5"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void submit(event.currentTarget);
          }}
        >
          <TextField label={t('accounts.email')} name="email" type="email" autoComplete="username" required />
          <TextField
            label={t('accounts.password')}
            name="password"
            type="password"
            autoComplete="current-password"
            required
          />
          {error && (
            <p role="alert" className="font-medium text-bad">
              {error}
            </p>
          )}
          <Button type="submit" disabled={busy}>
            {busy ? t('accounts.loggingIn') : t('accounts.login')}
          </Button>
        </form>
        <p className="mt-6">
          <a className="link" href={to('/login')}>
            {t('accounts.readerLogin')}
          </a>
        </p>
      </div>
    </div>
  );
}
