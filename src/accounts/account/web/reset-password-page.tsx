import { useNavigate, useSearchParams } from 'react-router';
import { passwordPolicy } from '#src/accounts/users/server/password-hashing.service.ts';
import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { usePaths } from '#src/client/paths.ts';
import { textsOf, useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { pageLoader } from '#src/platform/http/page-loader.ts';
import { Button } from '#src/ui/button.tsx';
import { Form, FormPage } from '#src/ui/form-page.tsx';
import { consentVersion, profileCalls } from '../profile.contract.ts';
import { getConsentAge } from '../server/guardian.service.ts';
import type { Route } from './+types/reset-password-page';
import { NewPasswordFields, newPasswordErrors } from './new-password-fields.tsx';
import { PersonFields } from './person-fields.tsx';
import { PrivacyNotice } from './privacy-notice.tsx';

export const handle = { texts: ['accounts', 'errors'] };

export const loader = pageLoader(async (ctx) => ({
  policy: passwordPolicy(ctx),
  consentAge: getConsentAge(ctx),
}));

/**
 * Target of the mailed link that sets a password. With `new` in the address nobody has confirmed the account: its owner
 * enters his own data too, and the server checks them.
 */
export default function ResetPasswordPage({ loaderData: { policy, consentAge } }: Route.ComponentProps) {
  const { t } = useTexts();
  const to = usePaths();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const isNew = search.has('new');
  const { busy, errors, failure, submit, clear, refuse, field } = useSubmission();
  const reset = (form: HTMLFormElement) => {
    const { password = '', confirm_password = '', ...profile } = textsOf(form);
    const errors = newPasswordErrors(password, confirm_password, policy.minLength);
    for (const [field, value] of Object.entries(profile)) if (!value.trim()) errors[field] = { key: 'errors.required' };
    if (refuse(errors)) return;
    const body = { token: search.get('token') ?? '', password, ...profile, ...(isNew && { consent: consentVersion }) };
    void submit(
      async () => {
        const { message } = await callApi(profileCalls.reset, { body });
        toast({ kind: 'success', text: { sentence: message } });
        navigate(to(search.get('newsroom') ? '/admin' : '/login'), { replace: true });
      },
      (error) => toastFailure(error, 'accounts.somethingWrong'),
    );
  };
  const required = (name: string) => ({ ...field(name), required: true });
  return (
    <FormPage title={t('accounts.resetTitle')} lead={isNew && t('accounts.claimLead')}>
      <Form onSubmit={reset} failure={failure}>
        {isNew && <PersonFields field={required} />}
        <NewPasswordFields policy={policy} errors={errors} clear={clear} />
        {isNew && <PrivacyNotice consentAge={consentAge} />}
        <Button type="submit" disabled={busy}>
          {busy ? t('accounts.submitting') : t('accounts.setPassword')}
        </Button>
      </Form>
      <p className="mt-6">
        <a className="link inline-flex min-h-11 items-center" href={to('/forgot-password')}>
          {t('accounts.newLink')}
        </a>
      </p>
    </FormPage>
  );
}
