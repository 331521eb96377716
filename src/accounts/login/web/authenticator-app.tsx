import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import { twoStepCalls } from '#src/accounts/users/sessions.contract.ts';
import { callApi } from '#src/client/api.ts';
import { textsOf, useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import { useReauthentication } from './reauthentication.tsx';
import type { TwoStepPart } from './two-step-part.ts';

/** Sets up an authenticator app by QR code, or disables it. */
export function AuthenticatorApp({ state, changed, failed }: TwoStepPart) {
  const { t } = useTexts();
  const { run, dialog } = useReauthentication();
  const { busy, submit, field } = useSubmission();
  const [setup, setSetup] = useState<{ secret: string; uri: string } | null>(null);

  const begin = () => run(async () => setSetup(await callApi(twoStepCalls.begin))).catch(failed);
  const confirm = (form: HTMLFormElement) =>
    submit(
      async () => {
        const { message, recovery_codes } = await callApi(twoStepCalls.confirm, { body: textsOf(form) });
        setSetup(null);
        toast({ kind: 'success', text: { sentence: message } });
        await changed(recovery_codes);
      },
      (error) => {
        if (!error.fields.code) failed(error);
      },
    );
  const end = () =>
    run(async () => {
      const { message } = await callApi(twoStepCalls.end);
      toast({ kind: 'success', text: { sentence: message } });
      await changed();
    }).catch(failed);

  return (
    <section className="mt-6" aria-labelledby="app">
      <h3 id="app" className="font-bold text-xl">
        {t('accounts.appTitle')}
      </h3>
      <p className="mt-1 max-w-prose">{t(state.app ? 'accounts.appIsOn' : 'accounts.appLead')}</p>
      {setup ? (
        <div className="mt-4 grid gap-6 md:grid-cols-[auto_1fr]">
          <div className="justify-self-start bg-white p-3">
            <QRCodeSVG value={setup.uri} size={180} title={t('accounts.twoStepQr')} />
          </div>
          <Form className="grid content-start gap-4" onSubmit={(form) => void confirm(form)}>
            <p className="break-all font-mono text-sm">{setup.secret}</p>
            <TextField
              label={t('accounts.code')}
              {...field('code')}
              inputMode="numeric"
              autoComplete="one-time-code"
              required
            />
            <Button type="submit" disabled={busy}>
              {t('accounts.twoStepConfirm')}
            </Button>
          </Form>
        </div>
      ) : (
        <div className="mt-3">
          {state.app ? (
            <Button kind="danger" onClick={() => void end()}>
              {t('accounts.twoStepEnd')}
            </Button>
          ) : (
            <Button onClick={() => void begin()}>{t('accounts.twoStepBegin')}</Button>
          )}
        </div>
      )}
      {dialog}
    </section>
  );
}
