import { useCall } from '#src/client/queries.ts';
import { directionOf } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { usePaths } from '#src/ui/paths.ts';
import { printingCalls } from '../printings.contract.ts';

/** "Printed on page 3, edition of 16 November": a story's way to the paper. Asked for by the browser: the e-paper knows. */
export function PrintedNote({ storyId }: { storyId: number }) {
  const { t, language, locale } = useTexts();
  const to = usePaths();
  const { data } = useCall(printingCalls.list, { params: { id: storyId } });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const [newest] = data ?? [];
  if (!newest) return null;
  const { edition_id: id, page, issue_date: date, title } = newest;
  return (
    <p className="mt-4 text-sm text-soft" lang={language} dir={directionOf(language)}>
      <a className="link" href={`${to('/e-paper/:id', { id })}?page=${page}`}>
        {t('news.printedOn', { page, date: date ? day.format(new Date(date)) : title })}
      </a>
    </p>
  );
}
