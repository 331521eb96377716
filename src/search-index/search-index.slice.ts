import type { Slice } from '#src/platform/slice.ts';
import { countTerms } from './server/search-index.jobs.ts';
import { visibleSearchDocuments } from './server/search-index.tables.ts';

export const searchIndex: Slice = {
  jobs: [countTerms],
  visibleRows: [visibleSearchDocuments],
};
