import type { StoryForm } from '#src/news/schema/story-fields.contract.ts';
import type { NewsItem } from '#src/news/stories/stories.contract.ts';
import { formOf, sizeNumber } from '#src/news/stories/stories.rules.ts';

/** What is in the story form: its fields, as typed, and the picture. */
export interface TypedStory {
  form: StoryForm;
  /** A picture that was chosen in this window. */
  image: File | null;
  /** Whether the stored picture is to be removed. */
  removeImage: boolean;
  /** URL of the picture of the working copy that is being continued, or of the chosen picture of the library. */
  copiedImage: string | null;
  /** The chosen picture of the library. */
  pictureId: number | null;
}

/** The form of a stored story, with the time of its publication as local time. */
export const typedOf = (item: NewsItem): TypedStory => typed(localForm(formOf(item)));

/** A form without a new picture. */
export const typed = (form: StoryForm): TypedStory => ({ form, ...noNewPicture });

export const noNewPicture = { image: null, removeImage: false, copiedImage: null, pictureId: null };

/** Form values for the inputs: an instant becomes local time. */
export const localForm = <F extends Partial<StoryForm>>(form: F): F =>
  form.publish_at ? { ...form, publish_at: localTime(form.publish_at) } : form;

export const isSameInput = (one: TypedStory, other: TypedStory): boolean =>
  one.image === other.image &&
  one.removeImage === other.removeImage &&
  one.copiedImage === other.copiedImage &&
  one.pictureId === other.pictureId &&
  JSON.stringify(one.form) === JSON.stringify(other.form);

/** The story form as multipart data; `copy` is the working copy that the save deletes. */
export function storyFormData(typed: TypedStory, copy: string): FormData {
  const { form, image, removeImage, copiedImage, pictureId } = typed;
  const data = new FormData();
  const sizes = { image_width: sizeNumber(form.image_width), image_height: sizeNumber(form.image_height) };
  for (const [name, value] of Object.entries({ ...form, ...sizes, publish_at: publishAt(form) }))
    data.set(name, String(value));
  data.set('working_copy', copy);
  if (image) setImage(data, image);
  else if (pictureId !== null) data.set('picture_id', String(pictureId));
  else if (copiedImage) data.set('image_of_copy', 'true');
  return removeImage ? withRemoval(data) : data;
}

function withRemoval(data: FormData): FormData {
  data.set('remove_image', 'true');
  return data;
}

/** The picture's file name is fixed: the server detects the type from its content. */
export const setImage = (data: FormData, image: File): void => data.set('image', image, 'upload.png');

/** The time of the publication as an instant; empty if there is none. */
export function publishAt({ status, publish_at }: Pick<StoryForm, 'status' | 'publish_at'>): string {
  const at = new Date(publish_at);
  return status === 'scheduled' && !Number.isNaN(at.getTime()) ? at.toISOString() : '';
}

/** Formats an instant for a `datetime-local` input: local time of the browser, without a time zone. */
export function localTime(instant: string | null): string {
  const at = new Date(instant ?? '');
  if (Number.isNaN(at.getTime())) return '';
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The file name in a picture's URL; empty if there is no picture. */
export const pictureName = (url: string | null): string => url?.split('?', 1)[0]?.split('/').at(-1) ?? '';
