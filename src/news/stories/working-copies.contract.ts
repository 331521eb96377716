import { z } from 'zod';
import { defineCall, defineLimit, fileField, Instant, Message, NumericId } from '#src/calls/call.ts';
import { StoryForm } from '#src/news/schema/story-fields.contract.ts';
import { NewsItem } from './stories.contract.ts';

const WorkingCopyHead = z.object({
  id: z.uuid(),
  story_id: z.number().nullable().describe('Null: a new story'),
  version: z.number().nullable().describe('The version of the story that it was begun on'),
  revision: z.number().describe('Increases with every save'),
  writer: z.uuid().describe('The form that saved it last'),
  news_title: z.string(),
  updated_at: Instant,
});
export type WorkingCopyHead = z.infer<typeof WorkingCopyHead>;

/** What a user has typed in the story form and not saved yet. Only he sees it. */
export const WorkingCopy = WorkingCopyHead.extend({
  fields: StoryForm.partial().describe('As typed; `publish_at` is an instant or empty'),
  image_url: NewsItem.shape.image_url.describe('The picture that was chosen'),
  remove_image: z.boolean(),
});
export type WorkingCopy = z.infer<typeof WorkingCopy>;

/** Each open form saves every few seconds while a user types; this is enough for fifty of them behind one address. */
const savesLimit = defineLimit({ name: 'working-copies', attempts: 6000, perSeconds: 600 });

/** Per user. */
export const maxWorkingCopies = 100;

const Copy = z.object({ copy: z.uuid() });

export const workingCopiesCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/working_copies',
    who: 'writers',
    summary: 'Your working copies of a story, or of new stories, newest first',
    query: z.object({ story: NumericId.optional().describe('Without it: of new stories') }),
    reply: { 200: z.array(WorkingCopyHead) },
  }),
  get: defineCall({
    method: 'GET',
    path: '/api/working_copies/:copy',
    who: 'writers',
    summary: 'One of your working copies',
    params: Copy,
    reply: { 200: WorkingCopy },
  }),
  save: defineCall({
    method: 'PUT',
    path: '/api/working_copies/:copy',
    who: 'writers',
    summary:
      'Create or replace a working copy under an id of your own. 409 if it has ended, or was saved elsewhere since `seen`',
    params: Copy,
    form: StoryForm.partial().extend({
      story: NumericId.optional(),
      version: NumericId.optional(),
      writer: z.uuid().describe('An id of your own for each open form; it may repeat a save whose answer was lost'),
      seen: z.coerce.number().int().min(0).max(2_147_483_647).describe('The revision that you know; 0 for a new one'),
      image: fileField('picture').optional().describe('Without it the picture stays'),
      picture_id: NumericId.optional().describe('A picture of the media library, instead of a file'),
      remove_image: z.stringbool().optional().describe('Whether the story is to lose its picture'),
    }),
    limit: savesLimit,
    reply: { 200: WorkingCopyHead },
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/working_copies/:copy',
    who: 'writers',
    summary: 'Discard one of your working copies',
    params: Copy,
    reply: { 200: Message },
  }),
};
