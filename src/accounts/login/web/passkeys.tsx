import { useState } from 'react';
import { makePasskey, usePasskeySupport } from '#src/accounts/second-step/web/passkey-browser.ts';
import { type Passkey, passkeyCalls, passkeyNameMaxLength } from '#src/accounts/users/passkeys.contract.ts';
import { callApi } from '#src/client/api.ts';
import { textsOf, useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import { useReauthentication } from './reauthentication.tsx';
import type { TwoStepPart } from './two-step-part.ts';

/** Adds, renames and removes the current user's passkeys. */
export function Passkeys({ state, changed, failed }: TwoStepPart) {
  const { t } = useTexts();
  const supported = usePasskeySupport();
  const { run, dialog } = useReauthentication();
  const { busy, submit, setErrors, field } = useSubmission();

  const add = (form: HTMLFormElement) => {
    const { name = '' } = textsOf(form);
    if (!name.trim()) return setErrors({ name: t('errors.required') });
    void submit(
      () =>
        run(async () => {
          const passkey = await makePasskey(await callApi(passkeyCalls.begin));
          if (!passkey) return toast({ kind: 'error', text: 'accounts.passkeyCancelled' });
          const { message, recovery_codes } = await callApi(passkeyCalls.add, { body: { name, passkey } });
          form.reset();
          toast({ kind: 'success', text: { sentence: message } });
          await changed(recovery_codes);
        }),
      failed,
    );
  };
  const remove = ({ id }: Passkey) =>
    run(async () => {
      const { message } = await callApi(passkeyCalls.remove, { params: { id } });
      toast({ kind: 'success', text: { sentence: message } });
      await changed();
    }).catch(failed);

  const unavailableReason = !state.passkeys_possible
    ? 'accounts.passkeysImpossible'
    : supported === false
      ? 'accounts.passkeysUnsupported'
      : undefined;
  return (
    <section className="mt-8" aria-labelledby="passkeys">
      <h3 id="passkeys" className="font-bold text-xl">
        {t('accounts.passkeysTitle')}
      </h3>
      <p className="mt-1 max-w-prose">{t('accounts.passkeysLead')}</p>
      <ul className="mt-2">
        {state.passkeys.map((passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            changed={changed}
            failed={failed}
            onRemove={() => void remove(passkey)}
          />
        ))}
      </ul>
      {unavailableReason ? (
        <p className="mt-3 text-soft">{t(unavailableReason)}</p>
      ) : (
        <Form className="mt-3 grid max-w-md gap-3" onSubmit={add}>
          <TextField
            label={t('accounts.passkeyName')}
            {...field('name')}
            maxLength={passkeyNameMaxLength}
            hint={t('accounts.passkeyNameExample')}
            autoComplete="off"
          />
          <Button type="submit" className="justify-self-start" disabled={busy}>
            {t('accounts.passkeyAdd')}
          </Button>
        </Form>
      )}
      {dialog}
    </section>
  );
}

interface PasskeyRowProps extends Pick<TwoStepPart, 'changed' | 'failed'> {
  passkey: Passkey;
  onRemove(): void;
}

function PasskeyRow({ passkey: { id, name, created_at, last_used_at }, changed, failed, onRemove }: PasskeyRowProps) {
  const { t, locale } = useTexts();
  const { busy, submit, field } = useSubmission();
  const [renaming, setRenaming] = useState(false);
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const day = (instant: string) => time.format(new Date(instant));
  const rename = (form: HTMLFormElement) =>
    submit(
      async () => {
        const { message } = await callApi(passkeyCalls.rename, { params: { id }, body: textsOf(form) });
        setRenaming(false);
        toast({ kind: 'success', text: { sentence: message } });
        await changed();
      },
      (error) => {
        if (!error.fields.name) failed(error);
      },
    );
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-rule border-b py-3">
      {renaming ? (
        <Form className="flex flex-wrap items-end gap-3" onSubmit={(form) => void rename(form)}>
          <TextField
            label={t('accounts.passkeyName')}
            {...field('name')}
            defaultValue={name}
            maxLength={passkeyNameMaxLength}
            autoComplete="off"
            autoFocus
          />
          <Button type="submit" disabled={busy}>
            {t('accounts.passkeyRename')}
          </Button>
          <Button kind="quiet" onClick={() => setRenaming(false)}>
            {t('accounts.cancel')}
          </Button>
        </Form>
      ) : (
        <>
          <div>
            <p className="font-semibold">
              <bdi>{name}</bdi>
            </p>
            <p className="text-sm text-soft">
              {t('accounts.passkeyAddedAt', { time: day(created_at) })}{' '}
              {last_used_at ? t('accounts.passkeyUsedAt', { time: day(last_used_at) }) : t('accounts.passkeyNeverUsed')}
            </p>
          </div>
          <div className="flex flex-wrap gap-3">
            <Button
              kind="quiet"
              onClick={() => setRenaming(true)}
              aria-label={`${t('accounts.passkeyRename')}: ${name}`}
            >
              {t('accounts.passkeyRename')}
            </Button>
            <Button kind="quiet" onClick={onRemove} aria-label={`${t('accounts.passkeyRemove')}: ${name}`}>
              {t('accounts.passkeyRemove')}
            </Button>
          </div>
        </>
      )}
    </li>
  );
}
