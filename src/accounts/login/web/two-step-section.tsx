import { useState } from 'react';
import { twoStepCalls } from '#src/accounts/users/sessions.contract.ts';
import { toastFailure } from '#src/client/failure.ts';
import { usePaths } from '#src/client/paths.ts';
import { refetch, useCall } from '#src/client/queries.ts';
import { useSession } from '#src/client/session.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { Section } from '#src/ui/section.tsx';
import { AuthenticatorApp } from './authenticator-app.tsx';
import { Passkeys } from './passkeys.tsx';
import { NewCodes, RecoveryCodes } from './recovery-codes.tsx';
import type { TwoStep, TwoStepPart } from './two-step-part.ts';

/** The second step of every login: authenticator app, passkeys, recovery codes. */
export function TwoStepSection() {
  const { t } = useTexts();
  const call = useCall(twoStepCalls.state);
  const { data } = call;
  const [codes, setCodes] = useState<string[]>([]);
  const props: Omit<TwoStepPart, 'state'> = {
    changed: async (recoveryCodes = []) => {
      if (recoveryCodes.length) setCodes(recoveryCodes);
      await refetch(twoStepCalls.state);
    },
    failed: (error) => toastFailure(error, 'accounts.somethingWrong'),
  };
  const on = data && (data.app || data.passkeys.length > 0);
  return (
    <Section title={t('accounts.twoStepTitle')}>
      {call.isError && <LoadFailure sentence={t('accounts.somethingWrong')} call={call} />}
      {call.isPending && <p className="py-4 text-soft">{t('accounts.loading')}</p>}
      {data && (
        <>
          <p className="mt-2 max-w-prose">{on ? t('accounts.twoStepIsOn') : t('accounts.twoStepLead')}</p>
          {data.required && <NewsroomNote state={data} />}
          {on && codes.length > 0 && <NewCodes codes={codes} />}
          <AuthenticatorApp state={data} {...props} />
          <Passkeys state={data} {...props} />
          {on && <RecoveryCodes state={data} {...props} />}
        </>
      )}
    </Section>
  );
}

/** Deadline for the newsroom to set up a second step, or a link to the newsroom's login once it is set up. */
function NewsroomNote({ state: { app, passkeys, due_at, overdue } }: { state: TwoStep }) {
  const { t, locale } = useTexts();
  const to = usePaths();
  const isAdmin = useSession(({ user }) => user.isAdmin);
  const done = app || passkeys.length > 0;
  if (done && isAdmin) return null;
  const date = due_at && new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(due_at));
  return (
    <p className="mt-4 max-w-prose border-2 border-ink p-4 font-semibold" role="status">
      {done ? (
        <a className="link" href={to('/admin')}>
          {t('accounts.toNewsroomLogin')}
        </a>
      ) : date && !overdue ? (
        t('accounts.twoStepDue', { date })
      ) : (
        t('accounts.twoStepDueNow')
      )}
    </p>
  );
}
