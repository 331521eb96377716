import { useState } from 'react';
import { useNavigate } from 'react-router';
import { clearSession } from '#src/accounts/login/web/log-out.ts';
import { useReauthentication } from '#src/accounts/login/web/reauthentication.tsx';
import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { usePaths } from '#src/client/paths.ts';
import { saveBlob } from '#src/client/save.ts';
import { showingErrors, textsOf, useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import { Section } from '#src/ui/section.tsx';
import { profileCalls } from '../profile.contract.ts';

/** Downloads all stored data of the current user as a file. */
export function DataExportSection() {
  const { t } = useTexts();
  const { busy, submit } = useSubmission();
  const save = () =>
    submit(
      async () => {
        const data = await callApi(profileCalls.exportMyData);
        saveBlob(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), 'news-wing-data.json');
      },
      (error) => toastFailure(error, 'accounts.somethingWrong'),
    );
  return (
    <Section title={t('accounts.ownDataTitle')}>
      <p className="mt-2 max-w-prose">{t('accounts.ownDataLead')}</p>
      <Button kind="quiet" className="mt-4" onClick={() => void save()} disabled={busy}>
        {t('accounts.ownDataSave')}
      </Button>
    </Section>
  );
}

/** Deletes the current user's account, after explaining what is deleted and asking for the password. */
export function DeleteAccountSection() {
  const { t } = useTexts();
  const to = usePaths();
  const navigate = useNavigate();
  const { busy, submit, setErrors, field } = useSubmission();
  const { run, dialog } = useReauthentication();
  const [isConfirming, setIsConfirming] = useState(false);
  const deleteAccount = (form: HTMLFormElement) => {
    const body = textsOf(form);
    const send = showingErrors(setErrors, async () => {
      const { message } = await callApi(profileCalls.deleteAccount, { body });
      clearSession();
      toast({ kind: 'success', text: { sentence: message } });
      navigate(to('/'));
    });
    return submit(
      () => run(send),
      (error) => {
        if (!error.fields.password) toastFailure(error, 'accounts.somethingWrong');
      },
    );
  };
  return (
    <Section title={t('accounts.leaveTitle')}>
      <p className="mt-2 max-w-prose">{t('accounts.leaveLead')}</p>
      <Button kind="danger" className="mt-4" onClick={() => setIsConfirming(true)}>
        {t('accounts.leaveButton')}
      </Button>
      {isConfirming && (
        <Dialog title={t('accounts.leaveQuestion')} onClose={() => setIsConfirming(false)}>
          <p className="mt-2">{t('accounts.leaveWarning')}</p>
          <Form className="mt-4 grid gap-5" onSubmit={(form) => void deleteAccount(form)}>
            <TextField
              label={t('accounts.password')}
              {...field('password')}
              type="password"
              autoComplete="current-password"
              required
            />
            <div className="flex gap-3">
              <Button type="submit" kind="danger" disabled={busy}>
                {t('accounts.leaveButton')}
              </Button>
              <Button kind="quiet" onClick={() => setIsConfirming(false)}>
                {t('accounts.cancel')}
              </Button>
            </div>
          </Form>
        </Dialog>
      )}
      {dialog}
    </Section>
  );
}
