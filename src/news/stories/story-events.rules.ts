// What happened to a story, as the audit log and the story's history name it.

import type { StoryForm } from '#src/news/schema/story-fields.contract.ts';

export const storyActions = [
  'created',
  'changed',
  'corrected',
  'ready',
  'approved',
  'returned',
  'published',
  'scheduled',
  'unpublished',
  'assigned',
  'previewShared',
  'previewEnded',
  'trashed',
  'restored',
  'purged',
] as const;
export type StoryAction = (typeof storyActions)[number];

type Status = Pick<StoryForm, 'status'>;

/** The action of a change of the status; undefined if it is the same. */
export function statusAction(before: Status | undefined, after: Status): StoryAction | undefined {
  if (before?.status === after.status) return undefined;
  if (after.status !== 'draft') return after.status;
  return before && (isPublished(before) ? 'unpublished' : 'returned');
}

const isPublished = ({ status }: Status) => status === 'published' || status === 'scheduled';
