import { type LinkedStory, SearchAndStories } from '#src/news/cards/web/search-and-stories.tsx';
import { ErrorPage } from '#src/ui/error-page.tsx';

/** For an address without a page: links, a search and the top stories. The root imports it, so it must stay small. */
export function NotFound({ stories }: { stories: LinkedStory[] }) {
  return (
    <>
      <ErrorPage status={404} />
      <SearchAndStories stories={stories} />
    </>
  );
}
