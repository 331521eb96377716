import { useId, useRef, useState } from 'react';
import { signWithPasskey, usePasskeySupport } from '#src/accounts/second-step/web/passkey-browser.ts';
import { passkeyCalls } from '#src/accounts/users/passkeys.contract.ts';
import { type Login, SecondStepChallenge, sessionCalls } from '#src/accounts/users/sessions.contract.ts';
import { callApi } from '#src/client/api.ts';
import type { ApiError } from '#src/client/api-error.ts';
import { failureReason, toastFailure } from '#src/client/failure.ts';
import { deviceTokens } from '#src/client/known-devices.ts';
import { usePaths } from '#src/client/paths.ts';
import { usePlace } from '#src/client/place/place.ts';
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

/** Result of the last attempt. */
interface Outcome {
  /** The error message below the fields; `detail` is the reason where the message does not include it. */
  failure?: { sentence: string; detail?: string | undefined };
  /** The second step that the account requires. */
  challenge?: SecondStepChallenge | undefined;
  /** Whether the user has to set up a second step first. */
  mustSetUp?: boolean;
  /** Names of fields that were empty. */
  empty?: string[];
}

/** Form of both logins: e-mail and password, the second step where the account has one, or only a passkey. */
export function LoginForm(props: LoginFormProps) {
  const { t } = useTexts();
  const login = useLogin(props);
  const { busy, failure, challenge, mustSetUp, empty = [] } = login;
  const failureId = useId();
  const supported = usePasskeySupport();
  // The one message below the fields describes each empty one.
  const emptiness = (name: string) => ({
    ...(empty.includes(name) && { 'aria-invalid': true, 'aria-describedby': failureId }),
    onChange: () => login.update({ empty: empty.filter((other) => other !== name) }),
  });
  const byPasskey = challenge?.methods.includes('passkey') && supported;
  const byApp = challenge?.methods.includes('app');
  return (
    <>
      <Form onSubmit={login.byPassword} ref={login.form}>
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
          <Button kind="quiet" onClick={login.toSetUp} disabled={busy}>
            {t('accounts.twoStepSetUp')}
          </Button>
        )}
        {byPasskey && (
          <Button kind="quiet" onClick={login.bySecondPasskey} disabled={busy} autoFocus={!byApp}>
            {t('accounts.passkeyUse')}
          </Button>
        )}
        <Button type="submit" disabled={busy}>
          {busy ? t('accounts.loggingIn') : t('accounts.login')}
        </Button>
      </Form>
      {/* Reserves its space before the browser's support is known, so that the links below do not move. */}
      {supported !== false && !challenge && (
        <Button
          kind="quiet"
          className={`mt-5 w-full ${supported ? '' : 'invisible'}`}
          onClick={login.byPasskey}
          disabled={busy}
        >
          {t('accounts.passkeyAlone')}
        </Button>
      )}
    </>
  );
}

/** The ways to log in with what is typed in `form`, and the outcome of the last attempt. */
function useLogin({ newsroom, onward }: LoginFormProps) {
  const { t, locale } = useTexts();
  const to = usePaths();
  const { go } = usePlace();
  const { busy, submit } = useSubmission();
  const form = useRef<HTMLFormElement>(null);
  const [outcome, setOutcome] = useState<Outcome>({});
  const { challenge } = outcome;
  const update = (part: Outcome) => setOutcome((now) => ({ ...now, ...part }));

  const credentials = () => {
    const { email = '', password = '', code = '' } = form.current ? textsOf(form.current) : {};
    return { email, password, ...(code && { code }), device_tokens: deviceTokens() };
  };
  const finish = (login: Login, path = onward) => {
    beginSession(login);
    toast({ kind: 'success', text: 'accounts.loginSuccess' });
    go(path, { replace: true });
    const due = login.user.two_step_due;
    if (due && newsroom)
      toast({
        kind: 'info',
        text: 'accounts.twoStepDue',
        params: { date: new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(due)) },
        action: { label: 'accounts.twoStepSetUp', run: () => go(to('/profile/security')) },
      });
  };
  const attempt = (makeLogin: () => Promise<Login | undefined>) => {
    setOutcome({ challenge });
    void submit(async () => {
      const login = await makeLogin();
      if (login) finish(login);
      else update({ failure: { sentence: t('accounts.passkeyCancelled') } });
    }, fail);
  };
  const fail = (error: ApiError) => {
    const { message, status, body } = error;
    const newChallenge = body.code === 'two_step' ? SecondStepChallenge.safeParse(body).data : undefined;
    const fallback = newsroom && status === 401 ? 'accounts.invalidCredentials' : 'accounts.loginFailed';
    const reason = failureReason(error);
    const detail = reason && t(reason);
    const failure =
      newsroom || newChallenge
        ? { sentence: message || t(fallback), detail }
        : { sentence: t('accounts.loginError'), detail: message || detail };
    update({ failure, challenge: newChallenge, mustSetUp: body.code === 'two_step_setup' });
    const isFirst = newChallenge && !challenge;
    if (!isFirst) toastFailure(error, fallback);
  };

  const call = newsroom ? sessionCalls.adminLogin : sessionCalls.userLogin;
  return {
    form,
    busy,
    ...outcome,
    update,
    byPassword() {
      const { email, password } = credentials();
      const empty = [...(email.trim() ? [] : ['email']), ...(password ? [] : ['password'])];
      if (!empty.length) return attempt(() => callApi(call, { body: credentials() }));
      update({ empty, failure: { sentence: t('accounts.fillAllFields') } });
      toast({ kind: 'error', text: 'accounts.fillAllFields' });
    },
    /** The second step. */
    bySecondPasskey: () =>
      attempt(async () => {
        const passkey = await signWithPasskey(challenge?.passkey_options ?? {});
        const { code: _, ...body } = { code: '', ...credentials() };
        return passkey && callApi(call, { body: { ...body, passkey } });
      }),
    byPasskey: () =>
      attempt(async () => {
        const passkey = await signWithPasskey(await callApi(passkeyCalls.loginOptions));
        const body = { passkey, newsroom, device_tokens: deviceTokens() };
        return passkey && callApi(sessionCalls.passkeyLogin, { body });
      }),
    /** A user who must set up a second step before he can enter the newsroom can do so in a reader's session. */
    toSetUp: () =>
      void submit(
        async () => finish(await callApi(sessionCalls.userLogin, { body: credentials() }), to('/profile/security')),
        fail,
      ),
  };
}
