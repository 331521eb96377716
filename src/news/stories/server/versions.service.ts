import type { Story } from '#src/news/schema/story-conditions.queries.ts';
import type { Context } from '#src/platform/context.ts';
import { violatedConstraint } from '#src/platform/database/db.ts';
import { invalid } from '#src/platform/errors.ts';
import { findStory, lockStoriesById, startVersionGroup } from './stories.queries.ts';
import { isVisible } from './story-rights.service.ts';

/**
 * The group of language versions of a story that is a version of the story `versionOf`; null if it is in none. The id
 * of a group is the id of its first story. `ctx.db` is the transaction that stores it. Throws `invalid`, also for a story
 * that the actor may not see.
 */
export async function versionGroup(
  ctx: Context,
  versionOf: number | null,
  story?: Pick<Story, 'id' | 'versionGroup'>,
): Promise<number | null> {
  const startedGroup = story && story.versionGroup === story.id ? story.id : null;
  if (versionOf === null) return startedGroup;
  if (versionOf === story?.versionGroup) return versionOf;
  const { db: tx } = ctx;
  if (versionOf === story?.id) throw invalid({ version_of: { key: 'newsroom.versionOwn' } });
  // Locks in order of id, so that two stories that become versions of each other at the same time do not deadlock.
  await lockStoriesById(tx, story ? [versionOf, story.id] : [versionOf]);
  const other = await findStory(tx, versionOf);
  if (!other || !(await isVisible(ctx, other.story)))
    throw invalid({ version_of: { key: 'newsroom.versionUnknown', params: { number: versionOf } } });
  if (other.story.versionGroup !== null) return other.story.versionGroup;
  // A restored story may find another story in its language in its former group.
  await startVersionGroup(tx, versionOf).catch(refuseSecondVersion);
  return versionOf;
}

/** Maps a second version in the same language to the validation error of its field. */
export function refuseSecondVersion(error: unknown): never {
  if (violatedConstraint(error) === 'stories_version_key')
    throw invalid({ version_of: { key: 'newsroom.versionTaken' } });
  throw error;
}
