import { isLanguage } from '#src/messages/languages.ts';
import { getColleagues } from '#src/news/authors/server/colleagues.service.ts';
import { findBySlug, othersName } from '#src/news/categories/categories.rules.ts';
import { getCategories } from '#src/news/categories/server/categories.service.ts';
import { addStory } from '#src/news/stories/server/story-changes.service.ts';
import { assignStory } from '#src/newsroom/lists/server/collaboration.service.ts';
import { visibleAmong } from '#src/newsroom/lists/server/story-calendar.service.ts';
import { recordAuditEvent } from '#src/platform/audit/audit.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import { AppError, invalid } from '#src/platform/errors.ts';
import type { PersonalData } from '#src/platform/slice.ts';
import { hasErrors, type ValidationErrors } from '#src/rules/validation.rules.ts';
import { mayAssign, mayChange } from '../assignments.rules.ts';
import type { Assignment, AssignmentInput } from '../plan.contract.ts';
import {
  type AssignmentRow,
  type AssignmentValues,
  countPending,
  createAssignment,
  deleteAssignment,
  findAssignment,
  listAssignmentsOf,
  lockAssignment,
  removeUser,
  updateAssignment,
} from './assignments.queries.ts';

const notFound = () => new AppError('not_found', 'planning.assignmentNotFound');

/** Assignments as the actor sees them: without the titles of stories that he may not see. */
export async function assignmentsFor(ctx: Context, rows: AssignmentRow[]): Promise<Assignment[]> {
  const visible = await visibleAmong(
    ctx,
    rows.flatMap(({ story }) => story?.id ?? []),
  );
  return rows.map((row) => assignmentFor(ctx, row, visible));
}

function assignmentFor(
  ctx: Context,
  { assignment, category, assignee, creator, story }: AssignmentRow,
  visible: ReadonlySet<number>,
): Assignment {
  const { id, what, notes, language, assigneeId, dueAt, state, version } = assignment;
  return {
    ...{ id, what, notes, language, state, version, category },
    story: story && { ...story, title: visible.has(story.id) ? story.title : null },
    assignee: assigneeId === null || assignee === null ? null : { id: assigneeId, name: assignee },
    due_at: dueAt?.toISOString() ?? null,
    created_by: creator,
    changeable: mayChange(requireUser(ctx), assignment),
  };
}

async function required(ctx: Context, id: number): Promise<Assignment> {
  const row = await findAssignment(ctx.db, id);
  const [assignment] = row ? await assignmentsFor(ctx, [row]) : [];
  if (!assignment) throw notFound();
  return assignment;
}

/** The row of an assignment. Throws `invalid`, and `forbidden` for a reporter who assigns to others. */
async function valuesOf(ctx: Context, input: AssignmentInput, assignedTo: number | null): Promise<AssignmentValues> {
  const { what, notes, language, assignee, state } = input;
  if (!mayAssign(requireUser(ctx), assignedTo, assignee)) throw new AppError('forbidden', 'planning.notYours');
  const category = input.category ? findBySlug(await getCategories(ctx), input.category) : undefined;
  const errors: ValidationErrors = {
    ...(input.category && !category && { category: { key: 'newsroom.categoryUnknown' } as const }),
    ...(!isLanguage(language) && { language: { key: 'errors.invalidField' } as const }),
    ...(assignee !== null &&
      assignee !== assignedTo &&
      !(await getColleagues(ctx)).some(({ id }) => id === assignee) && {
        assignee: { key: 'newsroom.noColleague' } as const,
      }),
  };
  if (hasErrors(errors)) throw invalid(errors);
  const dueAt = input.due_at === null ? null : new Date(input.due_at);
  return { what, notes, language, state, dueAt, assigneeId: assignee, categoryId: category?.id ?? null };
}

/** Creates an assignment. Throws `invalid` and `forbidden`. */
export async function addAssignment(ctx: Context, input: AssignmentInput): Promise<Assignment> {
  const values = await valuesOf(ctx, input, null);
  const id = await ctx.db.transaction(async (tx) => {
    const id = await createAssignment(tx, { ...values, createdBy: requireUser(ctx).userId, createdAt: ctx.now() });
    const details = { assignee: input.assignee, due_at: input.due_at };
    await recordAuditEvent(ctx, tx, { action: 'assignment.created', subject: `assignment ${id}`, details });
    return id;
  });
  return required(ctx, id);
}

// Locks an assignment that the actor may change.
async function lockChangeable(ctx: Context, id: number) {
  const row = await lockAssignment(ctx.db, id);
  if (!row) throw notFound();
  if (!mayChange(requireUser(ctx), row)) throw new AppError('forbidden', 'planning.notYours');
  return row;
}

/** Throws `not_found`, `forbidden`, `invalid`, and `conflict` with `current` if it has changed since `version`. */
export async function changeAssignment(
  ctx: Context,
  id: number,
  { version, ...input }: AssignmentInput & { version: number },
): Promise<Assignment> {
  await ctx.db.transaction(async (tx) => {
    const within = { ...ctx, db: tx };
    const row = await lockChangeable(within, id);
    if (row.version !== version)
      throw new AppError('conflict', 'planning.changedMeanwhile', { extra: { current: await required(within, id) } });
    await updateAssignment(tx, id, await valuesOf(within, input, row.assigneeId));
    const details = { state: input.state, assignee: input.assignee, due_at: input.due_at };
    await recordAuditEvent(ctx, tx, { action: 'assignment.changed', subject: `assignment ${id}`, details });
  });
  return required(ctx, id);
}

/** Throws `not_found` and `forbidden`. */
export const removeAssignment = (ctx: Context, id: number): Promise<void> =>
  ctx.db.transaction(async (tx) => {
    const { what } = await lockChangeable({ ...ctx, db: tx }, id);
    await deleteAssignment(tx, id);
    await recordAuditEvent(ctx, tx, { action: 'assignment.deleted', subject: `assignment ${id}`, details: { what } });
  });

/**
 * Creates a draft with title, section, language, assignee and due time of an assignment. Throws `not_found`, `forbidden`,
 * `invalid` without a section, and `conflict` if it has a story, with the `story` if the actor may see it. A story in the
 * trash does not count.
 */
export const startStory = (ctx: Context, id: number): Promise<number> =>
  ctx.db.transaction(async (tx) => {
    const within = { ...ctx, db: tx };
    const row = await lockChangeable(within, id);
    const { story: begun } = await required(within, id);
    if (begun)
      throw new AppError('conflict', 'planning.hasStory', { extra: { story: begun.title === null ? null : begun.id } });
    const category = (await getCategories(within)).find((one) => one.id === row.categoryId);
    if (!category) throw invalid({ category: { key: 'newsroom.categoryRequired' } });
    const story = await addStory(within, {
      news_title: row.what,
      news_description: '',
      news_category: category.name,
      // It must be in a sub-category: Others is in every category and needs a label.
      news_sub_category: othersName,
      news_submenu: category.name,
      language: row.language,
      status: 'draft',
    });
    await assignStory(within, story.id, { assignee: row.assigneeId, due_at: row.dueAt?.toISOString() ?? null });
    await updateAssignment(tx, id, { storyId: story.id, state: 'doing' });
    await recordAuditEvent(ctx, tx, {
      action: 'assignment.started',
      subject: `assignment ${id}`,
      details: { story: story.id },
    });
    return story.id;
  });

/** How many assignments wait for a user to begin with their stories. */
export const countAssignments = ({ db }: Pick<Context, 'db'>, userId: number): Promise<number> =>
  countPending(db, userId);

/** Assignments of a deleted account have no assignee. */
export const assignmentsData: PersonalData = {
  name: 'assignments',
  collect: async ({ db }, userId) =>
    (await listAssignmentsOf(db, userId)).map(({ what, notes, state, dueAt, createdAt, assigneeId, createdBy }) => ({
      what,
      notes,
      state,
      assigned_to_me: assigneeId === userId,
      created_by_me: createdBy === userId,
      due_at: dueAt?.toISOString() ?? null,
      created_at: createdAt.toISOString(),
    })),
  erase: (_, tx, userId) => removeUser(tx, userId),
};
