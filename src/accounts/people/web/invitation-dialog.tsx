import { usersCalls } from '#src/accounts/users/users.contract.ts';
import { checkUserForm } from '#src/accounts/users/users.rules.ts';
import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { refetch } from '#src/client/queries.ts';
import { showingErrors, textsOf, useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { staffRoles } from '#src/rules/roles.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { SelectField, TextField } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import { roleNames } from './role-names.ts';

interface InvitationDialogProps {
  /** Makes the call, after re-authentication where it is needed. */
  run(action: () => Promise<void>): Promise<void>;
  onClose(): void;
}

/** Invites somebody to the newsroom: an account with a role, and a mail with a link to set a password. */
export function InvitationDialog({ run, onClose }: InvitationDialogProps) {
  const { t } = useTexts();
  const { busy, errors, submit, setErrors, clear } = useSubmission();
  const invite = (form: HTMLFormElement) => {
    const { name = '', email = '', role = '' } = textsOf(form);
    const found = Object.entries(checkUserForm({ name, email, mobile: '' }, false));
    if (found.length)
      return setErrors(Object.fromEntries(found.map(([field, { key, params }]) => [field, t(key, params)])));
    const send = showingErrors(setErrors, async () => {
      const body = { name, email, role: role as (typeof staffRoles)[number] }; // an option of the select
      const { message } = await callApi(usersCalls.invite, { body });
      toast({ kind: 'success', text: { sentence: message } });
      await refetch(usersCalls.list);
      onClose();
    });
    void submit(
      () => run(send),
      (error) => toastFailure(error, 'accounts.somethingWrong'),
    );
  };
  return (
    <Dialog title={t('accounts.inviteTitle')} onClose={onClose}>
      <p className="mt-2 text-soft">{t('accounts.inviteHint')}</p>
      <Form onSubmit={invite}>
        <TextField label={t('accounts.name')} name="name" error={errors.name} onChange={() => clear('name')} />
        <TextField
          label={t('accounts.email')}
          name="email"
          type="email"
          error={errors.email}
          onChange={() => clear('email')}
        />
        <SelectField label={t('accounts.role')} name="role" defaultValue="reporter">
          {staffRoles.map((role) => (
            <option key={role} value={role}>
              {t(roleNames[role])}
            </option>
          ))}
        </SelectField>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={busy}>
            {busy ? t('accounts.submitting') : t('accounts.invite')}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {t('accounts.cancel')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
