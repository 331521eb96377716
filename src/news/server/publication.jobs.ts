import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/db.ts';
import type { Job } from '#src/platform/jobs.ts';
import { feedKinds, feedPath } from '../feeds.rules.ts';
import { listCategorySlugs } from './reading.queries.ts';
import { prepareSharePicture } from './share.service.ts';

/** Draws the picture of a story for those who share it. */
export const sharePicture: Job<{ storyId: number }> = {
  name: 'news.share-picture',
  retries: 2,
  run: (ctx, { storyId }) => prepareSharePicture(ctx, storyId),
};

const hubMs = 20_000;

/** Tells the hub that the feeds of the paper and of the stories' categories have changed; it fetches them and passes on what is new (WebSub, section 7). */
export const tellHub: Job<{ stories: number[] }> = {
  name: 'news.tell-hub',
  lateSeconds: 5, // also of its repetitions, while the hub does not answer
  async run({ config, db, log }, { stories }) {
    if (!config.websubHub) return;
    const form = new URLSearchParams({ 'hub.mode': 'publish' });
    for (const category of [undefined, ...(await listCategorySlugs(db, stories))])
      for (const kind of feedKinds) form.append('hub.url', config.siteUrl + feedPath(kind, category));
    const signal = AbortSignal.timeout(hubMs);
    const answer = await fetch(config.websubHub, { method: 'POST', body: form, redirect: 'error', signal });
    if (!answer.ok) throw new Error(`The hub answers ${answer.status}`);
    log.info({ hub: config.websubHub }, 'hub told');
  },
};

// A headline is often corrected in its first minute; whoever asks for the picture before has it drawn at once.
const settleMs = 60_000;

/** What follows when stories have appeared or changed for their readers, sent in the same transaction. */
export async function sendPublication({ jobs, config, now }: Context, tx: Db, ids: number[]): Promise<void> {
  await jobs.sendAll(
    sharePicture,
    ids.map((storyId) => ({ storyId })),
    tx,
    new Date(now().getTime() + settleMs),
  );
  if (config.websubHub && ids.length) await jobs.send(tellHub, { stories: ids }, { within: tx });
}
