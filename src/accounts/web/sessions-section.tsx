import { callApi } from '#src/client/api.ts';
import { sayFailure } from '#src/client/failure.ts';
import { refetch, useCall } from '#src/client/queries.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { Section } from '#src/ui/section.tsx';
import { sessionCalls } from '../sessions.contract.ts';

/** Where the account is logged in, with a way to end each session. */
export function SessionsSection() {
  const { t, locale } = useTexts();
  const { data, isError } = useCall(sessionCalls.sessions);
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const end = async (id: string) => {
    try {
      const { message } = await callApi(sessionCalls.endSession, { params: { id } });
      toast({ kind: 'success', text: { sentence: message } });
    } catch (error) {
      sayFailure(error, 'accounts.somethingWrong');
    }
    await refetch(sessionCalls.sessions);
  };
  return (
    <Section title={t('accounts.sessionsTitle')}>
      {isError && <p role="alert">{t('accounts.somethingWrong')}</p>}
      {!data && !isError && <p className="py-4 text-soft">{t('accounts.loading')}</p>}
      <ul className="mt-2">
        {data?.map(({ id, current, kind, device, address, created_at }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 border-rule border-b py-3">
            <div>
              <p className="font-semibold">
                {device || t('accounts.unknownDevice')}
                {kind === 'admin' && ` · ${t('accounts.newsroom')}`}
              </p>
              <p className="tabular text-sm text-soft">
                {t('accounts.sessionSince', { time: time.format(new Date(created_at)), address })}
              </p>
            </div>
            {current ? (
              <span className="font-medium text-good text-sm">{t('accounts.thisSession')}</span>
            ) : (
              <Button kind="quiet" onClick={() => void end(id)}>
                {t('accounts.endSession')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
