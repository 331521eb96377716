import { z } from 'zod';
import { defineCall, Instant, NumericId } from '#src/calls/call.ts';
import { storyAnswers } from '#src/news/schema/story-fields.contract.ts';
import { NewsItem } from '#src/news/stories/stories.contract.ts';

const RevisionHead = z.object({
  version: z.number(),
  author: z.string().describe('Empty if unknown: the state before the first recorded change'),
  at: Instant,
  news_title: z.string(),
  status: storyAnswers.status,
});
export type RevisionHead = z.infer<typeof RevisionHead>;

/** A saved version of a story. The fields have the values of the form; `publish_at` is an instant or empty. */
export const Revision = RevisionHead.extend({
  fields: z.record(z.string(), z.union([z.string(), z.number()])),
  image_url: NewsItem.shape.image_url,
});
export type Revision = z.infer<typeof Revision>;

const StoryEvent = z.object({
  id: z.number(),
  at: Instant,
  actor: z.string(),
  action: z.string().describe('Such as "story.published"'),
  details: z
    .record(z.string(), z.unknown())
    .describe(
      '`before` and `after` are numbers of revisions; `from` and `to` are names of categories, when one was merged or deleted',
    ),
});
export type StoryEvent = z.infer<typeof StoryEvent>;

const StoryId = z.object({ id: NumericId });
const OneRevision = StoryId.extend({ version: NumericId });

export const historyPageSize = 50;

/** The history of a story, also of one in the trash. */
export const historyCalls = {
  revisions: defineCall({
    method: 'GET',
    path: '/api/stories/:id/revisions',
    who: 'writers',
    summary: 'Saved versions of a story without their texts, newest first, 50 a page',
    params: StoryId,
    query: z.object({ before: NumericId.optional().describe('Only versions below this one') }),
    reply: { 200: z.object({ revisions: z.array(RevisionHead), more: z.boolean() }) },
  }),
  revision: defineCall({
    method: 'GET',
    path: '/api/stories/:id/revisions/:version',
    who: 'writers',
    summary: 'A saved version of a story',
    params: OneRevision,
    reply: { 200: Revision },
  }),
  restore: defineCall({
    method: 'POST',
    path: '/api/stories/:id/revisions/:version/restore',
    who: 'writers',
    summary:
      'Restore text, picture and fields of a saved version as a new one; whether and when it is published stays. 409 with `current` if there is a newer version than the given one',
    params: OneRevision,
    body: z.object({ version: NumericId.describe('The newest version that the editor knows') }),
    reply: { 200: NewsItem },
  }),
  events: defineCall({
    method: 'GET',
    path: '/api/stories/:id/events',
    who: 'writers',
    summary: 'What was done to a story, from the audit log, newest first, 50 a page',
    params: StoryId,
    query: z.object({ before: NumericId.optional().describe('Only events below this id') }),
    reply: { 200: z.object({ events: z.array(StoryEvent), more: z.boolean() }) },
  }),
};
