import { useState } from 'react';
import { type SecurityEvent, securityCalls } from '#src/accounts/users/security.contract.ts';
import { eventTexts } from '#src/accounts/users/security-events.rules.ts';
import { useCall } from '#src/client/queries.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { Section } from '#src/ui/section.tsx';

/** Security events of the current user: logins, failures, changes. */
export function EventsSection() {
  const { t } = useTexts();
  const [before, setBefore] = useState<number>();
  const call = useCall(securityCalls.mine, { query: { before } });
  const { data } = call;
  return (
    <Section title={t('accounts.eventsTitle')}>
      <p className="mt-2 max-w-prose">{t('accounts.eventsLead')}</p>
      {call.isError && <LoadFailure sentence={t('accounts.eventsFailed')} call={call} />}
      {call.isPending && <p className="py-4 text-soft">{t('accounts.loading')}</p>}
      {data?.events.length === 0 && <p className="py-4">{t('accounts.noEvents')}</p>}
      <ul className="mt-2">
        {data?.events.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </ul>
      {data?.more && (
        <Button kind="quiet" className="mt-4" onClick={() => setBefore(data.events.at(-1)?.id)}>
          {t('accounts.olderActs')}
        </Button>
      )}
    </Section>
  );
}

function EventRow({ event: { kind, at, count, address, device } }: { event: SecurityEvent }) {
  const { t, locale } = useTexts();
  const time = indianDateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <li className="border-rule border-b py-2">
      <p className="font-semibold">
        {t(eventTexts[kind])}
        {count > 1 && ` · ${t('accounts.eventCount', { count })}`}
      </p>
      <p className="tabular text-sm text-soft">
        <bdi>{time.format(new Date(at))}</bdi> · <bdi>{device || t('accounts.unknownDevice')}</bdi> ·{' '}
        <bdi dir="ltr">{address || t('accounts.eventManyAddresses')}</bdi>
      </p>
    </li>
  );
}
