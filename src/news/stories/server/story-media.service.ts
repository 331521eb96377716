import { syncFileVisibility } from '#src/news/media/server/media-file-storage.service.ts';
import { syncPictureVisibility } from '#src/news/media/server/picture-files.service.ts';
import type { UsedMedia } from '#src/news/schema/story-conditions.queries.ts';
import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';

const picturesOf = ({ pictureId, pictureIds }: UsedMedia): number[] =>
  pictureId === null ? pictureIds : [pictureId, ...pictureIds];

/** Whether two versions of a story use the same pictures and files. */
export const usesSameMedia = (one: UsedMedia, other: UsedMedia): boolean =>
  picturesOf(one).join() === picturesOf(other).join() && one.fileIds.join() === other.fileIds.join();

/**
 * Publishes or withholds what stories use, as their lead or in their texts. Must be the last step of a transaction that
 * changes them.
 */
export async function syncMediaOf(ctx: Pick<Context, 'files'>, tx: Db, stories: UsedMedia[]): Promise<void> {
  await syncPictureVisibility(ctx, tx, [...new Set(stories.flatMap(picturesOf))]);
  await syncFileVisibility(ctx, tx, [...new Set(stories.flatMap(({ fileIds }) => fileIds))]);
}
