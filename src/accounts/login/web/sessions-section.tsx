import { sessionCalls } from '#src/accounts/users/sessions.contract.ts';
import { sessionLife } from '#src/accounts/users/sessions.rules.ts';
import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { refetch, useCall } from '#src/client/queries.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { hourMs, indianDateFormat } from '#src/rules/calendar.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { Section } from '#src/ui/section.tsx';
import { useReauthentication } from './reauthentication.tsx';

/** Lists the current user's sessions, and ends one of them or all others. */
export function SessionsSection() {
  const { t, locale } = useTexts();
  const call = useCall(sessionCalls.sessions);
  const { data } = call;
  const time = indianDateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const lead = t('accounts.sessionsLead', {
    days: sessionLife.user.idleMs / hourMs / 24,
    hours: sessionLife.admin.idleMs / hourMs,
  });
  const { run, dialog } = useReauthentication();
  const end = async (makeCall: () => Promise<{ message: string }>) => {
    const attempt = async () => {
      const { message } = await makeCall();
      toast({ kind: 'success', text: { sentence: message } });
      await refetch(sessionCalls.sessions);
    };
    await run(attempt).catch(async (error) => {
      toastFailure(error, 'accounts.somethingWrong');
      await refetch(sessionCalls.sessions);
    });
  };
  return (
    <Section title={t('accounts.sessionsTitle')}>
      <p className="mt-2 max-w-prose">{lead}</p>
      {call.isError && <LoadFailure sentence={t('accounts.somethingWrong')} call={call} />}
      {call.isPending && <p className="py-4 text-soft">{t('accounts.loading')}</p>}
      <ul className="mt-2">
        {data?.map(({ id, current, kind, device, address, created_at, last_seen_at }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 border-rule border-b py-3">
            <div>
              <p className="font-semibold">
                <bdi>{device || t('accounts.unknownDevice')}</bdi>
                {kind === 'admin' && ` · ${t('accounts.newsroom')}`}
              </p>
              <p className="tabular text-sm text-soft">
                {t('accounts.sessionSince', { time: time.format(new Date(created_at)), address })} ·{' '}
                {t('accounts.sessionLastSeen', { time: time.format(new Date(last_seen_at)) })}
              </p>
            </div>
            {current ? (
              <span className="font-medium text-good text-sm">{t('accounts.thisSession')}</span>
            ) : (
              <Button kind="quiet" onClick={() => void end(() => callApi(sessionCalls.endSession, { params: { id } }))}>
                {t('accounts.endSession')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data && data.length > 1 && (
        <Button kind="danger" className="mt-4" onClick={() => void end(() => callApi(sessionCalls.endOthers))}>
          {t('accounts.endOthers')}
        </Button>
      )}
      {dialog}
    </Section>
  );
}
