import { z } from 'zod';
import { defineCall, fileField, Instant, Message, NumericId } from '#src/calls/call.ts';
import { nameMaxLength } from '#src/news/schema/columns.rules.ts';
import { StoryForm, storyAnswers } from '#src/news/schema/story-fields.contract.ts';

/** A story in the API. */
export const NewsItem = z.object({
  id: z.number(),
  ...storyAnswers,
  image_url: z
    .string()
    .nullable()
    .describe('Path to append to the API host; a signed URL, valid for 15 minutes, while the story is not public'),
  image: z.string().nullable().describe('File name of the picture'),
  created_at: Instant,
  updated_at: Instant,
  version: z.number().describe('Increases with every change; send it back to detect concurrent changes'),
});
export type NewsItem = z.infer<typeof NewsItem>;
export type StoryFields = Pick<NewsItem, keyof StoryForm>;

const category = z.string().max(nameMaxLength);

/** Form data: any subset of the fields, as typed. */
export const SentStory = StoryForm.partial().extend({
  image: fileField('picture').optional(),
  working_copy: z.uuid().optional().describe('A working copy of yours that ends with this'),
  picture_id: NumericId.optional().describe('Takes this picture of the media library, unless a file is sent'),
  image_of_copy: z.stringbool().optional().describe('Takes the picture of that working copy'),
});
export type SentStory = z.output<typeof SentStory>;

export const StoryChange = SentStory.extend({
  version: z.coerce
    .number()
    .int()
    .min(0)
    .max(2_147_483_647)
    .optional()
    .describe('The version that the editor has seen'),
  remove_image: z.stringbool().optional(),
});
export type StoryChange = z.output<typeof StoryChange>;

/** A changed story. `merged`: what others had changed meanwhile. */
export const ChangedStory = NewsItem.extend({
  merged: z.object({ authors: z.array(z.string()), fields: z.array(z.string()) }).optional(),
});
export type ChangedStory = z.infer<typeof ChangedStory>;

const ItemId = z.object({ id: NumericId });

export const storyPageSize = 500;

export const Paging = z.object({
  limit: z.coerce.number().int().min(1).max(storyPageSize).default(storyPageSize),
  cursor: z.string().max(100).optional(),
});

export const storiesCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/admin',
    who: 'anyone',
    summary: 'Published stories, newest first; the Link header has the next page',
    shared: true,
    query: Paging,
    reply: { 200: z.array(NewsItem) },
  }),
  get: defineCall({
    method: 'GET',
    path: '/api/admin/:id',
    who: 'anyone',
    summary: 'One story; one that is not public only for those who work on it',
    params: ItemId,
    reply: { 200: NewsItem },
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/admin',
    who: 'writers',
    summary: 'Create a story',
    form: SentStory,
    reply: { 201: NewsItem },
  }),
  update: defineCall({
    method: 'PUT',
    path: '/api/admin/:id',
    who: 'writers',
    summary:
      'Change a story; fields that are not sent keep their value. If it has changed since `version`, both changes are merged by field and paragraph; 409 with `current` and `base` if they touch',
    params: ItemId,
    form: StoryChange,
    reply: { 200: ChangedStory },
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/admin/:id',
    who: 'writers',
    summary: 'Move a story to the trash, where it stays for 30 days',
    params: ItemId,
    reply: { 200: Message },
  }),
  byCategory: defineCall({
    method: 'GET',
    path: '/api/posts_by_category',
    who: 'anyone',
    summary: 'Published stories of a category, newest first',
    shared: true,
    query: Paging.extend({ category }),
    reply: { 200: z.array(NewsItem) },
  }),
  bySubCategory: defineCall({
    method: 'GET',
    path: '/api/get_posts_by_category_subcategory',
    who: 'anyone',
    summary: 'Published stories of a sub-category, newest first',
    shared: true,
    query: Paging.extend({ category, sub_category: category }),
    reply: { 200: z.array(NewsItem) },
  }),
};

const Unpublished = NewsItem.pick({
  id: true,
  news_title: true,
  news_category: true,
  status: true,
  publish_at: true,
  updated_at: true,
  author: true,
});
export type Unpublished = z.infer<typeof Unpublished>;

const Trashed = NewsItem.pick({
  id: true,
  news_title: true,
  news_category: true,
  created_at: true,
  author: true,
}).extend({
  deleted_at: Instant,
  purged_at: Instant.describe('When it is deleted permanently'),
});
export type Trashed = z.infer<typeof Trashed>;

/** Maximum number of stories that Drafts and the trash list; `/admin/stories` lists all. */
export const newsroomListLimit = 200;

/** Days until a deleted story is purged from the trash. */
export const trashDays = 30;

export const newsroomCalls = {
  unpublished: defineCall({
    method: 'GET',
    path: '/api/drafts',
    who: 'writers',
    summary: `Drafts and scheduled stories, last changed first (${newsroomListLimit} at most)`,
    reply: { 200: z.array(Unpublished) },
  }),
  trash: defineCall({
    method: 'GET',
    path: '/api/trash',
    who: 'editors',
    summary: `Deleted stories, last deleted first (${newsroomListLimit} at most)`,
    reply: { 200: z.array(Trashed) },
  }),
  restore: defineCall({
    method: 'POST',
    path: '/api/trash/:id/restore',
    who: 'editors',
    summary: 'Restore a deleted story; as a draft if its scheduled time has passed',
    params: ItemId,
    reply: { 200: NewsItem.extend({ unscheduled: z.literal(true).optional() }) },
  }),
  picture: defineCall({
    method: 'GET',
    path: '/api/drafts/pictures/:file',
    who: 'anyone',
    summary: 'Picture that no public story shows, for the newsroom: by a signed URL from the API or with the token',
    params: z.object({
      file: z
        .string()
        .max(50)
        .regex(/^[a-f0-9]{24,32}(?:-original|-\d{2,4})?\.(?:jpg|webp)$/),
    }),
    query: z.object({ pass: z.string().max(1000).optional() }),
    reply: { 200: z.unknown().meta({ type: 'string', format: 'binary' }) },
  }),
  saveLayout: defineCall({
    method: 'PUT',
    path: '/api/board',
    who: 'editors',
    summary: 'Save the order and category of stories on the board for every reader',
    body: z.object({
      sections: z
        .array(
          z.object({
            category,
            ids: z.array(NumericId).max(50),
            before: z
              .array(NumericId)
              .max(50)
              .optional()
              .describe('The section as it was loaded: 409 if another editor has rearranged it since'),
          }),
        )
        .min(1)
        .max(100),
    }),
    reply: { 200: Message },
  }),
};
