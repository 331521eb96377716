import { usePaths } from '#src/client/paths.ts';
import { useReaderLists } from '#src/client/use-reader-lists.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import type { Front } from '../front.contract.ts';
import { countNew, recentDay } from '../since-last.rules.ts';

/**
 * "12 new stories here since yesterday, 6:40 pm", for readers who were here before. The device has stored when;
 * `lastVisitScript` has reserved the line for them only. Decision 171.
 */
export function SinceLast({ front }: { front: Front }) {
  const { t, locale } = useTexts();
  const to = usePaths();
  const since = useReaderLists(({ newSince }) => newSince);
  const words = () => {
    const day = recentDay(since, Date.now());
    const time = indianDateFormat(locale, { ...(day === undefined && { dateStyle: 'medium' }), timeStyle: 'short' });
    const name =
      day === undefined ? '' : `${new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(day, 'day')} `;
    const count = countNew(front, since);
    const text = t('news.sinceLast', { count, when: name + time.format(since) });
    return count > 0 ? (
      <a className="font-semibold hover:text-press" href={to('/latest')}>
        {text}
      </a>
    ) : (
      text
    );
  };
  return <p className="since-last no-print flex min-h-11 items-center text-sm leading-snug">{since > 0 && words()}</p>;
}
