import { useTexts } from '#src/messages/texts.tsx';
import type { Disclosure } from '../../grievances.rules.ts';
import { StandingSection } from '../standing/standing-parts.tsx';

/** The monthly disclosure of the IT Rules. */
export function DisclosureTable({ months }: { months: Disclosure[] }) {
  const { t, locale } = useTexts();
  const name = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return (
    <StandingSection heading={t('grievances.disclosure')}>
      <p className="mb-4 max-w-2xl text-soft">{t('grievances.disclosureLead')}</p>
      <table className="w-full max-w-2xl font-serif text-lg">
        <caption className="sr-only">{t('grievances.disclosure')}</caption>
        <thead className="font-sans text-sm">
          <tr className="border-ink border-b align-bottom">
            <th scope="col" className="py-2 pe-3 text-start">
              {t('grievances.month')}
            </th>
            {(['received', 'disposed', 'pending'] as const).map((count) => (
              <th key={count} scope="col" className="py-2 ps-3 text-end">
                {t(`grievances.${count}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="tabular">
          {months.map(({ month, received, disposed, pending }) => (
            <tr key={month} className="border-rule border-b">
              <th scope="row" className="py-2 pe-3 text-start font-normal">
                {name.format(new Date(month))}
              </th>
              <td className="py-2 ps-3 text-end">{received}</td>
              <td className="py-2 ps-3 text-end">{disposed}</td>
              <td className="py-2 ps-3 text-end">{pending}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </StandingSection>
  );
}
