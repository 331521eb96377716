import { useReauthentication } from '#src/accounts/login/web/reauthentication.tsx';
import type { PasswordPolicy } from '#src/accounts/users/passwords.rules.ts';
import { sessionCalls } from '#src/accounts/users/sessions.contract.ts';
import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { refetch } from '#src/client/queries.ts';
import { useSession } from '#src/client/session.ts';
import { showingErrors, textsOf, useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import { Section } from '#src/ui/section.tsx';
import { profileCalls } from '../profile.contract.ts';
import { NewPasswordFields, newPasswordErrors } from './new-password-fields.tsx';

export function PasswordSection({ policy }: { policy: PasswordPolicy }) {
  const { t } = useTexts();
  const owner = useSession(({ user }) => user);
  const { busy, errors, submit, setErrors, clear, refuse, field } = useSubmission();
  const { run, dialog } = useReauthentication();
  const change = (form: HTMLFormElement) => {
    const { current_password = '', password = '', confirm_password = '' } = textsOf(form);
    const errors = newPasswordErrors(password, confirm_password, policy.minLength);
    if (!current_password) errors.current_password = { key: 'errors.required' };
    if (refuse(errors)) return;
    const send = showingErrors(setErrors, async () => {
      const body = { current_password, new_password: password };
      const { message } = await callApi(profileCalls.changePassword, { body });
      toast({ kind: 'success', text: { sentence: message } });
      form.reset();
      await refetch(sessionCalls.sessions);
    });
    void submit(
      () => run(send),
      (error) => toastFailure(error, 'accounts.somethingWrong'),
    );
  };
  return (
    <Section title={t('accounts.changePassword')}>
      <Form className="mt-4 grid max-w-md gap-5" onSubmit={change}>
        <TextField
          label={t('accounts.currentPassword')}
          {...field('current_password')}
          type="password"
          autoComplete="current-password"
          required
        />
        <NewPasswordFields policy={policy} owner={owner} errors={errors} clear={clear} />
        <Button type="submit" disabled={busy}>
          {busy ? t('accounts.submitting') : t('accounts.changePassword')}
        </Button>
      </Form>
      {dialog}
    </Section>
  );
}
