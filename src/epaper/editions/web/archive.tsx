import { usePaths } from '#src/client/paths.ts';
import { useTexts } from '#src/messages/texts.tsx';
import type { Library } from '../server/library.service.ts';

/** Months with editions, by year, newest first. */
export function Archive({ months, month: shown }: Pick<Library, 'months' | 'month'>) {
  const { t, locale } = useTexts();
  const to = usePaths();
  const name = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
  const years = [...Map.groupBy(months, ({ year }) => year)];
  if (months.length === 0) return null;
  return (
    <nav aria-label={t('epaper.archive')} className="mt-12 border-ink border-t-4 pt-4">
      <h2 className="font-bold text-2xl">{t('epaper.archive')}</h2>
      <dl className="mt-4 grid gap-x-8 gap-y-2 md:grid-cols-[5rem_1fr]">
        {years.map(([year, ofYear]) => (
          <div key={year} className="contents">
            <dt className="tabular py-2 font-bold font-serif text-xl">{year}</dt>
            <dd className="flex flex-wrap gap-x-5">
              {ofYear.map(({ month, count }) => (
                <a
                  key={month}
                  className="link inline-flex min-h-11 items-center"
                  href={`${to('/e-paper')}?month=${year}-${String(month).padStart(2, '0')}`}
                  aria-current={shown?.year === year && shown.month === month ? 'page' : undefined}
                >
                  {name.format(Date.UTC(year, month - 1))} ({count})
                </a>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      {shown && (
        <p className="mt-4">
          <a className="link inline-flex min-h-11 items-center font-semibold" href={to('/e-paper')}>
            {t('epaper.newest')}
          </a>
        </p>
      )}
    </nav>
  );
}
