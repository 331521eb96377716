import { type ReactNode, useRef, useState } from 'react';
import { signWithPasskey, usePasskeySupport } from '#src/accounts/second-step/web/passkey-browser.ts';
import { SecondStepChallenge, sessionCalls } from '#src/accounts/users/sessions.contract.ts';
import { callApi } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { toastFailure } from '#src/client/failure.ts';
import { textsOf, useSubmission } from '#src/client/submit.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';

/** The action to repeat after re-authentication, and the available second factors. */
interface PendingAction {
  action(): Promise<void>;
  methods: SecondStepChallenge['methods'];
}

/**
 * Re-authentication for sensitive actions: `run(action)` makes the call; if the server answers `confirm_password`, a
 * dialog asks for the password (and the second step where there is one) and repeats the call. Render `dialog` on the
 * page. Other errors are thrown, or shown as a toast if they occur after the dialog.
 */
export function useReauthentication(): { run(action: () => Promise<void>): Promise<void>; dialog: ReactNode } {
  const [pending, setPending] = useState<PendingAction | null>(null);
  const run = async (action: () => Promise<void>) => {
    try {
      await action();
    } catch (error) {
      if (!(error instanceof ApiError) || error.body.code !== 'confirm_password') throw error;
      setPending({ action, methods: SecondStepChallenge.safeParse(error.body).data?.methods ?? [] });
    }
  };
  const dialog = pending && <ReauthenticationDialog {...pending} onClose={() => setPending(null)} />;
  return { run, dialog };
}

function ReauthenticationDialog({ action, methods, onClose }: PendingAction & { onClose(): void }) {
  const { t } = useTexts();
  const { busy, submit, setErrors, field } = useSubmission();
  const form = useRef<HTMLFormElement>(null);
  const supported = usePasskeySupport();
  const hasApp = methods.includes('app');

  const confirm = (body: object) => callApi(sessionCalls.confirmPassword, { body });
  const confirmAndRepeat = (reauthenticate: () => Promise<unknown>) =>
    void submit(
      async () => {
        await reauthenticate();
        onClose();
        await action();
      },
      (error) => {
        if (error.body.code === 'two_step') setErrors({ code: error.message });
        else if (!error.fields.password) toastFailure(error, 'accounts.somethingWrong');
      },
    );
  const byCode = () =>
    confirmAndRepeat(() => {
      const { password = '', code = '' } = form.current ? textsOf(form.current) : {};
      return confirm({ password, ...(code && { code }) });
    });
  // Sending only the password returns the passkey challenge.
  const byPasskey = () =>
    confirmAndRepeat(async () => {
      const { password = '' } = form.current ? textsOf(form.current) : {};
      const challenge = await confirm({ password }).catch((error) => {
        if (error instanceof ApiError && error.body.code === 'two_step') return error;
        throw error;
      });
      if (!(challenge instanceof ApiError)) return; // the last second step was removed meanwhile
      const { passkey_options = {} } = SecondStepChallenge.safeParse(challenge.body).data ?? {};
      const passkey = await signWithPasskey(passkey_options);
      if (!passkey) throw new ApiError('status', { body: { code: 'two_step', error: t('accounts.passkeyCancelled') } });
      await confirm({ password, passkey });
    });

  return (
    <Dialog title={t('accounts.confirmPassword')} onClose={onClose}>
      <Form className="mt-4 grid gap-5" onSubmit={byCode} ref={form}>
        <TextField
          label={t('accounts.password')}
          {...field('password')}
          type="password"
          autoComplete="current-password"
          autoFocus
        />
        {methods.length > 0 && (
          <TextField
            label={t(hasApp ? 'accounts.code' : 'accounts.recoveryCode')}
            {...field('code')}
            autoComplete="one-time-code"
            inputMode={hasApp ? 'numeric' : 'text'}
            hint={hasApp && t('accounts.codeHint')}
          />
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={busy}>
            {t('accounts.goOn')}
          </Button>
          {methods.includes('passkey') && supported && (
            <Button kind="quiet" onClick={byPasskey} disabled={busy}>
              {t('accounts.passkeyUse')}
            </Button>
          )}
          <Button kind="quiet" onClick={onClose}>
            {t('accounts.cancel')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
