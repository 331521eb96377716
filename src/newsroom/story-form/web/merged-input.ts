// What an editor has typed, merged with what was stored meanwhile.
import { z } from 'zod';
import { callApi } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { replacesAuthors } from '#src/news/authors/authors.rules.ts';
import { StoryForm } from '#src/news/schema/story-fields.contract.ts';
import { mergeStories } from '#src/news/stories/merge.rules.ts';
import type { ChangedStory, NewsItem } from '#src/news/stories/stories.contract.ts';
import { formOf } from '#src/news/stories/stories.rules.ts';
import { historyCalls } from '#src/newsroom/lists/history.contract.ts';
import {
  isSameInput,
  localForm,
  noNewPicture,
  pictureName,
  type TypedStory,
  typed,
  typedOf,
} from '#src/newsroom/lists/web/story-form-data.ts';
import type { ContinuedCopy } from './use-working-copies.ts';

/** The version that two editors have begun with, and its picture. */
export const Base = StoryForm.extend({ image: z.string().nullable().optional() });
export type Base = z.infer<typeof Base>;

/** The form after a save that stays on the page: the story as `saved`, with what was typed since it was `sent`. */
export function mergeSaved(saved: ChangedStory, sent: TypedStory, now: TypedStory) {
  const next: TypedStory = {
    ...noNewPicture,
    form: saved.merged ? localForm(mergeStories(sent.form, formOf(saved), now.form).form) : now.form,
    image: now.image === sent.image ? null : now.image,
    removeImage: now.removeImage && !sent.removeImage,
    ...(now.pictureId !== sent.pictureId && { copiedImage: now.copiedImage, pictureId: now.pictureId }),
  };
  return { next, isTyped: !isSameInput({ ...next, form: now.form }, typed(sent.form)) };
}

/**
 * The form with a working copy that is continued. If the `stored` story has changed since the copy was begun, both are
 * merged: `changed` says so. If they conflict, `mine` is the copy alone, and `base` the version that it was begun with.
 */
export async function mergeCopy(copy: ContinuedCopy, stored: NewsItem) {
  const { form: fields } = typedOf(stored);
  // Copies of earlier releases, without authors, have the byline as a text.
  const byline = replacesAuthors(copy.form, fields) && { authors: '' };
  const mine: TypedStory = { ...copy, form: { ...fields, ...copy.form, ...byline }, image: null };
  if (copy.version === stored.version) return { merged: mine };
  const base = await findBase(stored.id, copy.version);
  const { form, conflicts, changedBy } = mergeStories(base, formOf(stored), mine.form);
  const touchesPicture = (mine.removeImage || mine.copiedImage !== null) && base?.image !== stored.image;
  if (conflicts.length || touchesPicture) return { mine, base };
  return { merged: { ...mine, form: localForm(form) }, changed: changedBy.theirs.length > 0 };
}

/** The form after a correction of the `stored` story; undefined if it conflicts with what was typed. */
export function mergeCorrected(corrected: NewsItem, stored: NewsItem, now: TypedStory): TypedStory | undefined {
  const { form, conflicts } = mergeStories(typedOf(stored).form, typedOf(corrected).form, now.form);
  return conflicts.length ? undefined : { ...now, form };
}

/** The version that a working copy was begun with; undefined if it is not known any more. */
async function findBase(id: number, version: number | null): Promise<Base | undefined> {
  if (version === null) return undefined;
  try {
    const { fields, image_url } = await callApi(historyCalls.revision, { params: { id, version } });
    return Base.safeParse({ ...fields, image: pictureName(image_url) || null }).data;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
