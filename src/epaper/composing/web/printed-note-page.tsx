import { usePaths } from '#src/client/paths.ts';
import { directionOf } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { pageLoader } from '#src/platform/http/page-loader.ts';
import { getNewestPrintedEdition } from '../server/compose.service.ts';
import type { Route } from './+types/printed-note-page';

// The story's loader answers 404 for an invalid id.
export const loader = pageLoader(async (ctx, { params: { id = '' } }) =>
  /^\d{1,9}$/.test(id) ? getNewestPrintedEdition(ctx, Number(id)) : null,
);

/** "Printed on page 3, edition of 16 November": child route that adds a note below a story's text. */
export default function PrintedNotePage({ loaderData: printing }: Route.ComponentProps) {
  const { t, language, locale } = useTexts();
  const to = usePaths();
  if (!printing) return null;
  const { editionId, page, issueDate, title } = printing;
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  return (
    <p className="mt-4 text-sm text-soft" lang={language} dir={directionOf(language)}>
      <a className="link" href={`${to('/e-paper/:id', { id: editionId })}?page=${page}`}>
        {t('news.printedOn', { page, date: issueDate ? day.format(new Date(issueDate)) : title })}
      </a>
    </p>
  );
}
