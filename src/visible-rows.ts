import { visibleLetters } from './letters/server/letters.tables.ts';
import { visibleLiveEntries } from './news/server/live.tables.ts';
import { visibleMediaFiles } from './news/server/media.tables.ts';
import { visiblePictures, visibleStories } from './news/server/stories.tables.ts';
import type { VisibleRows } from './platform/cache/change-triggers.ts';
import { visibleSearchDocuments } from './search-index/server/search-index.tables.ts';

/** What readers see of the rows of tables, where it is not all of them. A slice adds its rules with one line. */
export const visibleRows: readonly VisibleRows[] = [
  visibleStories,
  visiblePictures,
  visibleMediaFiles,
  visibleLiveEntries,
  visibleLetters,
  visibleSearchDocuments,
];
