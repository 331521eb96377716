import type { Context } from '#src/platform/context.ts';
import { AppError, invalid } from '#src/platform/errors.ts';
import { isAllowed, type Role } from '#src/rules/roles.rules.ts';
import { approvalRequired } from '../news.settings.ts';
import {
  lacksApproval,
  mayChange,
  mayMove,
  maySee,
  type StoryStatus,
  stateAfterChange,
  type Writer,
  worksOn,
} from '../story-states.rules.ts';
import { findStory } from './stories.queries.ts';
import { findAssignment } from './story-desk.queries.ts';

interface OwnedStory {
  id: number;
  authorId: number | null;
  status: StoryStatus;
}

/** Whose rights are asked for: those of the caller, or of another user. */
interface Acting extends Pick<Context, 'db'> {
  actor: { role: 'visitor' } | { role: Exclude<Role, 'visitor'>; userId: number };
}

/** A story belongs to its author and to its assignee. */
async function writerOf({ db, actor }: Acting, { id, authorId }: OwnedStory): Promise<Writer> {
  const { role } = actor;
  // The question matters only for those who do not edit the stories of others.
  if (role === 'visitor' || !isAllowed(role, 'writers') || isAllowed(role, 'desk')) return { role, own: false };
  return { role, own: actor.userId === authorId || (await findAssignment(db, id))?.assignee?.id === actor.userId };
}

export const isVisible = async (ctx: Acting, story: OwnedStory): Promise<boolean> =>
  story.status === 'published' || maySee(await writerOf(ctx, story), story.status);

/** Throws `not_found` for a story that the actor may not see. */
export async function requireVisible(ctx: Acting, story: OwnedStory): Promise<void> {
  if (!(await isVisible(ctx, story))) throw new AppError('not_found', 'news.storyNotFound');
}

/** Throws `not_found` unless the actor works on the story, be it public or not. */
export async function requireWorksOn(ctx: Context, id: number): Promise<void> {
  // The desk sees what became of stories in the trash, and of those that are gone.
  if (isAllowed(ctx.actor.role, 'desk')) return;
  const row = await findStory(ctx.db, id);
  if (!row || !worksOn(await writerOf(ctx, row.story))) throw new AppError('not_found', 'news.storyNotFound');
}

/** Throws `not_found` or `forbidden` if the actor may not change the story as it is now. */
export async function requireChangeable(ctx: Context, story: OwnedStory): Promise<void> {
  await requireVisible(ctx, story);
  if (!mayChange(await writerOf(ctx, story), story.status)) throw new AppError('forbidden', 'newsroom.notYourStep');
}

/**
 * The state that a story which the actor may change gets when he saves it as `to`; without a story it is new. Throws
 * `forbidden` if the step is not his, and `invalid` if the paper wants an approval first.
 */
export async function stateToStore(ctx: Context, story: OwnedStory | undefined, to: StoryStatus): Promise<StoryStatus> {
  const writer = story ? await writerOf(ctx, story) : { role: ctx.actor.role, own: true };
  if (story?.status === to) return stateAfterChange(writer, to);
  const from = story?.status ?? 'new';
  if (!mayMove(writer, from, to)) throw new AppError('forbidden', 'newsroom.notYourStep');
  if (isApprovalNeeded(ctx) && lacksApproval(from, to)) throw invalid({ status: { key: 'newsroom.approvalNeeded' } });
  return to;
}

/** Whether the paper publishes approved stories only. */
export const isApprovalNeeded = ({ settings }: Pick<Context, 'settings'>): boolean =>
  settings.get(approvalRequired) === 'yes';

/** The state of a new story that was sent without one. */
export const firstState = (ctx: Context): StoryStatus =>
  mayMove({ role: ctx.actor.role, own: true }, 'new', 'published') ? 'published' : 'draft';
