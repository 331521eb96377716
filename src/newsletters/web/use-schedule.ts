import { useTexts } from '#src/messages/texts.tsx';
import type { Schedule } from '../newsletters.rules.ts';

/** Returns a function that describes when a newsletter is sent, such as "Every Sunday at 07:30". */
export function useSchedule(): (schedule: Schedule) => string {
  const { t, locale } = useTexts();
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  const sunday = Date.UTC(2026, 0, 4);
  return ({ frequency, weekday: day, time }) =>
    frequency === 'daily'
      ? t('newsletters.dailyAt', { time })
      : t('newsletters.weeklyOn', { time, day: weekday.format(sunday + day * 86_400_000) });
}
