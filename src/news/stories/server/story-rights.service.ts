import { roleIn } from '#src/news/categories/section-rights.rules.ts';
import { findSections } from '#src/news/categories/server/editor-sections.queries.ts';
import type { StoryStatus } from '#src/news/schema/story-fields.contract.ts';
import type { Context } from '#src/platform/context.ts';
import { AppError, invalid } from '#src/platform/errors.ts';
import { isAllowed, type Role } from '#src/rules/roles.rules.ts';
import { approvalRequired } from '../news.settings.ts';
import {
  lacksApproval,
  mayChange,
  mayMove,
  maySee,
  stateAfterChange,
  type Writer,
  worksOn,
} from '../story-states.rules.ts';
import { findAssignment } from './assignments.queries.ts';
import { findStory } from './stories.queries.ts';

interface OwnedStory {
  id: number;
  authorId: number | null;
  categoryId: number | null;
  status: StoryStatus;
}

/** What a story is to become. */
interface Step {
  status: StoryStatus;
  categoryId: number | null;
}

/** The user whose rights are checked: the caller, or another user. */
export interface Acting extends Pick<Context, 'db'> {
  actor: { role: 'visitor' } | { role: Exclude<Role, 'visitor'>; userId: number };
}

/** The actor's role for stories of these categories. In a transaction it cannot change until the end. */
async function roleFor({ db, actor }: Acting, categories: (number | null)[]): Promise<Role> {
  if (actor.role !== 'editor') return actor.role;
  return roleIn(actor.role, await findSections(db, actor.userId, true), categories);
}

/**
 * A story belongs to its author and to its assignee, a new one to the actor. For a step to another category the actor
 * needs the rights in both.
 */
async function writerOf(ctx: Acting, story: OwnedStory | undefined, to?: Step): Promise<Writer> {
  const { db, actor } = ctx;
  const role = await roleFor(
    ctx,
    [story, to].flatMap((at) => (at ? [at.categoryId] : [])),
  );
  if (!story) return { role, own: true };
  // Whose story it is matters only for those who do not edit the stories of others.
  if (actor.role === 'visitor' || !isAllowed(role, 'writers') || isAllowed(role, 'desk')) return { role, own: false };
  const { id, authorId } = story;
  return { role, own: actor.userId === authorId || (await findAssignment(db, id))?.assignee?.id === actor.userId };
}

// The desk sees the stories of all sections.
/** Whether the actor may see a story. */
export const isVisible = async (ctx: Acting, story: OwnedStory): Promise<boolean> =>
  story.status === 'published' || isAllowed(ctx.actor.role, 'desk') || maySee(await writerOf(ctx, story), story.status);

/** Throws `not_found` for a story that the actor may not see. */
export async function requireVisible(ctx: Acting, story: OwnedStory): Promise<void> {
  if (!(await isVisible(ctx, story))) throw new AppError('not_found', 'news.storyNotFound');
}

/** Throws `not_found` unless the actor works on the story, be it public or not. */
export async function requireWorksOn(ctx: Context, id: number): Promise<void> {
  // The desk sees the history of stories in the trash, and of those that are gone.
  if (isAllowed(ctx.actor.role, 'desk')) return;
  const row = await findStory(ctx.db, id);
  if (!row || !worksOn(await writerOf(ctx, row.story))) throw new AppError('not_found', 'news.storyNotFound');
}

/** Throws `not_found` or `forbidden` if the actor may not change the story as it is now. */
export async function requireChangeable(ctx: Context, story: OwnedStory): Promise<void> {
  await requireVisible(ctx, story);
  await requireStep(ctx, story, story);
}

/** Throws `forbidden` if the actor may not take this step with a story that he sees; without a story it is new. */
export async function requireStep(ctx: Context, story: OwnedStory | undefined, to: Step): Promise<Writer> {
  const writer = await writerOf(ctx, story, to);
  const may =
    story?.status === to.status ? mayChange(writer, to.status) : mayMove(writer, story?.status ?? 'new', to.status);
  if (!may) throw notYourStep();
  return writer;
}

/**
 * The state that a story which the actor may change gets when he saves it as `to`; without a story it is new. Throws
 * `forbidden` if the step is not his, and `invalid` if the paper requires an approval first.
 */
export async function stateToStore(ctx: Context, story: OwnedStory | undefined, to: Step): Promise<StoryStatus> {
  const writer = await requireStep(ctx, story, to);
  if (story?.status === to.status) return stateAfterChange(writer, to.status);
  if (isApprovalNeeded(ctx) && lacksApproval(story?.status ?? 'new', to.status))
    throw invalid({ status: { key: 'newsroom.approvalNeeded' } });
  return to.status;
}

/** Whether the actor is an editor of all these categories. */
export const isEditorOf = async (ctx: Context, categories: (number | null)[]): Promise<boolean> =>
  isAllowed(await roleFor(ctx, categories), 'editors');

/** Throws `forbidden` unless the actor is an editor of all these categories. */
export async function requireEditorOf(ctx: Context, categories: (number | null)[]): Promise<void> {
  if (!(await isEditorOf(ctx, categories))) throw notYourStep();
}

const notYourStep = () => new AppError('forbidden', 'newsroom.notYourStep');

/** Whether the paper publishes approved stories only. */
export const isApprovalNeeded = ({ settings }: Pick<Context, 'settings'>): boolean =>
  settings.get(approvalRequired) === 'yes';

/** The state of a new story that was sent without one. */
export const firstState = async (ctx: Context, categoryId: number): Promise<StoryStatus> =>
  mayMove(await writerOf(ctx, undefined, { status: 'published', categoryId }), 'new', 'published')
    ? 'published'
    : 'draft';
