import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat, noonInIndia } from '#src/rules/calendar.rules.ts';
import type { LateNewspaper } from '../plans.contract.ts';

/** By how much a newspaper was late, or that it did not come. */
export function LateNewspaperNote({ late: { day, days, came } }: { late: LateNewspaper }) {
  const { t, locale } = useTexts();
  const format = indianDateFormat(locale, { dateStyle: 'long' });
  return t(came ? 'lengthenings.late' : 'lengthenings.missing', { day: format.format(noonInIndia(day)), days });
}
