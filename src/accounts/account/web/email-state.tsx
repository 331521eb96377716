import type { CurrentUserView } from '#src/accounts/users/sessions.contract.ts';
import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { refetch } from '#src/client/queries.ts';
import { useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { profileCalls } from '../profile.contract.ts';

/** Notice that an e-mail or a change of it is unconfirmed: resends the link, or cancels the change. */
export function EmailState({ person }: { person: CurrentUserView }) {
  const { t } = useTexts();
  const { busy, submit } = useSubmission();
  const { email, email_confirmed, pending_email } = person;
  const run = (call: typeof profileCalls.resendConfirmation | typeof profileCalls.cancelEmailChange) =>
    void submit(
      async () => {
        const { message } = await callApi(call);
        toast({ kind: 'success', text: { sentence: message } });
        await refetch(person.isAdmin ? profileCalls.adminProfile : profileCalls.me);
      },
      (error) => toastFailure(error, 'accounts.somethingWrong'),
    );
  const isUnconfirmed = pending_email !== null || !email_confirmed;
  // The live region is rendered before its content, so that screen readers announce a requested change.
  return (
    <div role="status" className={isUnconfirmed ? 'mt-6 border border-ink p-4' : ''}>
      {isUnconfirmed && (
        <>
          <p className="break-words">
            {pending_email !== null
              ? t('accounts.emailPending', { email: pending_email, current: email })
              : t('accounts.emailUnconfirmed', { email })}
          </p>
          <div className="mt-4 flex flex-wrap gap-3">
            <Button kind="quiet" disabled={busy} onClick={() => run(profileCalls.resendConfirmation)}>
              {t('accounts.sendAgain')}
            </Button>
            {pending_email !== null && (
              <Button kind="quiet" disabled={busy} onClick={() => run(profileCalls.cancelEmailChange)}>
                {t('accounts.cancelEmailChange')}
              </Button>
            )}
          </div>
        </>
      )}
    </div>
  );
}
