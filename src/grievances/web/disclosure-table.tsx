import { useTexts } from '#src/messages/texts.tsx';
import type { Disclosure } from '../grievances.rules.ts';

const counted = ['received', 'disposed', 'pending'] as const;

/** Grievances received, disposed of and pending by month, as the IT Rules 2021 require. */
export function DisclosureTable({ months }: { months: Disclosure[] }) {
  const { t, locale } = useTexts();
  const name = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return (
    <>
      <p className="mb-4 max-w-2xl text-soft">{t('grievances.disclosureLead')}</p>
      <table className="static-page-table tabular max-w-2xl">
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
    </>
  );
}
