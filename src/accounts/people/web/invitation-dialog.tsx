import { usersCalls } from '#src/accounts/users/users.contract.ts';
import { checkUserForm } from '#src/accounts/users/users.rules.ts';
import { callApi } from '#src/client/api.ts';
import { refetch } from '#src/client/queries.ts';
import { showingErrors, useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { staffRoles } from '#src/rules/roles.rules.ts';
import { Options, SelectField, TextField } from '#src/ui/field.tsx';
import { FormDialog } from '#src/ui/form-dialog.tsx';
import { roleNames } from './role-names.ts';

interface InvitationDialogProps {
  /** Makes the call, after re-authentication where it is needed. */
  run(action: () => Promise<void>): Promise<void>;
  onClose(): void;
}

/** Invites a colleague to the newsroom: an account with a role, and a mail with a link to set a password. */
export function InvitationDialog({ run, onClose }: InvitationDialogProps) {
  const { t } = useTexts();
  const submission = useSubmission();
  const { field, setErrors } = submission;
  const invite = async ({ name = '', email = '', role = '' }) => {
    const body = { name, email, role: role as (typeof staffRoles)[number] }; // an option of the select
    const { message } = await callApi(usersCalls.invite, { body });
    toast({ kind: 'success', text: { sentence: message } });
    await refetch(usersCalls.list);
    onClose();
  };
  return (
    <FormDialog
      title={t('accounts.inviteTitle')}
      lead={<p className="mt-2 text-soft">{t('accounts.inviteHint')}</p>}
      submission={submission}
      check={({ name = '', email = '' }) => checkUserForm({ name, email, mobile: '' }, false)}
      // Re-authentication may come first.
      send={(texts) => run(showingErrors(setErrors, () => invite(texts)))}
      failed="accounts.somethingWrong"
      submit={t(submission.busy ? 'accounts.submitting' : 'accounts.invite')}
      cancel={t('accounts.cancel')}
      onClose={onClose}
    >
      <TextField label={t('accounts.name')} {...field('name')} />
      <TextField label={t('accounts.email')} type="email" {...field('email')} />
      <SelectField label={t('accounts.role')} name="role" defaultValue="reporter">
        <Options of={staffRoles.map((role) => [role, t(roleNames[role])])} />
      </SelectField>
    </FormDialog>
  );
}
