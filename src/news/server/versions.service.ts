import { brokenConstraint, type Db } from '#src/platform/db.ts';
import { invalid } from '#src/platform/errors.ts';
import { beginVersions, findStory, lockInTurn, type Story } from './stories.queries.ts';

/**
 * The group of language versions that a story belongs to once it is said to be a version of the story `versionOf`; null
 * when it stands alone. A group has the number of the story that it began with. Throws `invalid`.
 */
export async function versionGroup(
  tx: Db,
  versionOf: number | null,
  story?: Pick<Story, 'id' | 'versionGroup'>,
): Promise<number | null> {
  const began = story && story.versionGroup === story.id ? story.id : null;
  if (versionOf === null) return began;
  if (versionOf === story?.versionGroup) return versionOf;
  if (versionOf === story?.id) throw invalid({ version_of: { key: 'newsroom.versionOwn' } });
  // In one order, so that two stories that are said to be versions of each other wait and do not lock each other out.
  await lockInTurn(tx, story ? [versionOf, story.id] : [versionOf]);
  const other = await findStory(tx, versionOf);
  if (!other) throw invalid({ version_of: { key: 'newsroom.versionUnknown', params: { number: versionOf } } });
  if (other.story.versionGroup !== null) return other.story.versionGroup;
  // A story that came back from the trash may find its old group with another story in its language.
  await beginVersions(tx, versionOf).catch(refuseSecondVersion);
  return versionOf;
}

/** For a write of a story: a second version in one language is the fault of its field. */
export function refuseSecondVersion(error: unknown): never {
  if (brokenConstraint(error) === 'stories_version_key')
    throw invalid({ version_of: { key: 'newsroom.versionTaken' } });
  throw error;
}
