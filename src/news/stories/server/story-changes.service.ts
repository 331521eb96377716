import { isDeepStrictEqual } from 'node:util';
import { isBeforeLinking, replacesAuthors } from '#src/news/authors/authors.rules.ts';
import { findAuthorOfUser } from '#src/news/authors/server/authors.queries.ts';
import type { Category } from '#src/news/categories/categories.contract.ts';
import { findBySlug } from '#src/news/categories/categories.rules.ts';
import { getCategories } from '#src/news/categories/server/categories.service.ts';
import { emptyStoryForm, type StoryForm } from '#src/news/schema/story-fields.contract.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import { violatedConstraint } from '#src/platform/database/db.ts';
import { AppError, invalid } from '#src/platform/errors.ts';
import { centre } from '#src/rules/focal-point.rules.ts';
import { mergeStories } from '../merge.rules.ts';
import type { ChangedStory, NewsItem, SentStory, StoryChange } from '../stories.contract.ts';
import { focusFields, type StoryValues, storyNumber } from '../stories.rules.ts';
import { formOfRow, newsItemFor } from './news-items.service.ts';
import { sendPublication } from './publication.service.ts';
import { findRevision, listAuthors, type Revision } from './revisions.queries.ts';
import { recordChange, recordStateBefore, recordStoryEvents } from './revisions.service.ts';
import { publishDueStories } from './stories.jobs.ts';
import { createStory, deleteStory, findStory, lockStoriesById, type StoryRow, updateStory } from './stories.queries.ts';
import { checkedStory, columns, getStory, received } from './stories.service.ts';
import { syncMediaOf, usesSameMedia } from './story-media.service.ts';
import {
  type ChosenPicture,
  chosenPicture,
  otherPicture,
  storeSent,
  withStatementsOf,
} from './story-pictures.service.ts';
import { firstState, requireChangeable, stateToStore } from './story-rights.service.ts';
import { withPresentTopics } from './story-topics.service.ts';
import { refuseSecondVersion, versionGroup } from './versions.service.ts';
import { endWorkingCopy } from './working-copies.service.ts';

/** Creates a story. Throws `invalid` with all validation errors. */
export async function addStory(ctx: Context, sent: SentStory): Promise<NewsItem> {
  const actor = requireUser(ctx);
  const now = ctx.now();
  const chosen = await chosenPicture(ctx, sent);
  // A picture takes long to process: the story is checked before, and again when it is stored.
  const uploaded = sent.image && (await storeSent(ctx, sent.image, await newValues(ctx, sent, chosen)));
  const { id, status } = await ctx.db.transaction(async (tx) => {
    const within = { ...ctx, db: tx };
    const values = await newValues(within, sent, chosen);
    const { status, publishAt } = values;
    const stored = {
      ...(await columns(tx, values)),
      pictureId: uploaded ?? (await otherPicture(within, sent, chosen)) ?? null,
      authorId: actor.userId,
      createdAt: now,
      updatedAt: now,
      boardAt: now,
      versionGroup: await versionGroup(within, values.versionOf),
    };
    const id = await createStory(tx, stored).catch(throwValidationError);
    await recordChange(ctx, tx, [id], []);
    if (publishAt) await ctx.jobs.send(publishDueStories, {}, { within: tx, after: publishAt });
    if (status === 'published') await sendPublication(ctx, tx, [id]);
    await endWorkingCopy(ctx, tx, sent.working_copy);
    if (status === 'published') await syncMediaOf(ctx, tx, [stored]);
    return { id, status };
  });
  ctx.log.info({ actor: actor.userId, story: id, status }, 'story created');
  return getStory(ctx, id);
}

/** The values of a new story. Throws `invalid`, and `forbidden` if its state is not the actor's to choose. */
async function newValues(ctx: Context, sent: SentStory, chosen: ChosenPicture | undefined): Promise<StoryValues> {
  const form = {
    ...emptyStoryForm,
    author: requireUser(ctx).name,
    authors: sent.author === undefined ? await myAuthor(ctx) : '',
    status: 'draft' as const,
    ...received(sent),
  };
  const values = withStatementsOf(chosen, await checkedStory(ctx, form));
  if (sent.status === undefined) values.status = await firstState(ctx, values.categoryId);
  await stateToStore(ctx, undefined, values);
  return values;
}

/** The author of the current user's account, for a new story that names none; empty without one. */
async function myAuthor(ctx: Context): Promise<string> {
  const author = await findAuthorOfUser(ctx.db, requireUser(ctx).userId);
  return author ? String(author.id) : '';
}

/**
 * Updates the fields that were sent. If the story has changed since `version`, merges both changes and returns in
 * `merged` what was taken in; if they conflict, throws `conflict` with the stored story as `current` and the `base`.
 */
export async function changeStory(ctx: Context, id: number, change: StoryChange): Promise<ChangedStory> {
  const row = await findStory(ctx.db, id);
  if (!row) throw notFound();
  // First, since a conflict returns earlier versions of the story.
  await requireChangeable(ctx, row.story);
  const chosen = await chosenPicture(ctx, change);
  // A picture takes long to process: what was sent is checked before.
  const uploaded =
    change.image && (await storeSent(ctx, change.image, (await planChange(ctx, row, change, chosen)).values));
  const { saved, merged } = await saveStory(ctx, { id, versionOf: change.version_of }, async (ctx, locked) => {
    const isChanged = locked.story.version !== row.story.version;
    if (isChanged && change.version === undefined) throw await changedError(ctx, locked);
    const plan = await planChange(ctx, locked, change, chosen);
    const pictureId = uploaded ?? (await otherPicture(ctx, change, chosen));
    await endWorkingCopy(ctx, ctx.db, change.working_copy);
    return { ...plan, pictureId: pictureId ?? (change.remove_image ? null : undefined) };
  });
  return { ...(await newsItemFor(ctx, saved)), ...(merged && { merged }) };
}

/** The values of a story after a change, merged with what others have changed. Throws `invalid` and `conflict`. */
async function planChange(
  ctx: Context,
  row: StoryRow,
  change: StoryChange,
  chosen: ChosenPicture | undefined,
): Promise<{ values: StoryValues; merged?: ChangedStory['merged'] }> {
  const { version, ...sent } = change;
  const changesPicture = isNewPicture(change);
  const current = formOfRow(row);
  const categories = await getCategories(ctx);
  const options = { sentDescription: sent.news_description, before: row.story };
  const checked = async (form: StoryForm) => withStatementsOf(chosen, await checkedStory(ctx, form, options));
  const isNewest = version === row.story.version;
  // Authors, topics and series are renamed without a new version of the story, so the names that were sent may be those
  // with which the form began.
  const names = ['author', 'topics', 'series'] as const;
  const hasNames = names.every((name) => sent[name] === undefined || sent[name].trim() === current[name]);
  if (version === undefined || (isNewest && hasNames))
    return { values: await checked(formWith(current, sent, categories)) };
  const base = await findRevision(ctx.db, row.story.id, version);
  if (isNewest) {
    const begun = base?.fields ?? current;
    const form = formWith(current, sent, categories, begun);
    return { values: await checked(await withPresentTopics(ctx, form, begun)) };
  }
  if (!base) throw await changedError(ctx, row);
  const begun = await withPresentTopics(ctx, base.fields, base.fields);
  const mine = await withPresentTopics(ctx, formWith(base.fields, sent, categories), base.fields);
  const { form, conflicts, changedBy } = mergeStories(begun, current, mine);
  const pictureChanged = row.story.pictureId !== base.pictureId;
  // The focal point belongs to the new picture, whichever side has set it.
  const isSettled = (unit: keyof StoryForm) => unit === 'image_focus_x' && pictureChanged !== changesPicture;
  if (conflicts.some((unit) => !isSettled(unit)) || (pictureChanged && changesPicture))
    throw await changedError(ctx, row, base);
  if (pictureChanged !== changesPicture) {
    const { image_focus_x, image_focus_y } = changesPicture ? mine : current;
    Object.assign(form, { image_focus_x, image_focus_y });
  }
  const authors = await listAuthors(ctx.db, row.story.id, version, row.story.version);
  return {
    values: await checked(form),
    merged: { authors, fields: [...changedBy.theirs, ...(pictureChanged ? ['image'] : [])] },
  };
}

interface Saved {
  values: StoryValues;
  /** Undefined if it stays. */
  pictureId?: number | null | undefined;
  /** Further details of the audit event. */
  details?: Record<string, unknown>;
}

/**
 * Stores the next version of a story. `plan` gets the story while it is locked, so that changes come one after another.
 * `versionOf` is the original that was typed, if known. Returns the plan and that version. Throws `not_found` and
 * `forbidden` if the actor may not change it.
 */
export async function saveStory<Plan extends Saved>(
  ctx: Context,
  { id, versionOf = '' }: { id: number; versionOf?: string | undefined },
  plan: (ctx: Context, row: StoryRow) => Promise<Plan>,
): Promise<Plan & { saved: StoryRow }> {
  const result = await ctx.db.transaction(async (tx) => {
    // Both are locked by one query, in order of id: see `versionGroup`.
    await lockStoriesById(tx, [id, ...[storyNumber(versionOf) ?? []].flat()]);
    const row = await findStory(tx, id);
    if (!row) throw notFound();
    const { story } = row;
    const within = { ...ctx, db: tx };
    await requireChangeable(within, story);
    const planned = await plan(within, row);
    const { values, pictureId, details } = planned;
    values.status = await stateToStore(within, story, values);
    const stored = {
      ...(await columns(tx, values, story)),
      versionGroup: await versionGroup(within, values.versionOf, story),
      pictureId: pictureId === undefined ? story.pictureId : pictureId,
    };
    // Two editors publish the same at once, or one presses the button twice: no second version, and nobody is notified again.
    if (isDeepStrictEqual({ ...story, ...stored }, story)) return { ...planned, saved: row };
    const isPublic = values.status === 'published';
    // The date of a story is the date of its publication.
    const published = story.status !== 'published' && isPublic && { createdAt: ctx.now(), boardAt: ctx.now() };
    await recordStateBefore(tx, [id]);
    const changed = { ...stored, ...published, updatedAt: ctx.now() };
    await updateStory(tx, id, story.version, changed).catch(throwValidationError);
    const [saved = row] = await recordChange(ctx, tx, [id], [row], details);
    if (values.publishAt) await ctx.jobs.send(publishDueStories, {}, { within: tx, after: values.publishAt });
    if (isPublic) await sendPublication(ctx, tx, [id]);
    if (values.status !== story.status || !usesSameMedia(story, saved.story))
      await syncMediaOf(ctx, tx, [story, saved.story]);
    return { ...planned, saved };
  });
  ctx.log.info({ actor: requireUser(ctx).userId, story: id, status: result.saved.story.status }, 'story changed');
  return result;
}

/**
 * Moves a story to the trash. Throws `not_found` and `forbidden`, and `conflict` if `version` is given and the story has
 * changed since.
 */
export async function removeStory(ctx: Context, id: number, version?: number): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockStoriesById(tx, [id]);
    const row = await findStory(tx, id);
    if (!row) throw notFound();
    await requireChangeable({ ...ctx, db: tx }, row.story);
    if (version !== undefined && version !== row.story.version) throw await changedError(ctx, row);
    await recordStateBefore(tx, [id]);
    const deleted = await deleteStory(tx, id, ctx.now());
    if (!deleted) throw notFound();
    await recordStoryEvents(ctx, tx, 'trashed', [deleted]);
    await syncMediaOf(ctx, tx, [deleted]);
  });
  ctx.log.info({ actor: requireUser(ctx).userId, story: id }, 'story deleted');
}

// Maps constraint violations of a story's write to validation errors: the data may have changed since validation.
function throwValidationError(error: unknown): never {
  const broken = violatedConstraint(error);
  if (broken === 'stories_category_id_categories_id_fk')
    throw invalid({ news_category: { key: 'newsroom.categoryUnknown' } });
  if (broken === 'stories_sub_category_id_sub_categories_id_fk')
    throw invalid({ news_sub_category: { key: 'newsroom.subCategoryUnknown' } });
  return refuseSecondVersion(error);
}

const notFound = () => new AppError('not_found', 'news.storyNotFound');

/** The error for a change that does not fit the stored story. */
export const changedError = async (ctx: Context, current: StoryRow, base?: Revision): Promise<AppError> =>
  new AppError('conflict', 'newsroom.changedMeanwhile', {
    extra: {
      current: await newsItemFor(ctx, current),
      ...(base && { base: { ...base.fields, image: base.picture && `${base.picture}.jpg` } }),
    },
  });

const isNewPicture = ({ image, picture_id: chosen, image_of_copy: ofCopy, remove_image: removed }: StoryChange) =>
  image !== undefined || chosen !== undefined || ofCopy === true || removed === true;

// Like the form, a change of the category clears the sub-category, and a new picture is cropped around its centre. A
// former name of the category is no change. `begun` is the form as it was opened, if that differs.
function formWith(form: StoryForm, sent: StoryChange, categories: Category[], begun = form): StoryForm {
  const idOf = (name: string) => findBySlug(categories, name)?.id;
  const moves = sent.news_category !== undefined && idOf(sent.news_category) !== idOf(form.news_category);
  return {
    ...form,
    ...(moves && { news_sub_category: '' }),
    ...(isNewPicture(sent) && focusFields(centre)),
    ...received(sent),
    ...(isBeforeLinking(sent, form, begun) && { authors: form.authors }),
    ...(replacesAuthors(sent, form, begun) && { authors: '' }),
  };
}
