import { visibleLetters } from '#src/letters/server/letters.tables.ts';
import { visibleLiveEntries } from '#src/news/schema/server/live.tables.ts';
import { visibleMediaFiles } from '#src/news/schema/server/media.tables.ts';
import { visiblePictures, visibleStories } from '#src/news/schema/server/stories.tables.ts';
import type { VisibleRows } from '#src/platform/cache/change-triggers.ts';
import { visibleSearchDocuments } from '#src/search-index/server/search-index.tables.ts';

/** What readers see of the rows of tables, where it is not all of them. A slice adds its rules with one line. */
export const visibleRows: readonly VisibleRows[] = [
  visibleStories,
  visiblePictures,
  visibleMediaFiles,
  visibleLiveEntries,
  visibleLetters,
  visibleSearchDocuments,
];
