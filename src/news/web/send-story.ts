import type { StoryForm } from '../stories.rules.ts';

/** A story's form as the API takes it. Pictures go under one name: the server reads from their bytes what they are. */
export function storyFormData(form: StoryForm, image: File | null): FormData {
  const data = new FormData();
  const publishAt = form.status === 'scheduled' ? new Date(form.publish_at).toISOString() : '';
  for (const [name, value] of Object.entries({ ...form, publish_at: publishAt })) data.set(name, String(value));
  if (image) data.set('image', image, 'upload.png');
  return data;
}

/** An instant as a `datetime-local` input has it: this browser's own time, without a zone. */
export function localTime(instant: string | null): string {
  if (!instant) return '';
  const at = new Date(instant);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
