import { directionOf } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { usePaths } from '#src/ui/paths.ts';
import type { Printing } from '../server/compose.service.ts';

/** "Printed on page 3, edition of 16 November": a story's way to the paper. */
export function PrintedNote({ printing: { editionId, page, issueDate, title } }: { printing: Printing }) {
  const { t, language, locale } = useTexts();
  const to = usePaths();
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  return (
    <p className="mt-4 text-sm text-soft" lang={language} dir={directionOf(language)}>
      <a className="link" href={`${to('/e-paper/:id', { id: editionId })}?page=${page}`}>
        {t('news.printedOn', { page, date: issueDate ? day.format(new Date(issueDate)) : title })}
      </a>
    </p>
  );
}
