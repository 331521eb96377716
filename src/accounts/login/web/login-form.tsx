import { useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { signWithPasskey, usePasskeySupport } from '#src/accounts/second-step/web/passkey-browser.ts';
import { passkeyCalls } from '#src/accounts/users/passkeys.contract.ts';
import { type Login, SecondStepChallenge, sessionCalls } from '#src/accounts/users/sessions.contract.ts';
import { callApi } from '#src/client/api.ts';
import type { ApiError } from '#src/client/api-error.ts';
import { failureReason, toastFailure } from '#src/client/failure.ts';
import { deviceTokens } from '#src/client/known-devices.ts';
import { usePaths } from '#src/client/paths.ts';
import { textsOf, useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import { beginSession } from './confirm-session.ts';

interface LoginFormProps {
  newsroom: boolean;
  /** Path to navigate to after the login. */
  onward: string;
}

/** The error message below the fields; `detail` is the reason where the message does not include it. */
interface Failure {
  sentence: string;
  detail?: string | undefined;
}

/** Form of both logins: e-mail and password, the second step where the account has one, or only a passkey. */
export function LoginForm({ newsroom, onward }: LoginFormProps) {
  const { t, locale } = useTexts();
  const to = usePaths();
  const navigate = useNavigate();
  const { busy, submit } = useSubmission();
  const form = useRef<HTMLFormElement>(null);
  const [failure, setFailure] = useState<Failure>();
  const [challenge, setChallenge] = useState<SecondStepChallenge>();
  const [mustSetUp, setMustSetUp] = useState(false);
  const [empty, setEmpty] = useState<string[]>([]);
  const failureId = useId();
  const supported = usePasskeySupport();

  const credentials = () => {
    const { email = '', password = '', code = '' } = form.current ? textsOf(form.current) : {};
    return { email, password, ...(code && { code }), device_tokens: deviceTokens() };
  };

  const finish = (login: Login, at = onward) => {
    beginSession(login);
    toast({ kind: 'success', text: 'accounts.loginSuccess' });
    navigate(at, { replace: true });
    const due = login.user.two_step_due;
    if (due && newsroom)
      toast({
        kind: 'info',
        text: 'accounts.twoStepDue',
        params: { date: new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(due)) },
        action: { label: 'accounts.twoStepSetUp', run: () => navigate(to('/profile/security')) },
      });
  };

  const attempt = (makeLogin: () => Promise<Login | undefined>) => {
    setFailure(undefined);
    setEmpty([]);
    setMustSetUp(false);
    void submit(
      async () => {
        const login = await makeLogin();
        if (login) finish(login);
        else setFailure({ sentence: t('accounts.passkeyCancelled') });
      },
      (error) => fail(error),
    );
  };

  const fail = (error: ApiError) => {
    const { message, status, body } = error;
    const newChallenge = body.code === 'two_step' ? SecondStepChallenge.safeParse(body).data : undefined;
    const isFirst = newChallenge && !challenge;
    setChallenge(newChallenge);
    setMustSetUp(body.code === 'two_step_setup');
    const fallback = newsroom && status === 401 ? 'accounts.invalidCredentials' : 'accounts.loginFailed';
    const reason = failureReason(error);
    const detail = reason && t(reason);
    if (newsroom || newChallenge) setFailure({ sentence: message || t(fallback), detail });
    else setFailure({ sentence: t('accounts.loginError'), detail: message || detail });
    if (!isFirst) toastFailure(error, fallback);
  };

  const call = newsroom ? sessionCalls.adminLogin : sessionCalls.userLogin;
  const logIn = () => {
    const { email, password } = credentials();
    if (!email.trim() || !password) {
      setEmpty([...(email.trim() ? [] : ['email']), ...(password ? [] : ['password'])]);
      setFailure({ sentence: t('accounts.fillAllFields') });
      return toast({ kind: 'error', text: 'accounts.fillAllFields' });
    }
    attempt(() => callApi(call, { body: credentials() }));
  };
  const secondStepByPasskey = () =>
    attempt(async () => {
      const passkey = await signWithPasskey(challenge?.passkey_options ?? {});
      const { code: _, ...body } = { code: '', ...credentials() };
      return passkey && callApi(call, { body: { ...body, passkey } });
    });
  const loginByPasskey = () =>
    attempt(async () => {
      const passkey = await signWithPasskey(await callApi(passkeyCalls.loginOptions));
      const body = { passkey, newsroom, device_tokens: deviceTokens() };
      return passkey && callApi(sessionCalls.passkeyLogin, { body });
    });
  // A user who must set up a second step before he can enter the newsroom can do so in a reader's session.
  const setUp = () =>
    void submit(
      async () => finish(await callApi(sessionCalls.userLogin, { body: credentials() }), to('/profile/security')),
      fail,
    );

  // The one message below the fields describes each empty one.
  const emptiness = (name: string) => ({
    ...(empty.includes(name) && { 'aria-invalid': true, 'aria-describedby': failureId }),
    onChange: () => setEmpty(empty.filter((other) => other !== name)),
  });
  const byPasskey = challenge?.methods.includes('passkey') && supported;
  const byApp = challenge?.methods.includes('app');
  return (
    <>
      <Form onSubmit={logIn} ref={form}>
        <TextField
          label={t('accounts.email')}
          name="email"
          type="email"
          autoComplete="username"
          required
          {...emptiness('email')}
        />
        <TextField
          label={t('accounts.password')}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          {...emptiness('password')}
        />
        {challenge && (
          <TextField
            label={t(byApp ? 'accounts.code' : 'accounts.recoveryCode')}
            name="code"
            autoComplete="one-time-code"
            inputMode={byApp ? 'numeric' : 'text'}
            hint={byApp && t('accounts.codeHint')}
            autoFocus={byApp || !byPasskey}
          />
        )}
        {failure && (
          <div className="font-medium text-bad">
            <p role="alert" id={failureId}>
              {failure.sentence}
            </p>
            {failure.detail && <p>{failure.detail}</p>}
          </div>
        )}
        {mustSetUp && (
          <Button kind="quiet" onClick={setUp} disabled={busy}>
            {t('accounts.twoStepSetUp')}
          </Button>
        )}
        {byPasskey && (
          <Button kind="quiet" onClick={secondStepByPasskey} disabled={busy} autoFocus={!byApp}>
            {t('accounts.passkeyUse')}
          </Button>
        )}
        <Button type="submit" disabled={busy}>
          {busy ? t('accounts.loggingIn') : t('accounts.login')}
        </Button>
      </Form>
      {/* Takes its space before the browser's support is known, so that the links below do not move. */}
      {supported !== false && !challenge && (
        <Button
          kind="quiet"
          className={`mt-5 w-full ${supported ? '' : 'invisible'}`}
          onClick={loginByPasskey}
          disabled={busy}
        >
          {t('accounts.passkeyAlone')}
        </Button>
      )}
    </>
  );
}
