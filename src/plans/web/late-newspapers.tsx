import { useCall } from '#src/client/queries.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { Section } from '#src/ui/section.tsx';
import { ledgerCalls } from '../plans.contract.ts';
import { LateNewspaperNote } from './late-newspaper.tsx';

/** Late newspapers and by how much they lengthened plans, for the accounts; nothing while there are none. */
export function LateNewspapers() {
  const { t } = useTexts();
  const call = useCall(ledgerCalls.lengthenings);
  if (!call.isError && !call.data?.length) return null;
  return (
    <div className="page pb-10">
      <Section title={t('lengthenings.title')}>
        {call.isError && <LoadFailure sentence={t('lengthenings.loadFailed')} call={call} />}
        <ul className="mt-2">
          {call.data?.map(({ decided_at, notified, ...late }) => (
            <li key={late.day} className="border-rule border-b py-3">
              <LateNewspaperNote late={late} /> {t('lengthenings.lengthened', { days: late.days })}{' '}
              {t('lengthenings.notified', { count: notified })}
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}
