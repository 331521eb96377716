import { z } from 'zod';
import { defineCall, Message, NumericId } from '#src/calls/call.ts';
import { nameMaxLength } from './categories.rules.ts';

export const SubCategory = z.object({ id: z.number(), name: z.string(), slug: z.string() });

export const Category = z.object({
  id: z.number(),
  name: z.string(),
  slug: z.string(),
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
    who: 'newsroom',
    summary: 'Add a category',
    body: z.object({ name: Name }),
    reply: { 201: Category },
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/categories/:id',
    who: 'newsroom',
    summary: 'Remove a category that no story uses',
    params: z.object({ id: NumericId }),
    reply: { 200: Message },
  }),
  createSub: defineCall({
    method: 'POST',
    path: '/api/categories/:id/sub-categories',
    who: 'newsroom',
    summary: 'Add a sub-category',
    params: z.object({ id: NumericId }),
    body: z.object({ name: Name }),
    reply: { 201: Category },
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
