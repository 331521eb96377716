import { useState } from 'react';
import { isEmail } from '#src/accounts/users/email.rules.ts';
import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { usePaths } from '#src/client/paths.ts';
import { textsOf, useSubmission } from '#src/client/submit.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Form, FormPage } from '#src/ui/form-page.tsx';
import { Outcome } from '#src/ui/outcome.tsx';
import { profileCalls } from '../profile.contract.ts';

export const handle = { texts: ['accounts', 'errors'] };

export default function ForgotPasswordPage() {
  const { t } = useTexts();
  const to = usePaths();
  const { busy, failure, submit, setErrors, field } = useSubmission();
  const [answer, setAnswer] = useState('');
  const requestLink = (form: HTMLFormElement) => {
    const { email = '' } = textsOf(form);
    if (!isEmail(email)) return setErrors({ email: t(email ? 'accounts.emailInvalid' : 'errors.required') });
    void submit(
      async () => setAnswer((await callApi(profileCalls.forgot, { body: { email } })).message),
      (error) => toastFailure(error, 'accounts.somethingWrong'),
    );
  };
  return (
    <FormPage title={t('accounts.forgotTitle')} lead={t('accounts.forgotLead')}>
      {answer ? (
        <Outcome title={t('accounts.lookIntoMailbox')} className="mt-8">
          <p>{answer}</p>
        </Outcome>
      ) : (
        <Form onSubmit={requestLink} failure={failure}>
          <TextField label={t('accounts.email')} {...field('email')} type="email" autoComplete="email" required />
          <Button type="submit" disabled={busy}>
            {busy ? t('accounts.submitting') : t('accounts.sendLink')}
          </Button>
        </Form>
      )}
      <p className="mt-6">
        <a className="link inline-flex min-h-11 items-center" href={to('/login')}>
          {t('accounts.backToLogin')}
        </a>
      </p>
    </FormPage>
  );
}
