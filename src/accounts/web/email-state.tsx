import { callApi } from '#src/client/api.ts';
import { sayFailure } from '#src/client/failure.ts';
import { refetch } from '#src/client/queries.ts';
import { useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { profileCalls } from '../profile.contract.ts';
import type { Person } from '../sessions.contract.ts';

/** What is left to do about the e-mail of an account: confirm it, or a change of it, which can also be cancelled. */
export function EmailState({ person }: { person: Person }) {
  const { t } = useTexts();
  const { busy, submit } = useSubmission();
  const { email, email_confirmed, pending_email } = person;
  const act = (call: typeof profileCalls.resendConfirmation | typeof profileCalls.cancelEmailChange) =>
    void submit(
      async () => {
        const { message } = await callApi(call);
        toast({ kind: 'success', text: { sentence: message } });
        await refetch(person.isAdmin ? profileCalls.adminProfile : profileCalls.me);
      },
      (error) => sayFailure(error, 'accounts.somethingWrong'),
    );
  const waits = pending_email !== null || !email_confirmed;
  // The frame is there before its content, so that a screen reader announces a change that has been asked for.
  return (
    <div role="status" className={waits ? 'mt-6 border border-ink p-4' : ''}>
      {waits && (
        <>
          <p className="break-words">
            {pending_email !== null
              ? t('accounts.emailPending', { email: pending_email, current: email })
              : t('accounts.emailUnconfirmed', { email })}
          </p>
          <div className="mt-4 flex flex-wrap gap-3">
            <Button kind="quiet" disabled={busy} onClick={() => act(profileCalls.resendConfirmation)}>
              {t('accounts.sendAgain')}
            </Button>
            {pending_email !== null && (
              <Button kind="quiet" disabled={busy} onClick={() => act(profileCalls.cancelEmailChange)}>
                {t('accounts.cancelEmailChange')}
              </Button>
            )}
          </div>
        </>
      )}
    </div>
  );
}
