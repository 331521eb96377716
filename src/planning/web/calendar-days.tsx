import type { Reply } from '#src/calls/call.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat, isoDate, noonInIndia } from '#src/rules/calendar.rules.ts';
import type { Assignment, planCalls } from '../plan.contract.ts';
import { AssignmentEntry, EditionEntry, StoryEntry } from './calendar-entries.tsx';

interface CalendarDaysProps {
  days: string[];
  /** The month that is shown, such as "2026-11": days of others are paler. */
  month: string | undefined;
  today: string;
  calendar: Reply<typeof planCalls.calendar>;
  onOpen(assignment: Assignment): void;
}

/** The days with what is due on them: seven beside each other where there is room, else one below the other. */
export function CalendarDays({ days, month, today, calendar, onOpen }: CalendarDaysProps) {
  const { t, locale } = useTexts();
  const long = indianDateFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' });
  return (
    <ol className="mt-4 grid grid-cols-1 border-rule border-t lg:grid-cols-7">
      {days.map((day) => {
        const on = <Entry extends { at: string }>(entries: Entry[]) =>
          entries.filter(({ at }) => isoDate(new Date(at)) === day);
        const stories = on(calendar.stories);
        const editions = calendar.editions.filter((edition) => edition.day === day);
        const assignments = calendar.assignments.filter(
          ({ due_at }) => due_at !== null && isoDate(new Date(due_at)) === day,
        );
        const isEmpty = stories.length + editions.length + assignments.length === 0;
        const isOther = month !== undefined && !day.startsWith(month);
        return (
          <li
            key={day}
            aria-current={day === today ? 'date' : undefined}
            // On a phone a month is an agenda: only days with something on them.
            className={`min-w-0 border-rule border-b p-2 lg:min-h-32 lg:border-e ${isEmpty && day !== today ? 'max-lg:hidden' : ''} ${day === today ? 'bg-wash' : ''}`}
          >
            <h3 className={`font-semibold text-sm ${isOther ? 'text-soft' : ''}`}>
              {long.format(noonInIndia(day))}
              {day === today && <span className="text-press"> {t('planning.isToday')}</span>}
            </h3>
            <ul className="mt-1 grid gap-2 text-sm">
              {editions.map((edition) => (
                <li key={`${edition.kind} ${edition.id}`}>
                  <EditionEntry edition={edition} />
                </li>
              ))}
              {assignments.map((assignment) => (
                <li key={assignment.id}>
                  <AssignmentEntry assignment={assignment} onOpen={onOpen} />
                </li>
              ))}
              {stories.map((story) => (
                <li key={story.id}>
                  <StoryEntry story={story} />
                </li>
              ))}
            </ul>
          </li>
        );
      })}
    </ol>
  );
}
