import { type Context, signedIn } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import { arrangeBoard } from '../board.rules.ts';
import { findBySlug } from '../categories.rules.ts';
import { type Trashed, trashDays, type Unpublished } from '../stories.contract.ts';
import { getCategories } from './categories.service.ts';
import { settlePictures } from './picture-files.ts';
import { sendPublication } from './publication.jobs.ts';
import { listDeleted, listUnpublished, lockStories, restoreStory, updateStory } from './stories.queries.ts';
import { getStory, newsItem } from './stories.service.ts';

const listLimit = 200;

export const getUnpublished = async (ctx: Context): Promise<Unpublished[]> =>
  (await listUnpublished(ctx.db, listLimit)).map(newsItem);

export async function getTrash(ctx: Context): Promise<Trashed[]> {
  const rows = await listDeleted(ctx.db, listLimit);
  return rows.map((row) => {
    const deletedAt = row.story.deletedAt as Date; // the query asks for deleted stories
    const purgedAt = new Date(deletedAt.getTime() + trashDays * 86_400_000);
    return { ...newsItem(row), deleted_at: deletedAt.toISOString(), purged_at: purgedAt.toISOString() };
  });
}

/** Brings a story back from the trash. Throws `not_found` when it is not there (any more). */
export async function restore(ctx: Context, id: number) {
  await ctx.db.transaction(async (tx) => {
    const restored = await restoreStory(tx, id);
    if (!restored) throw new AppError('not_found', 'news.storyNotFound');
    if (restored.status === 'published') await sendPublication(ctx, tx, [id]);
    await settlePictures(ctx, tx, [restored.pictureId]);
  });
  ctx.log.info({ actor: signedIn(ctx).userId, story: id }, 'story restored');
  return getStory(ctx, id);
}

/**
 * Keeps an arranged board: the order within the sections, and the category of stories that were moved. Stories that
 * were published or removed meanwhile keep their own place.
 */
export async function saveLayout(ctx: Context, sections: { category: string; ids: number[] }[]): Promise<void> {
  const categories = await getCategories(ctx);
  const targets = sections.map(({ category: name, ids }) => {
    const category = findBySlug(categories, name);
    if (!category) throw new AppError('not_found', 'news.categoryNotFound');
    return { category, ids };
  });
  const ids = targets.flatMap((target) => target.ids);
  if (new Set(ids).size !== ids.length) throw new AppError('invalid', 'newsroom.layoutRepeats');
  await ctx.db.transaction(async (tx) => {
    const changed: number[] = [];
    const locked = new Map((await lockStories(tx, ids)).map((story) => [story.id, story]));
    for (const { category, ids } of targets) {
      const present = ids.flatMap((id) => locked.get(id) ?? []);
      for (const { story, change } of arrangeBoard(category, present, categories))
        if (await updateStory(tx, story.id, story.version, { ...change, updatedAt: ctx.now() })) changed.push(story.id);
    }
    await sendPublication(ctx, tx, changed);
  });
  ctx.log.info({ actor: signedIn(ctx).userId, sections: sections.length }, 'board arranged');
}
