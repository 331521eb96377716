import { placeKinds } from '#src/news/schema/columns.rules.ts';
import { languageOrders } from '#src/news/stories/language-order.rules.ts';
import { hourMs } from '#src/rules/calendar.rules.ts';
import { addEdition } from '../factories/editions.ts';
import { grievanceFields } from '../factories/grievances.ts';
import { pictureFile } from '../factories/pictures.ts';
import { createStory } from '../factories/stories.ts';
import { decide, submit } from '../factories/submissions.ts';
import type { TestSite } from '../site.ts';
import { type Apply, type Newspaper, pickOf, type Story, succeeded } from './edited-newspaper.ts';
import { categoryEdits } from './random-category-edits.ts';

/** A random edit: `pick` chooses the row, `word` is new text. */
export interface Edit {
  kind: string;
  pick: number;
  word: string;
}

const categories: [name: string, sub: string][] = [
  ['Sports News', 'Cricket'],
  ['Business', 'Markets'],
  ['Health', 'Fitness'],
];

export async function openNewspaper(site: TestSite): Promise<Newspaper> {
  const [admin, author] = [await site.as('admin'), await site.as('reader')];
  const empty = { stories: [], editions: [], essays: [], addedCategories: [], clips: [] };
  const paper: Newspaper = { site, admin, author, ...empty };
  const first = ['story', 'story', 'story', 'story', 'draft', 'translation', 'edition', 'edition', 'essay', 'clip'];
  for (const [pick, kind] of first.entries()) await applyEdit(paper, { kind, pick, word: `first ${pick}` });
  return paper;
}

/** The addresses whose pages may show what the edits change. */
export function addressesOf({ stories, editions, essays, addedCategories, clips }: Newspaper): string[] {
  const slugs = [...categories.map(([name]) => slugOf(name)), ...addedCategories.flatMap((added) => added.slugs)];
  return [
    ...['/', '/news', '/hi/news', '/news.data', '/e-paper', '/research', '/payment', '/grievance', '/about', '/terms'],
    ...['/hi', '/contact', '/enroll', '/hi/category/business', '/category/sports-news/subcategory/cricket'],
    ...['/latest', '/hi/latest?languages=all', '/hi/news?languages=all', '/hi/category/business?languages=only'],
    ...['/category/business/subcategory/others', '/e-paper.data', '/offline', '/hi/about'],
    ...slugs.flatMap((slug) => [`/category/${slug}`, `/category/${slug}/subcategory/others`]),
    ...addedCategories.flatMap((added) => added.slugs.map((slug) => `/hi/category/${slug}`)),
    ...stories.map(({ id }) => `/news/${id}`),
    ...stories.slice(0, 2).flatMap(({ id }) => [`/hi/news/${id}`, `/news/${id}.data`]),
    ...editions.flatMap(({ id }) => [`/e-paper/${id}`, `/e-paper/${id}/contents`]),
    ...essays.map(({ id }) => `/research/${id}`),
    ...clips.map((code) => `/clip/${code}`),
  ];
}

const slugOf = (name: string) => name.toLowerCase().replaceAll(' ', '-');

/** An edit of one of the stories in a state; skipped while there is none. */
const ofStory =
  (state: Story['state'], edit: (paper: Newspaper, story: Story, word: string, pick: number) => Promise<unknown>) =>
  async (paper: Newspaper, pick: number, word: string) => {
    const inState = paper.stories.filter((story) => story.state === state);
    const story = pickOf(inState, pick);
    if (story) await edit(paper, story, word, pick);
  };

const change = async ({ admin }: Newspaper, { id }: Story, fields: Record<string, string | Blob>) =>
  succeeded(await admin.form('PUT', `/api/admin/${id}`, fields));

async function addStory({ admin, stories }: Newspaper, state: 'draft' | 'published', pick: number, more = {}) {
  const [category, sub] = pickOf(categories, pick) ?? ['', ''];
  const fields = { news_category: category, news_sub_category: sub, status: state, ...more };
  const { id } = await createStory(admin, fields);
  stories.push({ id, state, category, grouped: 'version_of' in more });
}

async function arrange({ admin }: Newspaper, category: string, more: number[] = []) {
  const listed = succeeded(await admin.get(`/api/posts_by_category?category=${encodeURIComponent(category)}`)).body;
  const ids = listed.map(({ id }: { id: number }) => id).filter((id: number) => !more.includes(id));
  succeeded(await admin.json('PUT', '/api/board', { sections: [{ category, ids: [...more, ...ids].slice(0, 50) }] }));
}

const saveSetting = async ({ admin }: Newspaper, key: string, value: unknown) =>
  succeeded(await admin.json('PUT', '/api/settings', { values: { [key]: value } }));

async function saveStaticPage({ admin }: Newspaper, slug: string, title: string) {
  const { content, version } = succeeded(await admin.get(`/api/pages/${slug}`)).body;
  succeeded(await admin.json('PUT', `/api/pages/${slug}`, { version, content: { ...content, title } }));
}

/** An edit of one of the editions; skipped while there is none. */
const ofEdition =
  (
    deleted: boolean,
    edit: (paper: Newspaper, edition: Newspaper['editions'][number], word: string) => Promise<unknown>,
  ) =>
  async (paper: Newspaper, pick: number, word: string) => {
    const inState = paper.editions.filter((edition) => edition.deleted === deleted);
    const edition = pickOf(inState, pick);
    if (edition) await edit(paper, edition, word);
  };

const edits: Record<string, Apply> = {
  ...categoryEdits,
  story: (paper, pick) => addStory(paper, 'published', pick),
  draft: (paper, pick) => addStory(paper, 'draft', pick),
  publish: ofStory('draft', async (paper, story) => {
    await change(paper, story, { status: 'published' });
    story.state = 'published';
  }),
  unpublish: ofStory('published', async (paper, story) => {
    await change(paper, story, { status: 'draft' });
    story.state = 'draft';
  }),
  body: ofStory('published', (paper, story, word) =>
    change(paper, story, { news_description: `First words of the story.\n\nThen ${word}.` }),
  ),
  summary: ofStory('published', (paper, story, word) => change(paper, story, { news_description: `It is ${word}.` })),
  headline: ofStory('published', (paper, story, word) => change(paper, story, { news_title: `Headline ${word}` })),
  'headline of a draft': ofStory('draft', (paper, story, word) =>
    change(paper, story, { news_title: `Draft ${word}` }),
  ),
  author: ofStory('published', (paper, story, word) => change(paper, story, { author: word })),
  category: ofStory('published', async (paper, story, word, pick) => {
    const added = paper.addedCategories.filter(({ removed }) => !removed).map(({ name }) => [name, 'Others'] as const);
    const [category, sub] = pickOf([...categories, ...added], pick) ?? ['', ''];
    const submenu = sub === 'Others' && { news_submenu: word };
    await change(paper, story, { news_category: category, news_sub_category: sub, ...submenu });
    story.category = category;
  }),
  others: ofStory('published', (paper, story, word) =>
    change(paper, story, { news_category: story.category, news_sub_category: 'Others', news_submenu: word }),
  ),
  picture: ofStory('published', async (paper, story, word) =>
    change(paper, story, { image: await pictureFile(500, 340), image_caption: word }),
  ),
  'picture of a draft': ofStory('draft', async (paper, story) =>
    change(paper, story, { image: await pictureFile(500, 340) }),
  ),
  'focal point': ofStory('published', (paper, story, _word, pick) =>
    change(paper, story, { image_focus_x: String(pick % 101) }),
  ),
  'no picture': ofStory('published', (paper, story) => change(paper, story, { remove_image: 'true' })),
  trash: ofStory('published', async ({ admin }, story) => {
    succeeded(await admin.delete(`/api/admin/${story.id}`));
    story.state = 'trashed';
  }),
  restore: ofStory('trashed', async ({ admin }, story) => {
    story.state = succeeded(await admin.send('POST', `/api/trash/${story.id}/restore`)).body.status;
  }),
  translation: ofStory('published', async (paper, story, word, pick) => {
    if (story.grouped) return;
    story.grouped = true;
    await addStory(paper, 'published', pick, { language: 'hi', version_of: String(story.id), news_title: word });
  }),
  'row changed by another program': ofStory('published', async ({ site }, story, word) => {
    await site.db.execute(`UPDATE stories SET title = 'Changed ${word}' WHERE id = ${story.id}`);
    await site.services.pageInvalidation.waitForReplicas();
  }),
  'places on the front': ofStory('published', async ({ admin }, { id }, _word, pick) => {
    const until = new Date(Date.now() + hourMs).toISOString();
    const places = placeKinds.filter((_, bit) => pick & (1 << bit)).map((kind) => ({ kind, until }));
    succeeded(await admin.json('PUT', `/api/stories/${id}/places`, { places }));
  }),
  board: (paper, pick) => arrange(paper, pickOf(categories, pick)?.[0] ?? ''),
  'board of another category': ofStory('published', async (paper, story, _word, pick) => {
    story.category = pickOf(categories, pick)?.[0] ?? '';
    await arrange(paper, story.category, [story.id]);
  }),
  motto: (paper, _pick, word) => saveSetting(paper, 'site.motto', word),
  officer: (paper, _pick, word) => saveSetting(paper, 'grievances.officer_name', word),
  'free pages': (paper, pick) => saveSetting(paper, 'epaper.free_pages', 1 + (pick % 3)),
  languages: (paper, pick) => saveSetting(paper, 'site.languages', pickOf(['hi, ta', 'hi', null], pick)),
  'order of languages': (paper, pick) =>
    saveSetting(paper, 'news.language_order', pickOf([...languageOrders, null], pick)),
  'static page': (paper, pick, word) => saveStaticPage(paper, pickOf(['about', 'terms', 'contact'], pick) ?? '', word),
  'restored static page': async ({ admin }) => {
    const { version } = succeeded(await admin.get('/api/pages/about')).body;
    succeeded(await admin.json('POST', '/api/pages/about/versions/0/restore', { version }));
  },
  edition: async ({ admin, editions }, _pick, word) => {
    editions.push({ id: await addEdition(admin, [`Edition ${word}.`, 'Its second page.']), deleted: false });
  },
  'name of an edition': ofEdition(false, async ({ admin }, { id }, word) =>
    succeeded(await admin.form('PUT', `/api/editions/${id}`, { title: `Edition ${word}` })),
  ),
  'text of an edition': ofEdition(false, async ({ admin }, { id }, word) =>
    succeeded(await admin.json('PUT', `/api/editions/${id}/pages/1`, { text: `Corrected to ${word}.` })),
  ),
  'deleted edition': ofEdition(false, async ({ admin }, edition) => {
    succeeded(await admin.delete(`/api/editions/${edition.id}`));
    edition.deleted = true;
  }),
  'restored edition': ofEdition(true, async ({ admin }, edition) => {
    succeeded(await admin.send('POST', `/api/editions/${edition.id}/restore`));
    edition.deleted = false;
  }),
  clip: ofEdition(false, async (paper, { id }) => {
    if (paper.clips.length === 5) return;
    const region = { left: 0, top: 0, right: 0.5, bottom: 0.25 };
    paper.clips.push(
      succeeded(await paper.admin.json('POST', `/api/editions/${id}/clips`, { page: 1, ...region })).body.code,
    );
  }),
  essay: async ({ admin, author, essays }, _pick, word) => {
    if (essays.length === 6) return;
    const { id } = await submit(author, { title: `Essay ${word}` });
    succeeded(await decide(admin, id, 'approved'));
    essays.push({ id, state: 'approved' });
  },
  'decision on an essay': async ({ admin, essays }, pick) => {
    const existing = essays.filter(({ state }) => state !== 'deleted');
    const essay = pickOf(existing, pick);
    if (!essay) return;
    essay.state = essay.state === 'approved' ? 'rejected' : 'approved';
    succeeded(await decide(admin, essay.id, essay.state));
  },
  'deleted essay': async ({ admin, essays }, pick) => {
    const essay = essays.find(({ state }) => state !== 'deleted');
    if (!essay || pick % 3) return;
    succeeded(await admin.delete(`/api/delete-article/${essay.id}`));
    essay.state = 'deleted';
  },
  grievance: async ({ site }, pick, word) => {
    const reader = site.visitor.from(`10.1.${pick % 250}.${word.length}`);
    const email = `complainant${pick}@readers.test`;
    succeeded(await reader.json('POST', '/api/grievances', grievanceFields({ email })));
  },
  'decided grievance': async ({ admin }) => {
    const { grievances } = succeeded(await admin.get('/api/grievances')).body;
    const open = grievances.find(({ decided_at }: { decided_at: string | null }) => decided_at === null);
    if (!open) return;
    const decision = { state: 'upheld', decision: 'The street has been corrected.' };
    succeeded(await admin.json('PUT', `/api/grievances/${open.id}`, decision));
  },
};

export const editKinds = Object.keys(edits);

export async function applyEdit(paper: Newspaper, { kind, pick, word }: Edit): Promise<void> {
  const apply = edits[kind];
  if (!apply) throw new Error(`There is no edit ${kind}`);
  await apply(paper, pick, word);
}
