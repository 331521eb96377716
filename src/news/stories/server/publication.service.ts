import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';

/** Queues the jobs that follow a publication or a change of published stories, in the same transaction. */
export async function sendPublication({ jobs, config, now }: Context, tx: Db, ids: number[]): Promise<void> {
  const after = new Date(now().getTime() + firstMinuteMs);
  await jobs.sendAll(
    sharePicture,
    ids.map((storyId) => ({ storyId })),
    tx,
    after,
  );
  if (ids.length) await jobs.send(notifyFollowers, { stories: ids }, { within: tx, after });
  if (config.websubHub && ids.length) await jobs.send(notifyHub, { stories: ids }, { within: tx });
}

// Headlines are often corrected in the first minute, and stories withdrawn. A request before then renders the picture
// immediately.
export const firstMinuteMs = 60_000;

/** A job that is sent here and runs in a later room or slice. */
interface LaterJob<T> {
  name: string;
  run?(ctx: never, data: T): Promise<void>;
}

/** Renders the share picture: news/published. */
export const sharePicture: LaterJob<{ storyId: number }> = { name: 'news.share-picture' };

/** Notifies the WebSub hub: news/published. */
export const notifyHub: LaterJob<{ stories: number[] }> = { name: 'news.tell-hub' };

/** Notifies devices of readers: push. */
export const notifyFollowers: LaterJob<{ stories: number[] }> = { name: 'push.publish' };
