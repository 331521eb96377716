// Calls of the list of all stories in the newsroom.
import { z } from 'zod';
import { defineCall, Instant, NumericId } from '#src/calls/call.ts';
import { nameMaxLength } from '#src/news/schema/columns.rules.ts';
import { storyStatuses } from '#src/news/schema/story-fields.contract.ts';
import { queryMaxLength } from '#src/search-index/documents.rules.ts';

/** States by which the list is filtered: a story in the trash keeps its status but counts as trashed. */
export const storyStates = [...storyStatuses, 'trashed'] as const;
export type StoryState = (typeof storyStates)[number];

export const storySorts = ['newest', 'changed', 'title', 'section'] as const;
export type StorySort = (typeof storySorts)[number];

export const bulkActions = ['publish', 'unpublish', 'move', 'trash', 'restore'] as const;
export type BulkAction = (typeof bulkActions)[number];

/** Stories of one bulk action. */
export const bulkLimit = 100;

/** How long a bulk action can be undone. */
export const undoMinutes = 10;

// PostgreSQL has no year 0; there were no newspapers before this one.
const firstDay = '1600-01-01';
const Day = z.iso.date('search.dayInvalid').refine((day) => day >= firstDay, 'search.dayInvalid');
const LanguageCode = z
  .string()
  .max(2)
  .regex(/^[a-z]{2}$/);

/** Filters of the list, which are also the parameters of its page. */
export const StoryListFilter = z.object({
  q: z.string().max(queryMaxLength, 'search.queryTooLong').optional().describe('Words, in the index of the search'),
  state: z.enum(storyStates).optional().describe('Without it, all stories but those in the trash'),
  category: z.string().max(nameMaxLength).optional().describe('Name or slug'),
  sub_category: z.string().max(nameMaxLength).optional().describe('Name or slug; Others for stories in none'),
  author: z.string().max(100).optional().describe('Part of the byline'),
  account: NumericId.optional().describe('Id of the account that created the story'),
  mine: z.stringbool().optional().describe('Stories that the current user created'),
  language: LanguageCode.optional(),
  lacks: LanguageCode.optional().describe('Stories without a version in this language'),
  from: Day.optional().describe('First day of publication (or creation), in India'),
  to: Day.optional().describe('Last day'),
  sort: z.enum(storySorts).default('newest'),
});
export type StoryListFilter = z.output<typeof StoryListFilter>;

const ListedStory = z.object({
  id: z.number(),
  title: z.string(),
  status: z.enum(storyStatuses),
  publish_at: Instant.nullable(),
  category: z.string().nullable(),
  sub_category: z.string().nullable().describe('Others, or null if it has none'),
  author: z.string(),
  language: z.string(),
  created_at: Instant.describe('When it was published; if it was not, when it was created'),
  updated_at: Instant,
  deleted_at: Instant.nullable().describe('When it was moved to the trash'),
  version: z.number().describe('Send it with a bulk action to detect concurrent changes'),
});
export type ListedStory = z.infer<typeof ListedStory>;

const Failure = z.object({
  id: z.number(),
  title: z.string().nullable().describe('Null if there is no such story'),
  code: z.string().describe('Machine-readable error code'),
  error: z.string().describe('Message for the user'),
});
export type BulkFailure = z.infer<typeof Failure>;

export const storyListCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/stories',
    who: 'writers',
    summary: 'All stories, drafts too, by filter; a reporter’s own; `cursor` is the answer’s `next`',
    query: StoryListFilter.extend({
      limit: z.coerce.number().int().min(1).max(bulkLimit).default(50),
      cursor: z.string().max(2500).optional(),
    }),
    reply: {
      200: z.object({
        stories: z.array(ListedStory),
        next: z.string().nullable(),
        counts: z
          .record(z.enum(storyStates), z.number())
          .nullable()
          .describe('Number of stories by state that match the other filters; first page only'),
      }),
    },
  }),
  counts: defineCall({
    method: 'GET',
    path: '/api/stories/counts',
    who: 'writers',
    summary: 'Number of drafts and of scheduled stories',
    reply: { 200: z.object({ draft: z.number(), scheduled: z.number() }) },
  }),
  accounts: defineCall({
    method: 'GET',
    path: '/api/stories/accounts',
    who: 'writers',
    summary: 'Accounts that created stories, by name (500 at most)',
    reply: { 200: z.array(z.object({ id: z.number(), name: z.string() })) },
  }),
  bulk: defineCall({
    method: 'POST',
    path: '/api/stories/bulk',
    who: 'editors',
    summary: 'Publish, unpublish, move, trash or restore up to 100 stories',
    body: z.object({
      action: z.enum(bulkActions),
      stories: z
        .array(z.object({ id: NumericId, version: z.number().int().min(0).max(2_147_483_647) }))
        .min(1)
        .max(bulkLimit),
      to: z
        .object({
          category: z.string().max(nameMaxLength),
          sub_category: z.string().max(nameMaxLength),
          submenu: z.string().max(nameMaxLength).optional(),
        })
        .optional()
        .describe('Where to move; required by `move`'),
    }),
    reply: {
      200: z.object({
        changed: z.array(z.number()).describe('Ids of the stories that the action has changed'),
        failed: z.array(Failure),
        undo: z.number().nullable().describe('Id for the undo call, valid for 10 minutes; null if nothing changed'),
      }),
    },
  }),
  undo: defineCall({
    method: 'POST',
    path: '/api/stories/bulk/:id/undo',
    who: 'editors',
    summary: 'Undo one’s own bulk action: stories that have not changed since get their former state and dates back',
    params: z.object({ id: NumericId }),
    reply: { 200: z.object({ restored: z.array(z.number()), failed: z.array(Failure) }) },
  }),
};
