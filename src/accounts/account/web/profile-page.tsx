import { useEffect, useState } from 'react';
import { storeUser } from '#src/accounts/login/web/confirm-session.ts';
import { useReauthentication } from '#src/accounts/login/web/reauthentication.tsx';
import { initials } from '#src/accounts/users/initials.rules.ts';
import type { CurrentUserView } from '#src/accounts/users/sessions.contract.ts';
import { checkUserForm } from '#src/accounts/users/users.rules.ts';
import { toastFailure } from '#src/client/failure.ts';
import { usePaths } from '#src/client/paths.ts';
import { refetch, useCall } from '#src/client/queries.ts';
import { useRequireLogin } from '#src/client/route-guards.ts';
import { useSavedFields } from '#src/client/saved-fields.ts';
import { useSession } from '#src/client/session.ts';
import { showingErrors, textsOf, useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { uploadForm } from '#src/client/upload.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { FallbackLinks } from '#src/ui/error-page.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Form, FormPage } from '#src/ui/form-page.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { profileCalls } from '../profile.contract.ts';
import { EmailState } from './email-state.tsx';
import { MobileField } from './mobile-field.tsx';
import { PortraitField } from './portrait-field.tsx';

export const handle = { texts: ['accounts', 'errors'] };

export default function ProfilePage() {
  const { t } = useTexts();
  const to = usePaths();
  const allowed = useRequireLogin();
  return (
    <FormPage title={t('accounts.profileTitle')}>
      {allowed ? <Profile /> : <p className="py-10 text-soft">{t('accounts.loading')}</p>}
      <p className="mt-8 border-rule border-t pt-6">
        <a className="link font-semibold" href={to('/profile/security')}>
          {t('accounts.securityLink')}
        </a>
      </p>
    </FormPage>
  );
}

// An admin's profile is loaded by his id and has no mobile number.
function Profile() {
  const { t } = useTexts();
  const { user_id, isAdmin } = useSession(({ user }) => user);
  const myProfile = useCall(profileCalls.me, {}, !isAdmin);
  const adminProfile = useCall(profileCalls.adminProfile, { params: { id: user_id ?? 0 } }, isAdmin);
  const call = isAdmin ? adminProfile : myProfile;
  const { data } = call;
  if (call.isLoadingError)
    return (
      <>
        <LoadFailure sentence={t('accounts.profileFailed')} call={call} />
        <FallbackLinks />
      </>
    );
  if (!data) return <p className="py-10 text-soft">{t('accounts.loading')}</p>;
  return <ProfileForm person={data} />;
}

function ProfileForm({ person }: { person: CurrentUserView }) {
  const { t } = useTexts();
  const { busy, errors, failure, submit, setErrors, clear, refuse, field } = useSubmission();
  const { run, dialog } = useReauthentication();
  const { form, discard } = useSavedFields('profile');
  const [portrait, setPortrait] = useState<File | null>(null);
  const [removed, setRemoved] = useState(false);

  // The header shows the picture and name of the stored user.
  useEffect(() => storeUser(person), [person]);

  const update = (element: HTMLFormElement) => {
    const { name = '', email = '', code = '', number = '' } = textsOf(element);
    const values = { name, email, mobile: person.isAdmin ? '' : `+${code}${number}` };
    if (refuse(checkUserForm(values, !person.isAdmin))) return;
    const data = new FormData();
    data.set('name', name);
    data.set('email', email);
    if (!person.isAdmin) data.set('mobile', values.mobile);
    if (portrait) data.set('profile_image', portrait);
    else if (removed) data.set('remove_image', 'true');
    const send = showingErrors(setErrors, async () => {
      const { message, user } = await uploadForm(person.isAdmin ? profileCalls.updateAdmin : profileCalls.update, {
        form: data,
      });
      storeUser(user);
      discard();
      setPortrait(null);
      setRemoved(false);
      // A new e-mail is pending until it is confirmed; until then the field shows the current one.
      const field = element.elements.namedItem('email');
      if (field instanceof HTMLInputElement) field.value = user.email;
      toast({ kind: 'success', text: message ? { sentence: message } : 'accounts.profileUpdated' });
      await refetch(person.isAdmin ? profileCalls.adminProfile : profileCalls.me);
    });
    void submit(
      () => run(send),
      (error) => toastFailure(error, 'accounts.updateFailed'),
    );
  };

  return (
    <>
      <Form ref={form} onSubmit={update} failure={failure}>
        <PortraitField
          chosen={portrait}
          current={removed ? null : person.profile_image}
          initials={initials(person.email)}
          error={errors.profile_image}
          onChoose={(file) => {
            setPortrait(file);
            setRemoved(file === null);
          }}
        />
        <TextField
          label={t('accounts.name')}
          {...field('name')}
          defaultValue={person.name}
          autoComplete="name"
          required
        />
        <TextField
          label={t('accounts.email')}
          {...field('email')}
          type="email"
          defaultValue={person.email}
          hint={person.email_confirmed ? undefined : t('accounts.emailNotConfirmed')}
          autoComplete="email"
          required
        />
        {!person.isAdmin && (
          <MobileField value={person.mobile ?? ''} error={errors.mobile} onChange={() => clear('mobile')} />
        )}
        <Button type="submit" disabled={busy}>
          {busy ? t('accounts.submitting') : t('accounts.updateProfile')}
        </Button>
      </Form>
      <EmailState person={person} />
      {dialog}
    </>
  );
}
