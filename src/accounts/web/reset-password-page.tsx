import { useNavigate, useSearchParams } from 'react-router';
import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { textsOf, useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { pageLoader } from '#src/page-context.ts';
import { Button } from '#src/ui/button.tsx';
import { Form, FormPage } from '#src/ui/form-page.tsx';
import { usePaths } from '#src/ui/paths.ts';
import { profileCalls } from '../profile.contract.ts';
import { passwordPolicy } from '../server/password-hashing.service.ts';
import type { Route } from './+types/reset-password-page';
import { NewPasswordFields, newPasswordErrors } from './new-password-fields.tsx';

export const handle = { texts: ['accounts', 'errors'] };

export const loader = pageLoader(async (ctx) => passwordPolicy(ctx));

export default function ResetPasswordPage({ loaderData: policy }: Route.ComponentProps) {
  const { t } = useTexts();
  const to = usePaths();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { busy, errors, failure, submit, setErrors, clear } = useSubmission();
  const reset = (form: HTMLFormElement) => {
    const { password = '', confirm_password = '' } = textsOf(form);
    const errors = newPasswordErrors(password, confirm_password, policy.minLength, t);
    if (Object.keys(errors).length) return setErrors(errors);
    void submit(
      async () => {
        const { message } = await callApi(profileCalls.reset, { body: { token: search.get('token') ?? '', password } });
        toast({ kind: 'success', text: { sentence: message } });
        navigate(to(search.get('newsroom') ? '/admin' : '/login'), { replace: true });
      },
      (error) => toastFailure(error, 'accounts.somethingWrong'),
    );
  };
  return (
    <FormPage title={t('accounts.resetTitle')}>
      <Form onSubmit={reset} failure={failure}>
        <NewPasswordFields policy={policy} errors={errors} clear={clear} />
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
