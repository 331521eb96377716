import { z } from 'zod';
import { defineCall, Instant, NumericId } from '#src/calls/call.ts';
import { Colleague } from '#src/news/authors/colleagues.contract.ts';
import { commentMaxLength } from './collaboration.rules.ts';

const StoryId = z.object({ id: NumericId });

const Comment = z.object({
  id: z.number(),
  at: Instant,
  author: z.string(),
  text: z.string(),
});

// PostgreSQL has no year 0.
const DueTime = z.iso
  .datetime({ offset: true })
  .refine((at) => new Date(at).getUTCFullYear() >= 2000, 'errors.invalidField');

const Collaboration = z.object({
  comments: z.array(Comment).describe('Oldest first'),
  assignee: Colleague.nullable(),
  due_at: Instant.nullable(),
});
export type Collaboration = z.infer<typeof Collaboration>;

const Presence = z.object({
  others: z.array(Colleague).describe('Colleagues who have the story open, by name (50 at most)'),
  version: z.number().int().describe('The stored version'),
});
export type Presence = z.infer<typeof Presence>;

export const collaborationCalls = {
  get: defineCall({
    method: 'GET',
    path: '/api/stories/:id/desk',
    who: 'writers',
    summary: 'Comments of colleagues on a story, its assignee and due time (500 comments at most)',
    params: StoryId,
    reply: { 200: Collaboration },
  }),
  comment: defineCall({
    method: 'POST',
    path: '/api/stories/:id/comments',
    who: 'writers',
    summary: 'Add a comment for colleagues; readers never see it',
    params: StoryId,
    body: z.object({ text: z.string().max(commentMaxLength, 'newsroom.commentTooLong') }),
    reply: { 201: Collaboration },
  }),
  assign: defineCall({
    method: 'PUT',
    path: '/api/stories/:id/assignment',
    who: 'desk',
    summary: 'Assign a story to a colleague with a due time; null removes either',
    params: StoryId,
    body: z.object({ assignee: NumericId.nullable(), due_at: DueTime.nullable() }),
    reply: { 200: Collaboration },
  }),
  presence: defineCall({
    method: 'PUT',
    path: '/api/stories/:id/presence',
    who: 'writers',
    summary:
      'Record for 45 seconds that the current user has the story open; returns who else has, and its newest version',
    params: StoryId,
    reply: { 200: Presence },
  }),
};
