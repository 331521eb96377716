import { useTexts } from '#src/messages/texts.tsx';
import type { Disclosure } from '../../grievances.rules.ts';
import { StandingSection } from '../standing/standing-parts.tsx';

const counted = ['received', 'disposed', 'pending'] as const;

/** The monthly disclosure of the IT Rules. */
export function DisclosureTable({ months }: { months: Disclosure[] }) {
  const { t, locale } = useTexts();
  const name = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return (
    <StandingSection heading={t('grievances.disclosure')}>
      <p className="mb-4 max-w-2xl text-soft">{t('grievances.disclosureLead')}</p>
      <table className="standing-table tabular max-w-2xl">
        <caption className="sr-only">{t('grievances.disclosure')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('grievances.month')}</th>
            {counted.map((count) => (
              <th key={count} scope="col">
                {t(`grievances.${count}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, ...counts }) => (
            <tr key={month}>
              <th scope="row">{name.format(new Date(month))}</th>
              {counted.map((count) => (
                <td key={count} data-label={t(`grievances.${count}`)}>
                  {counts[count]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </StandingSection>
  );
}
