import { isRouteErrorResponse, useRouteError } from 'react-router';
import { useTexts } from '#src/messages/texts.tsx';
import { ErrorPage } from '#src/ui/error-page.tsx';

/** The error of a page about an edition; `missing` is the text for status 404. */
export function EditionError({
  missing,
}: {
  missing: 'epaper.notFound' | 'reader.noSuchArticle' | 'reader.noSuchClip';
}) {
  const { t } = useTexts();
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return <ErrorPage status={status} {...(status === 404 && { sentence: t(missing) })} />;
}
