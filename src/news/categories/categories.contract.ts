import { z } from 'zod';
import { defineCall, Message, NumericId } from '#src/calls/call.ts';
import { seenVersion } from '#src/news/entries/entries.contract.ts';
import { nameMaxLength } from '#src/news/schema/columns.rules.ts';
import { localNameLanguages } from './category-names.rules.ts';

const byLanguage = <T extends z.ZodType>(name: T) =>
  z.object(
    Object.fromEntries(localNameLanguages.map((language) => [language, name.optional()])) as Record<
      (typeof localNameLanguages)[number],
      z.ZodOptional<T>
    >, // has each language
  );

export const names = byLanguage(z.string()).describe('Names by language; the default language has `name`');
const formerSlugs = z.array(z.string()).describe('Slugs that lead here: of earlier names, and of merged entries');

export const SubCategory = z.object({
  id: z.number(),
  name: z.string(),
  slug: z.string(),
  names,
  former_slugs: formerSlugs,
});
export type SubCategory = z.infer<typeof SubCategory>;

export const Category = z.object({
  id: z.number(),
  name: z.string(),
  slug: z.string(),
  names,
  hidden: z.boolean().describe('Not in the category bar, on the board and in lists; its page and stories are public'),
  version: z.number().describe('Increases with every change; send it back to detect concurrent changes'),
  former_slugs: formerSlugs,
  others_slugs: z.array(z.string()).describe("Slugs of former sub-categories whose stories are under 'Others'"),
  sub_categories: z.array(SubCategory),
});
export type Category = z.infer<typeof Category>;

// A category's URL is derived from its name, so the name must not contain characters that are reserved in URLs.
const Name = z
  .string()
  .trim()
  .min(1, 'newsroom.nameRequired')
  .max(nameMaxLength, 'newsroom.nameTooLong')
  .regex(/^[^/?#%\\]+$/, 'newsroom.nameCharacters');

const StoryCounts = z.array(z.object({ id: z.number(), stories: z.number() }));
const CategoryUsage = z.object({ categories: StoryCounts, sub_categories: StoryCounts });
export type CategoryUsage = z.infer<typeof CategoryUsage>;

/** An empty name falls back to the catalogue's translation or to the stored name. */
export const LocalNames = byLanguage(z.string().trim().max(nameMaxLength, 'newsroom.nameTooLong'));

const CategoryId = z.object({ id: NumericId });
const SubCategoryId = z.object({ id: NumericId, sub: NumericId });

const version = seenVersion('category');
const OrderedIds = z.array(NumericId).max(500);

/** The target for the stories of a deleted sub-category: another one of the same category, or 'Others'. */
const SubCategoryTarget = z.union([z.literal('others'), NumericId]);

export const categoriesCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/categories',
    who: 'anyone',
    summary: 'All categories with their sub-categories, in the order of the newspaper',
    reply: { 200: z.array(Category) },
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/categories',
    who: 'editors',
    summary: 'Add a category',
    body: z.object({ name: Name }),
    reply: { 201: Category },
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/categories/:id',
    who: 'editors',
    summary: 'Delete a category; its stories, including drafts and those in the trash, move to the category `into`',
    params: CategoryId,
    query: z.object({ into: NumericId.optional(), version }),
    reply: { 200: Message },
  }),
  createSub: defineCall({
    method: 'POST',
    path: '/api/categories/:id/sub-categories',
    who: 'editors',
    summary: 'Add a sub-category',
    params: CategoryId,
    body: z.object({ name: Name }),
    reply: { 201: Category },
  }),
  update: defineCall({
    method: 'PUT',
    path: '/api/categories/:id',
    who: 'editors',
    summary: 'Rename, translate or hide a category, or order its sub-categories; the old address redirects',
    params: CategoryId,
    body: z.object({
      name: Name.optional(),
      names: LocalNames.optional(),
      hidden: z.boolean().optional(),
      sub_order: OrderedIds.optional().describe('Ids of all its sub-categories'),
      version,
    }),
    reply: { 200: Category },
  }),
  order: defineCall({
    method: 'PUT',
    path: '/api/categories/order',
    who: 'editors',
    summary: 'Order the categories',
    body: z.object({
      ids: OrderedIds.describe('Ids of all categories'),
      before: OrderedIds.optional().describe('The order as it was loaded: 409 if somebody has changed it since'),
    }),
    reply: { 200: z.array(Category) },
  }),
  merge: defineCall({
    method: 'POST',
    path: '/api/categories/:id/merge',
    who: 'editors',
    summary: 'Move the stories and sub-categories of a category into another one; the old addresses redirect',
    params: CategoryId,
    body: z.object({ into: NumericId, version }),
    reply: { 200: Message },
  }),
  updateSub: defineCall({
    method: 'PUT',
    path: '/api/categories/:id/sub-categories/:sub',
    who: 'editors',
    summary: 'Rename or translate a sub-category; the old address redirects',
    params: SubCategoryId,
    body: z.object({ name: Name.optional(), names: LocalNames.optional(), version }),
    reply: { 200: Category },
  }),
  removeSub: defineCall({
    method: 'DELETE',
    path: '/api/categories/:id/sub-categories/:sub',
    who: 'editors',
    summary: "Delete a sub-category; its stories move to the sub-category `into`, or under 'Others' with its name",
    params: SubCategoryId,
    query: z.object({ into: SubCategoryTarget.optional(), version }),
    reply: { 200: Category },
  }),
  usage: defineCall({
    method: 'GET',
    path: '/api/categories/usage',
    who: 'editors',
    summary: 'Number of stories by category and by sub-category, including drafts and the trash',
    reply: { 200: CategoryUsage },
  }),
  subNames: defineCall({
    method: 'GET',
    path: '/api/subcategories_by_category',
    who: 'anyone',
    summary: 'Names of the sub-categories of a category',
    query: z.object({ category: z.string().max(nameMaxLength) }),
    reply: { 200: z.array(z.string()) },
  }),
};
