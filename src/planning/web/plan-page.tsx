import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { usePaths } from '#src/client/paths.ts';
import { refetch, useCall } from '#src/client/queries.ts';
import { useRequireEditor } from '#src/client/route-guards.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat, isoDate, noonInIndia } from '#src/rules/calendar.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { PageTitle } from '#src/ui/page-title.tsx';
import { calendarViews, daysOf, shownDay, step, visibleRange } from '../calendar.rules.ts';
import { type Assignment, planCalls } from '../plan.contract.ts';
import { AssignmentDialog } from './assignment-dialog.tsx';
import { CalendarDays } from './calendar-days.tsx';
import { AssignmentEntry } from './calendar-entries.tsx';

export const handle = { texts: ['newsroom', 'categories', 'planning', 'stories'] };

const viewTexts = { month: 'planning.month', week: 'planning.week' } as const;

/** What is being edited: an assignment, or a new one for a day. */
type Opened = { assignment: Assignment | null; day: string };

/** The newsroom's calendar: stories, editions and assignments by day. */
export default function PlanPage() {
  const { t, locale } = useTexts();
  const to = usePaths();
  const allowed = useRequireEditor();
  const [search, setSearch] = useSearchParams();
  const [opened, setOpened] = useState<Opened>();
  const today = isoDate(new Date());
  const view = calendarViews.find((name) => name === search.get('view')) ?? 'month';
  const day = shownDay(search.get('day'), today);
  const range = visibleRange(view, day);
  const calendar = useCall(planCalls.calendar, { query: range }, allowed);
  const go = (next: string) => setSearch({ view, day: next }, { replace: true, preventScrollReset: true });
  const title = indianDateFormat(locale, view === 'month' ? { month: 'long', year: 'numeric' } : { dateStyle: 'long' });
  const reload = () => refetch(planCalls.calendar);
  const { data } = calendar;
  return (
    <div className="page py-8">
      <PageTitle>{t('planning.title')}</PageTitle>
      <meta name="robots" content="noindex" />
      <h1 className="font-extrabold text-4xl">{t('planning.title')}</h1>
      <p className="mt-2 max-w-prose text-soft">{t('planning.lead')}</p>
      <div className="my-6 flex flex-wrap items-center gap-3">
        <Button kind="quiet" onClick={() => go(step(view, day, -1))}>
          {t('planning.previous')}
        </Button>
        <Button kind="quiet" onClick={() => go(today)}>
          {t('planning.today')}
        </Button>
        <Button kind="quiet" onClick={() => go(step(view, day, 1))}>
          {t('planning.next')}
        </Button>
        <nav aria-label={t('planning.view')} className="flex gap-3">
          {calendarViews.map((name) => (
            <a
              key={name}
              href={`${to('/admin/plan')}?${new URLSearchParams({ view: name, day })}`}
              aria-current={name === view ? 'page' : undefined}
              className={`flex min-h-11 items-center ${name === view ? 'font-semibold' : 'link'}`}
            >
              {t(viewTexts[name])}
            </a>
          ))}
        </nav>
        <Button onClick={() => setOpened({ assignment: null, day: day < today ? today : day })}>
          {t('planning.add')}
        </Button>
      </div>
      <h2 className="font-bold text-2xl" aria-live="polite">
        {title.format(noonInIndia(view === 'month' ? day : range.from))}
      </h2>
      {calendar.isLoadingError ? (
        <LoadFailure sentence={t('planning.failed')} call={calendar} />
      ) : !data ? (
        <p className="py-16 text-soft">{t('newsroom.loading')}</p>
      ) : (
        <>
          {data.more && <p className="mt-2 font-medium text-bad">{t('planning.more')}</p>}
          <CalendarDays
            days={daysOf(range)}
            month={view === 'month' ? day.slice(0, 7) : undefined}
            today={today}
            calendar={data}
            onOpen={(assignment) => setOpened({ assignment, day })}
          />
          <section aria-labelledby="undated" className="mt-10">
            <h2 id="undated" className="font-bold text-2xl">
              {t('planning.undated')}
            </h2>
            {data.undated.length === 0 && <p className="py-4 text-soft">{t('planning.noneUndated')}</p>}
            <ul className="mt-2 grid gap-2">
              {data.undated.map((assignment) => (
                <li key={assignment.id}>
                  <AssignmentEntry assignment={assignment} onOpen={(one) => setOpened({ assignment: one, day })} />
                </li>
              ))}
            </ul>
          </section>
        </>
      )}
      {opened && <AssignmentDialog {...opened} onClose={() => setOpened(undefined)} onDone={reload} />}
    </div>
  );
}
