import { useState } from 'react';
import { useLocation } from 'react-router';
import { passwordPolicy } from '#src/accounts/users/server/password-hashing.service.ts';
import { checkRegistration } from '#src/accounts/users/users.rules.ts';
import { toastFailure } from '#src/client/failure.ts';
import { usePaths } from '#src/client/paths.ts';
import { textsOf, useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { uploadForm } from '#src/client/upload.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { pageLoader } from '#src/platform/http/page-loader.ts';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Form, FormPage } from '#src/ui/form-page.tsx';
import { Outcome } from '#src/ui/outcome.tsx';
import { consentVersion, profileCalls } from '../profile.contract.ts';
import { getConsentAge } from '../server/guardian.service.ts';
import type { Route } from './+types/register-page';
import { NewPasswordFields } from './new-password-fields.tsx';
import { PersonFields } from './person-fields.tsx';
import { PortraitField } from './portrait-field.tsx';
import { PrivacyNotice } from './privacy-notice.tsx';

export const handle = { texts: ['accounts', 'errors'] };

export const loader = pageLoader(async (ctx) => ({ policy: passwordPolicy(ctx), consentAge: getConsentAge(ctx) }));

/** Toasts of this page are shorter than elsewhere. */
const toastMs = 3000;

export default function RegisterPage({ loaderData: { policy, consentAge } }: Route.ComponentProps) {
  const { t } = useTexts();
  const to = usePaths();
  const { search } = useLocation();
  const { busy, errors, failure, submit, clear, refuse, field } = useSubmission();
  const [portrait, setPortrait] = useState<File | null>(null);
  // How many accounts were registered: each gets its own message.
  const [done, setDone] = useState(0);

  const register = (form: HTMLFormElement) => {
    const { name = '', dob = '', email = '', mobile = '', password = '', confirm_password = '' } = textsOf(form);
    const values = { name, dob, email, mobile, password, confirm_password };
    const errors = checkRegistration(values, policy.minLength, new Date());
    if (!confirm_password) errors.confirm_password = { key: 'errors.required' };
    const isRefused = refuse(errors);
    if (errors.confirm_password?.key === 'accounts.passwordsDiffer')
      toast({ kind: 'error', text: 'accounts.passwordsDiffer', durationMs: toastMs });
    if (isRefused) return;
    const data = new FormData();
    for (const [field, value] of Object.entries({ ...values, consent: consentVersion })) data.set(field, value);
    if (portrait) data.set('profile_image', portrait);
    void submit(
      async () => {
        const { message } = await uploadForm(profileCalls.register, { form: data });
        toast({ kind: 'success', text: message ? { sentence: message } : 'accounts.registered', durationMs: toastMs });
        form.reset();
        setPortrait(null);
        setDone((count) => count + 1);
      },
      (error) => toastFailure(error, 'accounts.somethingWrong', { durationMs: toastMs }),
    );
  };

  const required = (name: string) => ({ ...field(name), required: true });
  return (
    <FormPage title={t('accounts.registerTitle')} lead={t('accounts.registerLead')}>
      {done > 0 && (
        <Outcome key={done} title={t('accounts.registeredNext')}>
          <p>{t('accounts.registeredConfirm')}</p>
          <p>{t('accounts.registeredCan')}</p>
          <p>
            <a className="link inline-flex min-h-11 items-center font-semibold" href={to('/login') + search}>
              {t('accounts.login')}
            </a>
          </p>
        </Outcome>
      )}
      <Form onSubmit={register} failure={failure}>
        <PortraitField
          chosen={portrait}
          current={null}
          initials="?"
          error={errors.profile_image}
          onChoose={setPortrait}
        />
        <PersonFields field={required}>
          <TextField label={t('accounts.email')} {...required('email')} type="email" autoComplete="email" />
        </PersonFields>
        <NewPasswordFields label={t('accounts.createPassword')} policy={policy} errors={errors} clear={clear} />
        <PrivacyNotice consentAge={consentAge} />
        <Button type="submit" disabled={busy}>
          {busy ? t('accounts.submitting') : t('accounts.register')}
        </Button>
      </Form>
      <p className="mt-6">
        {t('accounts.haveAccount')}{' '}
        <a className="link" href={to('/login') + search}>
          {t('accounts.login')}
        </a>
      </p>
    </FormPage>
  );
}
