import type { Context } from '#src/platform/context.ts';
import type { Days } from '../compose.rules.ts';
import type { Period } from '../editions.rules.ts';
import { paperName } from '../epaper.settings.ts';

const formats: Record<Period, Intl.DateTimeFormatOptions> = {
  weekly: { day: 'numeric', month: 'long', year: 'numeric' },
  monthly: { month: 'long', year: 'numeric' },
  yearly: { year: 'numeric' },
};

/** The words at the head of a composed edition and on each of its pages. */
export function describeEdition(
  { text, settings }: Pick<Context, 'text' | 'settings'>,
  period: Period,
  days: Days,
  number: number,
) {
  const format = new Intl.DateTimeFormat('en-IN', { ...formats[period], timeZone: 'UTC' });
  const date = format.formatRange(new Date(days.from), new Date(days.to));
  return {
    name: settings.get(paperName),
    title: date,
    edition: text(`compose.${period}Edition`),
    number: text('compose.number', { number }),
    date,
    frontTitle: text('compose.frontPage'),
  };
}
