import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import type { State } from '#src/submissions/submission/submission-states.rules.ts';
import type { HistoryEntry } from '#src/submissions/submission/submissions.contract.ts';
import { timelineOf } from '#src/submissions/submission/timeline.rules.ts';

/** The timeline of a submission: a dot for each step, filled when completed. */
export function Timeline({ title, history, state }: { title: string; history: HistoryEntry[]; state: State }) {
  const { t, locale } = useTexts();
  const day = indianDateFormat(locale, { dateStyle: 'medium' });
  return (
    <ol className="mt-4 flex" aria-label={t('submissions.timelineOf', { title })}>
      {timelineOf(history, state).map(({ name, at, current }, index) => (
        <li key={name} className="relative flex-1 pe-2" aria-current={current ? 'step' : undefined}>
          {index > 0 && (
            <span className={`absolute end-full top-[7px] -me-4 h-0.5 w-full ${at ? 'bg-ink' : 'bg-rule'}`} />
          )}
          <span
            className={`relative block size-4 rounded-full border-2 ${
              current ? 'border-press bg-press' : at ? 'border-ink bg-ink' : 'border-soft bg-paper'
            }`}
          />
          <span className={`mt-1 block text-sm ${current ? 'font-bold' : ''}`}>{t(`submissions.step_${name}`)}</span>
          {at && (
            <time dateTime={at} className="tabular block text-soft text-xs">
              {day.format(new Date(at))}
            </time>
          )}
        </li>
      ))}
    </ol>
  );
}
