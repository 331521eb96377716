import { isRouteErrorResponse, useRouteError } from 'react-router';
import { ErrorPage } from '#src/ui/error-page.tsx';
import { type LinkedStory, SearchAndStories } from './search-and-stories.tsx';

/** Replaces a page that could not be shown; if it is missing, with the top stories that the loader's error carries. */
export function MissingPage({ sentence }: { sentence: string }) {
  const error = useRouteError();
  if (!isRouteErrorResponse(error)) return <ErrorPage status={500} sentence={sentence} />;
  const problem = error.data as { stories?: LinkedStory[] } | null; // from pageLoader and withTopStories
  return (
    <>
      <ErrorPage status={error.status} sentence={sentence} />
      {problem?.stories && <SearchAndStories stories={problem.stories} />}
    </>
  );
}
