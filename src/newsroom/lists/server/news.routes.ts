import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { colleagueCalls } from '#src/news/authors/colleagues.contract.ts';
import { getColleagues } from '#src/news/authors/server/colleagues.service.ts';
import { categoriesCalls } from '#src/news/categories/categories.contract.ts';
import { editorSectionsCalls } from '#src/news/categories/editor-sections.contract.ts';
import {
  addCategory,
  addSubCategory,
  getCategories,
  getSubCategoryNames,
  getUsage,
} from '#src/news/categories/server/categories.service.ts';
import {
  changeCategory,
  changeSubCategory,
  mergeCategory,
  orderCategories,
  removeCategory,
  removeSubCategory,
} from '#src/news/categories/server/category-changes.service.ts';
import { getLimitedEditors, getMySections, setSections } from '#src/news/categories/server/editor-sections.service.ts';
import { frontPlacesCalls } from '#src/news/front/front-places.contract.ts';
import { saveLayout } from '#src/news/front/server/board-layout.service.ts';
import { getPlaces, setPlaces } from '#src/news/front/server/front-places.service.ts';
import { openPrivatePicture } from '#src/news/media/server/pictures.service.ts';
import { getSharePicture } from '#src/news/published/server/share.service.ts';
import { getTranslation } from '#src/news/published/server/translations.service.ts';
import { shareCalls } from '#src/news/published/share.contract.ts';
import { translationCalls } from '#src/news/published/translations.contract.ts';
import {
  getCategoryStories,
  getStories,
  getStory,
  getSubCategoryStories,
} from '#src/news/stories/server/stories.service.ts';
import { addStory, changeStory, removeStory } from '#src/news/stories/server/story-changes.service.ts';
import type { NewsItem } from '#src/news/stories/stories.contract.ts';
import { newsroomCalls, storiesCalls } from '#src/news/stories/stories.contract.ts';
import { storyListCalls } from '#src/news/stories/story-list.contract.ts';
import { nextLink } from '#src/platform/database/cursors.ts';
import { disconnectSignal } from '#src/platform/http/disconnect.ts';
import { serve } from '#src/platform/http/serve.ts';
import { collaborationCalls } from '../collaboration.contract.ts';
import { addComment, assignStory, getCollaboration, showPresence } from './collaboration.service.ts';
import { getTrash, getUnpublished, restore } from './newsroom.service.ts';
import { changeInBulk, undoBulkAction } from './story-bulk.service.ts';
import { getStoryAccounts, getStoryList, getUnpublishedCounts } from './story-list.service.ts';

export function newsRoutes(app: FastifyInstance): void {
  serve(app, storiesCalls.list, async ({ ctx, query, reply }) => paged(reply, await getStories(ctx, query)));
  serve(app, storiesCalls.get, ({ ctx, params }) => getStory(ctx, params.id));
  serve(app, storiesCalls.create, ({ ctx, body }) => addStory(ctx, body));
  serve(app, storiesCalls.update, ({ ctx, params, body }) => changeStory(ctx, params.id, body));
  serve(app, storiesCalls.remove, async ({ ctx, params }) => {
    await removeStory(ctx, params.id);
    return { message: ctx.text('newsroom.deleted') };
  });
  serve(app, storiesCalls.byCategory, async ({ ctx, query, reply }) =>
    paged(reply, await getCategoryStories(ctx, query.category, query)),
  );
  serve(app, storiesCalls.bySubCategory, async ({ ctx, query, reply }) =>
    paged(reply, await getSubCategoryStories(ctx, query.category, query.sub_category, query)),
  );

  serve(app, newsroomCalls.unpublished, ({ ctx }) => getUnpublished(ctx));
  serve(app, newsroomCalls.trash, ({ ctx }) => getTrash(ctx));
  serve(app, newsroomCalls.restore, ({ ctx, params }) => restore(ctx, params.id));
  serve(app, newsroomCalls.picture, async ({ ctx, params, query, request, reply }) => {
    const found = await openPrivatePicture(ctx, params.file, query.pass);
    reply.type(params.file.endsWith('.jpg') ? 'image/jpeg' : 'image/webp').header('content-length', found.sizeBytes);
    return reply.send(request.method === 'HEAD' ? Readable.from([]) : await found.stream());
  });
  serve(app, newsroomCalls.saveLayout, async ({ ctx, body }) => {
    await saveLayout(ctx, body.sections);
    return { message: ctx.text('newsroom.layoutSaved') };
  });

  serve(app, frontPlacesCalls.get, ({ ctx, params }) => getPlaces(ctx, params.id));
  serve(app, frontPlacesCalls.set, ({ ctx, params, body }) => setPlaces(ctx, params.id, body.places));

  serve(app, collaborationCalls.get, ({ ctx, params }) => getCollaboration(ctx, params.id));
  serve(app, collaborationCalls.comment, ({ ctx, params, body }) => addComment(ctx, params.id, body.text));
  serve(app, collaborationCalls.assign, ({ ctx, params, body }) => assignStory(ctx, params.id, body));
  serve(app, collaborationCalls.presence, ({ ctx, params }) => showPresence(ctx, params.id));
  serve(app, colleagueCalls.list, ({ ctx }) => getColleagues(ctx));
  serve(app, storyListCalls.list, ({ ctx, query }) => getStoryList(ctx, query));
  serve(app, storyListCalls.counts, ({ ctx }) => getUnpublishedCounts(ctx));
  serve(app, storyListCalls.accounts, ({ ctx }) => getStoryAccounts(ctx));
  serve(app, storyListCalls.bulk, ({ ctx, body }) => changeInBulk(ctx, body));
  serve(app, storyListCalls.undo, ({ ctx, params }) => undoBulkAction(ctx, params.id));

  serve(app, translationCalls.get, ({ ctx, params, query, reply }) =>
    getTranslation(ctx, params.id, query.to, disconnectSignal(reply)),
  );

  serve(app, editorSectionsCalls.list, ({ ctx }) => getLimitedEditors(ctx));
  serve(app, editorSectionsCalls.set, ({ ctx, params, body }) => setSections(ctx, params.id, body.sections));
  serve(app, editorSectionsCalls.mine, ({ ctx }) => getMySections(ctx));
  categoriesRoutes(app);
  serve(app, shareCalls.picture, async ({ ctx, params, request, reply }) => {
    const found = await getSharePicture(ctx, params.file);
    if ('now' in found) return reply.redirect(found.now, 302);
    // No caching: the picture may be ready for the next request.
    if ('meanwhile' in found) return reply.header('cache-control', 'no-store').redirect(found.meanwhile, 302);
    reply
      .type('image/jpeg')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('content-length', found.file.sizeBytes);
    return reply.send(request.method === 'HEAD' ? Readable.from([]) : await found.file.stream());
  });
}

function categoriesRoutes(app: FastifyInstance) {
  serve(app, categoriesCalls.list, ({ ctx }) => getCategories(ctx));
  serve(app, categoriesCalls.usage, ({ ctx }) => getUsage(ctx));
  serve(app, categoriesCalls.subNames, ({ ctx, query }) => getSubCategoryNames(ctx, query.category));
  serve(app, categoriesCalls.create, ({ ctx, body }) => addCategory(ctx, body.name));
  serve(app, categoriesCalls.order, ({ ctx, body }) => orderCategories(ctx, body.ids, body.before));
  serve(app, categoriesCalls.update, ({ ctx, params, body }) => changeCategory(ctx, params.id, body));
  serve(app, categoriesCalls.merge, async ({ ctx, params, body }) => {
    await mergeCategory(ctx, params.id, body);
    return { message: ctx.text('taxonomy.merged') };
  });
  serve(app, categoriesCalls.remove, async ({ ctx, params, query }) => {
    await removeCategory(ctx, params.id, query);
    return { message: ctx.text('newsroom.categoryRemoved') };
  });
  serve(app, categoriesCalls.createSub, ({ ctx, params, body }) => addSubCategory(ctx, params.id, body.name));
  serve(app, categoriesCalls.updateSub, ({ ctx, params, body }) => changeSubCategory(ctx, params, body));
  serve(app, categoriesCalls.removeSub, ({ ctx, params, query }) => removeSubCategory(ctx, params, query));
}

function paged(reply: FastifyReply, { items, nextCursor }: { items: NewsItem[]; nextCursor: string | undefined }) {
  if (nextCursor) reply.header('link', nextLink(reply.request, nextCursor));
  return items;
}
