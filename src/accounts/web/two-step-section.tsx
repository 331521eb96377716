import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { sayFailure } from '#src/client/failure.ts';
import { refetch, useCall } from '#src/client/queries.ts';
import { textsOf, useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import { Section } from '#src/ui/section.tsx';
import { sessionCalls, twoStepCalls } from '../sessions.contract.ts';
import { useOwnerCheck } from './owner-check.tsx';

/** Turns two-step login on and off, for the newsroom. */
export function TwoStepSection() {
  const { t } = useTexts();
  const { data } = useCall(sessionCalls.verifyToken);
  const { run, dialog } = useOwnerCheck();
  const { busy, errors, submit, clear } = useSubmission();
  const [begun, setBegun] = useState<{ secret: string; uri: string } | null>(null);
  const [codes, setCodes] = useState<string[]>([]);
  const on = data?.user.two_step ?? false;

  const say = (error: unknown) => sayFailure(error, 'accounts.somethingWrong');
  const begin = () => run(async () => setBegun(await callApi(twoStepCalls.begin))).catch(say);
  const confirm = (form: HTMLFormElement) =>
    submit(
      async () => {
        const { message, recovery_codes } = await callApi(twoStepCalls.confirm, { body: textsOf(form) });
        setCodes(recovery_codes);
        setBegun(null);
        toast({ kind: 'success', text: { sentence: message } });
        await refetch(sessionCalls.verifyToken);
      },
      (error) => {
        if (!error.fields.code) say(error);
      },
    );
  const end = () =>
    run(async () => {
      const { message } = await callApi(twoStepCalls.end);
      setCodes([]);
      toast({ kind: 'success', text: { sentence: message } });
      await refetch(sessionCalls.verifyToken);
    }).catch(say);

  return (
    <Section title={t('accounts.twoStepTitle')}>
      <p className="mt-2 max-w-prose">{on ? t('accounts.twoStepIsOn') : t('accounts.twoStepLead')}</p>
      {codes.length > 0 && (
        <div className="mt-4 border border-ink p-4" role="status">
          <p className="font-semibold">{t('accounts.recoveryTitle')}</p>
          <ul className="tabular mt-2 grid grid-cols-2 gap-1 font-mono">
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
        </div>
      )}
      {begun && (
        <div className="mt-4 grid gap-6 md:grid-cols-[auto_1fr]">
          <div className="justify-self-start bg-white p-3">
            <QRCodeSVG value={begun.uri} size={180} title={t('accounts.twoStepQr')} />
          </div>
          <Form className="grid content-start gap-4" onSubmit={(form) => void confirm(form)}>
            <p className="break-all font-mono text-sm">{begun.secret}</p>
            <TextField
              label={t('accounts.code')}
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              error={errors.code}
              onChange={() => clear('code')}
              required
            />
            <Button type="submit" disabled={busy}>
              {t('accounts.twoStepConfirm')}
            </Button>
          </Form>
        </div>
      )}
      {!begun && (
        <div className="mt-4">
          {on ? (
            <Button kind="danger" onClick={() => void end()}>
              {t('accounts.twoStepEnd')}
            </Button>
          ) : (
            <Button onClick={() => void begin()}>{t('accounts.twoStepBegin')}</Button>
          )}
        </div>
      )}
      {dialog}
    </Section>
  );
}
