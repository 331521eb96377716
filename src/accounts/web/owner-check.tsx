import { type ReactNode, useRef, useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { sayFailure } from '#src/client/failure.ts';
import { textsOf, useSubmission } from '#src/client/submit.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import { SecondStepAsked, sessionCalls } from '../sessions.contract.ts';
import { signWithPasskey, usePasskeySupport } from './passkey-browser.ts';

/** The action to repeat after re-authentication, and the available second factors. */
interface Waiting {
  act(): Promise<void>;
  methods: SecondStepAsked['methods'];
}

/**
 * Re-authentication for sensitive actions: `run(act)` makes the call; if the server answers `confirm_password`, a dialog
 * asks for the password (and the second step where there is one) and repeats the call. Render `dialog` on the page. Other
 * errors are thrown, or shown as a toast if they occur after the dialog.
 */
export function useOwnerCheck(): { run(act: () => Promise<void>): Promise<void>; dialog: ReactNode } {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const run = async (act: () => Promise<void>) => {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof ApiError) || error.body.code !== 'confirm_password') throw error;
      setWaiting({ act, methods: SecondStepAsked.safeParse(error.body).data?.methods ?? [] });
    }
  };
  const dialog = waiting && <OwnerDialog {...waiting} onClose={() => setWaiting(null)} />;
  return { run, dialog };
}

function OwnerDialog({ act, methods, onClose }: Waiting & { onClose(): void }) {
  const { t } = useTexts();
  const { busy, errors, submit, setErrors, clear } = useSubmission();
  const form = useRef<HTMLFormElement>(null);
  const supported = usePasskeySupport();
  const hasApp = methods.includes('app');

  const confirm = (body: object) => callApi(sessionCalls.confirmPassword, { body });
  const goOn = (show: () => Promise<unknown>) =>
    void submit(
      async () => {
        await show();
        onClose();
        await act();
      },
      (error) => {
        if (error.body.code === 'two_step') setErrors({ code: error.message });
        else if (!error.fields.password) sayFailure(error, 'accounts.somethingWrong');
      },
    );
  const byCode = () =>
    goOn(() => {
      const { password = '', code = '' } = form.current ? textsOf(form.current) : {};
      return confirm({ password, ...(code && { code }) });
    });
  // The password alone brings the question for the passkey.
  const byPasskey = () =>
    goOn(async () => {
      const { password = '' } = form.current ? textsOf(form.current) : {};
      const question = await confirm({ password }).catch((error) => {
        if (error instanceof ApiError && error.body.code === 'two_step') return error;
        throw error;
      });
      if (!(question instanceof ApiError)) return; // the last second step was removed meanwhile
      const { passkey_options = {} } = SecondStepAsked.safeParse(question.body).data ?? {};
      const passkey = await signWithPasskey(passkey_options);
      if (!passkey) throw new ApiError('status', { body: { code: 'two_step', error: t('accounts.passkeyCancelled') } });
      await confirm({ password, passkey });
    });

  return (
    <Dialog title={t('accounts.confirmPassword')} onClose={onClose}>
      <Form className="mt-4 grid gap-5" onSubmit={byCode} ref={form}>
        <TextField
          label={t('accounts.password')}
          name="password"
          type="password"
          autoComplete="current-password"
          error={errors.password}
          onChange={() => clear('password')}
          autoFocus
        />
        {methods.length > 0 && (
          <TextField
            label={t(hasApp ? 'accounts.code' : 'accounts.recoveryCode')}
            name="code"
            autoComplete="one-time-code"
            inputMode={hasApp ? 'numeric' : 'text'}
            hint={hasApp && t('accounts.codeHint')}
            error={errors.code}
            onChange={() => clear('code')}
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
