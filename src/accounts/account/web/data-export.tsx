import { useState } from 'react';
import { useNavigate } from 'react-router';
import { clearSession } from '#src/accounts/login/web/log-out.ts';
import { useReauthentication } from '#src/accounts/login/web/reauthentication.tsx';
import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { usePaths } from '#src/client/paths.ts';
import { saveBlob } from '#src/client/save.ts';
import { showingErrors, useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/field.tsx';
import { FormDialog } from '#src/ui/form-dialog.tsx';
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
  const submission = useSubmission();
  const { run, dialog } = useReauthentication();
  const [isConfirming, setIsConfirming] = useState(false);
  const deleteAccount = async (body: object) => {
    const { message } = await callApi(profileCalls.deleteAccount, { body });
    clearSession();
    toast({ kind: 'success', text: { sentence: message } });
    navigate(to('/'));
  };
  return (
    <Section title={t('accounts.leaveTitle')}>
      <p className="mt-2 max-w-prose">{t('accounts.leaveLead')}</p>
      <Button kind="danger" className="mt-4" onClick={() => setIsConfirming(true)}>
        {t('accounts.leaveButton')}
      </Button>
      {isConfirming && (
        <FormDialog
          title={t('accounts.leaveQuestion')}
          lead={<p className="mt-2">{t('accounts.leaveWarning')}</p>}
          submission={submission}
          // Re-authentication may come first.
          send={(body) => run(showingErrors(submission.setErrors, () => deleteAccount(body)))}
          failed={(error) => {
            if (!error.fields.password) toastFailure(error, 'accounts.somethingWrong');
          }}
          submit={t('accounts.leaveButton')}
          kind="danger"
          cancel={t('accounts.cancel')}
          onClose={() => setIsConfirming(false)}
        >
          <TextField
            label={t('accounts.password')}
            type="password"
            autoComplete="current-password"
            required
            {...submission.field('password')}
          />
        </FormDialog>
      )}
      {dialog}
    </Section>
  );
}
