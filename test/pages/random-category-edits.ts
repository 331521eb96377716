import { type AddedCategory, type Apply, type Newspaper, pickOf, succeeded } from './edited-newspaper.ts';

/** A category in a response of the API. */
interface Listed {
  id: number;
  name: string;
  hidden: boolean;
  sub_categories: { id: number; name: string }[];
}

/** An edit of one of the added categories; skipped while there is none. */
const ofAdded =
  (edit: (paper: Newspaper, category: AddedCategory, word: string, pick: number) => Promise<unknown>) =>
  async (paper: Newspaper, pick: number, word: string) => {
    const category = pickOf(
      paper.addedCategories.filter(({ removed }) => !removed),
      pick,
    );
    if (category) await edit(paper, category, word, pick);
  };

async function targetFor({ admin }: Newspaper, { id }: AddedCategory, pick: number): Promise<Listed> {
  const all = succeeded(await admin.get('/api/categories')).body as Listed[];
  return pickOf(
    all.filter((category) => category.id !== id),
    pick,
  ) as Listed; // there are always the initial ones
}

function moveStories({ stories }: Newspaper, from: AddedCategory, into: Listed) {
  from.removed = true;
  for (const story of stories) if (story.category === from.name) story.category = into.name;
}

/** Random edits of categories and sub-categories. */
export const categoryEdits: Record<string, Apply> = {
  'new category': async ({ admin, addedCategories }, _pick, word) => {
    const { id, name, slug } = succeeded(await admin.json('POST', '/api/categories', { name: `Desk ${word}` })).body;
    addedCategories.push({ id, name, slugs: [slug], removed: false });
  },
  'new sub-category': async ({ admin }, pick, word) => {
    const category = pickOf(succeeded(await admin.get('/api/categories')).body as { id: number }[], pick);
    succeeded(await admin.json('POST', `/api/categories/${category?.id}/sub-categories`, { name: `Sub ${word}` }));
  },
  'removed category': ofAdded(async ({ admin }, category) => {
    category.removed = (await admin.delete(`/api/categories/${category.id}`)).status === 200;
  }),
  'renamed category': ofAdded(async ({ admin }, category, word) => {
    const { name, slug } = succeeded(
      await admin.json('PUT', `/api/categories/${category.id}`, { name: `Office ${word}` }),
    ).body;
    category.name = name;
    category.slugs.push(slug);
  }),
  'translated category': ofAdded(async ({ admin }, { id }, word) =>
    succeeded(await admin.json('PUT', `/api/categories/${id}`, { names: { hi: `विभाग ${word}` } })),
  ),
  'hidden category': async ({ admin }, pick) => {
    const category = pickOf(succeeded(await admin.get('/api/categories')).body as Listed[], pick);
    const change = { hidden: !category?.hidden };
    succeeded(await admin.json('PUT', `/api/categories/${category?.id}`, change));
  },
  'order of the categories': async ({ admin }, pick) => {
    const ids = (succeeded(await admin.get('/api/categories')).body as Listed[]).map(({ id }) => id);
    const from = pick % ids.length;
    const order = [...ids.slice(from), ...ids.slice(0, from)];
    succeeded(await admin.json('PUT', '/api/categories/order', { ids: order, before: ids }));
  },
  'merged category': ofAdded(async (paper, category, _word, pick) => {
    const into = await targetFor(paper, category, pick);
    succeeded(await paper.admin.json('POST', `/api/categories/${category.id}/merge`, { into: into.id }));
    moveStories(paper, category, into);
  }),
  'deleted category with a place': ofAdded(async (paper, category, _word, pick) => {
    const into = await targetFor(paper, category, pick);
    succeeded(await paper.admin.delete(`/api/categories/${category.id}?into=${into.id}`));
    moveStories(paper, category, into);
  }),
  'changed sub-category': async ({ admin }, pick, word) => {
    const all = succeeded(await admin.get('/api/categories')).body as Listed[];
    // Those of the initial categories keep their names, which other edits use.
    const subs = all.flatMap(({ id, sub_categories }) =>
      sub_categories.filter(({ name }) => name.startsWith('Sub ')).map((sub) => ({ id, sub })),
    );
    const found = pickOf(subs, pick);
    if (!found) return;
    const path = `/api/categories/${found.id}/sub-categories/${found.sub.id}`;
    succeeded(
      pick % 2 ? await admin.json('PUT', path, { name: `Sub ${word}` }) : await admin.delete(`${path}?into=others`),
    );
  },
};
