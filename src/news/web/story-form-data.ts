import type { StoryForm } from '../story-fields.contract.ts';

/** The story form as multipart data. The picture's file name is fixed: the server detects the type from its content. */
export function storyFormData(form: StoryForm, image: File | null): FormData {
  const data = new FormData();
  const publishAt = form.status === 'scheduled' ? new Date(form.publish_at).toISOString() : '';
  for (const [name, value] of Object.entries({ ...form, publish_at: publishAt })) data.set(name, String(value));
  if (image) data.set('image', image, 'upload.png');
  return data;
}

/** Formats an instant for a `datetime-local` input: local time of the browser, without a time zone. */
export function localTime(instant: string | null): string {
  if (!instant) return '';
  const at = new Date(instant);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
