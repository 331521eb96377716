// What readers follow, have saved and have read: the newest stories of what they follow, and their lists in their account.
import { z } from 'zod';
import { defineCall, defineLimit, Instant } from '#src/calls/call.ts';
import { historyLength, maxFollowed } from '#src/rules/reader-lists.rules.ts';
import { markKinds } from './reader-lists.rules.ts';

const maxId = 2_147_483_647;
const Id = z.number().int().positive().max(maxId);
const Time = z.number().int().min(0).max(8_640_000_000_000_000).describe('Milliseconds since 1970');
const idLength = String(maxId).length;

const ids = (what: string) =>
  z
    .string()
    .max(maxFollowed * (idLength + 1))
    .regex(/^(?:[1-9]\d{0,8}(?:,[1-9]\d{0,8})*)?$/) // such as "3,42"
    .default('')
    .transform((list) => list.split(',').filter(Boolean).map(Number))
    .refine((list) => list.length <= maxFollowed, 'errors.invalidField')
    .describe(`Ids of ${what}, separated by commas (${maxFollowed} at most)`);

/** Newest stories in an answer. */
export const storiesAtMost = 60;

const FollowedStory = z.object({
  id: z.number(),
  title: z.string(),
  summary: z.string(),
  label: z.string().nullable().describe('Sub-category, in the language of the response'),
  language: z.string(),
  published_at: Instant,
  picture: z
    .object({
      name: z.string(),
      width: z.number(),
      height: z.number(),
      colour: z.string(),
      webp: z.array(z.number()).describe('Widths of its variants'),
      avif: z.array(z.number()),
      objectPosition: z.string().optional(),
    })
    .nullable(),
  from: z.array(z.string()).describe('What of the given it belongs to, such as "topic:3"'),
});
export type FollowedStory = z.infer<typeof FollowedStory>;

const Mark = z.object({ kind: z.enum(markKinds), id: Id, at: Time, removed: z.boolean() });
const ReadStory = z.object({ id: Id, at: Time, corrections: z.number().int().min(0).max(1000) });
const Described = z.object({ title: z.string(), language: z.string().nullable().describe('Of a story') });

const Lists = z.object({
  marks: z
    .array(Mark.extend(Described.shape).extend({ path: z.string().describe('Of its page; empty for a removal') }))
    .describe('What is followed and saved, and removals of the last 90 days; the newest first'),
  history: z.object({
    synced: z.boolean().describe('Whether the account holds what was read'),
    cleared_at: Time.describe('What was read until then is deleted; 0 if nothing is'),
    stories: z.array(ReadStory.extend(Described.shape)).describe('The newest first'),
  }),
});
export type Lists = z.infer<typeof Lists>;

/** Marks of one request. A device that has more to send sends several requests. */
export const marksAtMost = 200;

const followedLimit = defineLimit({ name: 'for-you', attempts: 300, perSeconds: 600 });

export const readerListsCalls = {
  forYou: defineCall({
    method: 'GET',
    path: '/api/for-you',
    who: 'anyone',
    summary: `The newest stories of topics, authors and sections, ${storiesAtMost} at most`,
    limit: followedLimit,
    query: z.object({
      topics: ids('topics'),
      authors: ids('authors'),
      categories: ids('categories'),
      sub_categories: ids('sub-categories'),
    }),
    reply: { 200: z.object({ stories: z.array(FollowedStory) }) },
  }),
  get: defineCall({
    method: 'GET',
    path: '/api/user/reading',
    who: 'member',
    summary: 'What the current user follows, has saved and, if he wants it there, has read',
    reply: { 200: Lists },
  }),
  merge: defineCall({
    method: 'PUT',
    path: '/api/user/reading',
    who: 'member',
    summary: "Merge a device's changes into the lists of the account, the newest of each item, and return all of them",
    body: z.object({
      marks: z.array(Mark).max(marksAtMost),
      history: z.object({ cleared_at: Time, stories: z.array(ReadStory).max(historyLength) }).optional(),
    }),
    reply: { 200: Lists },
  }),
  syncHistory: defineCall({
    method: 'PUT',
    path: '/api/user/reading/history',
    who: 'member',
    summary: 'Hold what was read in the account, or delete it there',
    body: z.object({ synced: z.boolean() }),
    reply: { 200: Lists },
  }),
};
