import { profileCalls } from '#src/accounts/account/profile.contract.ts';
import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { refetch } from '#src/client/queries.ts';
import { textsOf, useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';

/** For a minor: asks for the guardian's address and explains that submissions await consent. */
export function GuardianForm({ asked, days }: { asked: boolean; days: number }) {
  const { t } = useTexts();
  const { busy, failure, submit, field } = useSubmission();
  const ask = (form: HTMLFormElement) => {
    const { name = '', email = '' } = textsOf(form);
    void submit(
      async () => {
        const { message } = await callApi(profileCalls.requestConsent, { body: { name, email } });
        toast({ kind: 'success', text: { sentence: message } });
        form.reset();
        await refetch(profileCalls.me);
      },
      (error) => {
        if (Object.keys(error.fields).length === 0) toastFailure(error, 'submissions.actionFailed');
      },
    );
  };
  return (
    <>
      <p className="mt-4 max-w-prose font-serif text-lg">
        {t(asked ? 'submissions.guardianWaits' : 'submissions.guardianLead')} {t('submissions.guardianEnd', { days })}
      </p>
      {asked && <p className="mt-4">{t('submissions.guardianAgain')}</p>}
      <Form className="mt-5 grid max-w-md gap-5" onSubmit={ask} failure={failure}>
        <TextField label={t('submissions.guardianName')} {...field('name')} disabled={busy} />
        <TextField label={t('submissions.guardianEmail')} {...field('email')} type="email" disabled={busy} />
        <Button type="submit" disabled={busy}>
          {t('submissions.guardianAsk')}
        </Button>
      </Form>
    </>
  );
}
