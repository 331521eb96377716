import { parameterPatterns } from '#src/platform/http/page-address.ts';
import type { Slice } from '#src/platform/slice.ts';
import { rewriteBylines } from './authors/server/authors.jobs.ts';
import { authorsRoutes } from './authors/server/authors.routes.ts';
import { authorData } from './authors/server/authors.service.ts';
import { slugOf } from './categories/categories.rules.ts';
import { nameSlug } from './categories/name-slug.rules.ts';
import { correctionCursorPattern } from './corrections/correction-cursor.rules.ts';
import { correctionsRoutes } from './corrections/server/corrections.routes.ts';
import { endPlaces } from './front/server/front-places.jobs.ts';
import { liveRoutes } from './live/server/live.routes.ts';
import { liveEntriesData } from './live/server/live.service.ts';
import { mediaRoutes } from './media/server/media.routes.ts';
import { withholdMediaFiles } from './media/server/media-files.jobs.ts';
import { pictureVariants, smallerVariants, sweepPictures, withholdPictures } from './media/server/pictures.jobs.ts';
import { feedsRoutes } from './published/server/feeds.routes.ts';
import { notifyHub, sharePicture } from './published/server/publication.jobs.ts';
import { authorFiles } from './schema/server/authors.tables.ts';
import { visibleLiveEntries } from './schema/server/live.tables.ts';
import { mediaFileReferences, visibleMediaFiles } from './schema/server/media.tables.ts';
import { pictureFiles, visiblePictures, visibleStories } from './schema/server/stories.tables.ts';
import { languageParameter } from './stories/language-parameter.rules.ts';
import { newsSettings } from './stories/news.settings.ts';
import { publishDueStories, purgeTrash } from './stories/server/stories.jobs.ts';
import { purgeWorkingCopies } from './stories/server/working-copies.jobs.ts';
import { workingCopiesRoutes } from './stories/server/working-copies.routes.ts';
import { workingCopiesData } from './stories/server/working-copies.service.ts';
import { topicsRoutes } from './topics/server/topics.routes.ts';

const { id, cursor, text } = parameterPatterns;
const slugs = { category: slugOf, subcategory: slugOf };

export const news: Slice = {
  routes: (app, { services }) => {
    mediaRoutes(app);
    topicsRoutes(app);
    authorsRoutes(app);
    workingCopiesRoutes(app);
    liveRoutes(app, services);
    feedsRoutes(app);
    correctionsRoutes(app);
  },
  jobs: [
    pictureVariants,
    smallerVariants,
    sweepPictures,
    withholdPictures,
    withholdMediaFiles,
    publishDueStories,
    rewriteBylines,
    endPlaces,
    sharePicture,
    notifyHub,
    purgeTrash,
    purgeWorkingCopies,
  ],
  settings: newsSettings,
  personalData: [workingCopiesData, authorData, liveEntriesData],
  fileReferences: [pictureFiles, mediaFileReferences, authorFiles],
  visibleRows: [visibleStories, visiblePictures, visibleMediaFiles, visibleLiveEntries],
  pageRules: [
    { path: 'news', parameters: languageParameter },
    { path: 'news/:id', parameters: { from: id, order: /^oldest$/ } }, // the entries of a live story
    { path: 'latest', parameters: { after: cursor, ...languageParameter } },
    { path: 'category/:category', parameters: { after: cursor, ...languageParameter }, canonical: slugs },
    { path: 'corrections', parameters: { after: correctionCursorPattern, ...languageParameter } },
    {
      path: 'category/:category/subcategory/:subcategory',
      parameters: { after: cursor, ...languageParameter },
      canonical: slugs,
    },
    { path: 'author/:author', parameters: { after: cursor, ...languageParameter }, canonical: { author: slugOf } },
    { path: 'topic/:topic', parameters: { after: cursor, ...languageParameter }, canonical: { topic: nameSlug } },
    { path: 'series/:series', parameters: {}, canonical: { series: nameSlug } },
    {
      path: 'admin/media',
      parameters: { q: text, show: /^(?:alt|credit|unused)$/, kind: /^(?:video|audio)$/, item: id },
      uncached: true,
    },
  ],
};
