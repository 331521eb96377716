import type { Category } from '#src/news/categories/categories.contract.ts';
import type { Client } from '../client.ts';
import { createStory } from './stories.ts';

let count = 0;

/** Creates a category with sub-categories through the API and returns it. */
export async function createCategory(editor: Client, ...subs: string[]): Promise<Category> {
  count += 1;
  const { status, body } = await editor.json('POST', '/api/categories', { name: `Desk ${count} of ${process.pid}` });
  if (status !== 201) throw new Error(`The category was not created: ${JSON.stringify(body)}`);
  let category = body;
  for (const name of subs)
    category = (await editor.json('POST', `/api/categories/${body.id}/sub-categories`, { name })).body;
  return category;
}

export const subIdOf = ({ sub_categories }: Category, name: string): number | undefined =>
  sub_categories.find((sub) => sub.name === name)?.id;

/** Creates a story in a sub-category of a category through the API and returns it. */
export const createStoryIn = (editor: Client, { name }: Category, sub: string, more: Record<string, string> = {}) =>
  createStory(editor, { news_category: name, news_sub_category: sub, ...more });

/** Calls about categories, as an editor. */
export const categoryClient = (editor: Client) => {
  const list = async (): Promise<Category[]> => (await editor.get('/api/categories')).body;
  return {
    list,
    find: async (id: number) => (await list()).find((category) => category.id === id) as Category,
    others: async () => (await list()).find(({ name }) => name === 'Others') as Category,
    put: (path: string | number, body: object) => editor.json('PUT', `/api/categories/${path}`, body),
    merge: (id: number, body: object) => editor.json('POST', `/api/categories/${id}/merge`, body),
    remove: (path: string | number) => editor.delete(`/api/categories/${path}`),
    stories: (category: string) => editor.get(`/api/posts_by_category?category=${encodeURIComponent(category)}`),
  };
};

/** The audit events of a category, newest first. */
export async function eventsOf(admin: Client, id: number) {
  const { body } = await admin.get(`/api/audit?search=${encodeURIComponent(`category ${id}`)}`);
  return body.acts.filter(({ subject }: { subject: string }) => subject === `category ${id}`);
}
