import { draftDays } from '#src/epaper/pages/schedule.rules.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { LateNewspaperNote } from '#src/plans/web/late-newspaper.tsx';
import { indianDateFormat, noonInIndia } from '#src/rules/calendar.rules.ts';
import { dayAfter } from '../due-editions.rules.ts';
import type { Library } from '../server/library.service.ts';

const someSunday = '2026-11-22';

/** When the weekly newspaper comes, and that plans were lengthened if it came late. */
export function DueEditionNote({ weekday, late }: Pick<Library, 'weekday' | 'late'>) {
  const { t, locale } = useTexts();
  const name = () => {
    const day = dayAfter(someSunday, draftDays.indexOf(weekday) - 1);
    return indianDateFormat(locale, { weekday: 'long' }).format(noonInIndia(day));
  };
  if (weekday === 'never' && !late) return null;
  return (
    <div className="w-full max-w-prose">
      {weekday !== 'never' && <p className="text-soft">{t('lengthenings.promise', { weekday: name() })}</p>}
      {late && (
        <p className="mt-2 border-press border-s-4 bg-wash px-4 py-3">
          <LateNewspaperNote late={late} /> {t('lengthenings.lengthened', { days: late.days })}
        </p>
      )}
    </div>
  );
}
