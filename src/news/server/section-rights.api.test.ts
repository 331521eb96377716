// What a limited editor may do with stories inside and outside of his sections: every call that changes one.
import { beforeAll, describe, expect, test } from 'vitest';
import { hourMs } from '#src/rules/calendar.rules.ts';
import type { Client } from '#test/client.ts';
import { createAuthor } from '#test/factories/authors.ts';
import { pictureFile } from '#test/factories/pictures.ts';
import { createStory } from '#test/factories/stories.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { storyStatuses } from '../story-fields.contract.ts';
import { mayChange, mayMove, type StoryStatus } from '../story-states.rules.ts';

const site = siteForFile();
let admin: Client;
let limited: Client;
let categories: { id: number; name: string; slug: string; sub_categories: { id: number }[] }[];
beforeAll(async () => {
  admin = await site.as('admin');
  categories = (await site.visitor.get('/api/categories')).body;
  const { id, email } = await site.createUser('editor');
  limited = await site.visitor.login('/api/admin_login', email, password);
  await admin.json('PUT', `/api/people/${id}/sections`, { sections: [categoryId('Health'), categoryId('India')] });
});

const categoryId = (name: string) => categories.find((category) => category.name === name)?.id as number;
const health = { news_category: 'Health', news_sub_category: 'Science' };
const business = { news_category: 'Business', news_sub_category: 'Markets' };
const inFuture = () => new Date(Date.now() + hourMs).toISOString();
const forbidden = { status: 403, body: { code: 'forbidden' } };

const put = (client: Client, id: number, change: Record<string, string>) =>
  client.form('PUT', `/api/admin/${id}`, change);
const sent = (status: StoryStatus) => ({ status, ...(status === 'scheduled' && { publish_at: inFuture() }) });

/** A story of the newsroom in a section and a state. */
async function storyIn(place: typeof health, status: StoryStatus): Promise<{ id: number; version: number }> {
  const first = status === 'unpublished' ? 'published' : status;
  const story = await createStory(admin, { ...place, ...sent(first) });
  return status === 'unpublished' ? (await put(admin, story.id, sent(status))).body : story;
}

/** What a call does with a story of each section and state, in order: whether it succeeds. */
async function walk(call: (id: number, version: number) => Promise<{ status: number; body: unknown }>) {
  const found: Record<'inside' | 'outside', StoryStatus[]> = { inside: [], outside: [] };
  for (const [where, place] of [['inside', health] as const, ['outside', business] as const])
    for (const status of storyStatuses) {
      const { id, version } = await storyIn(place, status);
      const answer = await call(id, version);
      if (answer.status < 300) found[where].push(status);
      else expect([where, status, answer]).toMatchObject([where, status, forbidden]);
    }
  return found;
}

const editor = { role: 'editor', own: false } as const;
const subEditor = { role: 'sub_editor', own: false } as const;
const changeable = {
  inside: [...storyStatuses],
  outside: storyStatuses.filter((status) => mayChange(subEditor, status)),
};

describe('inside his sections an editor, outside a sub-editor', () => {
  test('creates', async () => {
    for (const to of storyStatuses) {
      for (const [place, writer] of [[health, editor] as const, [business, subEditor] as const]) {
        const { status } = await limited.form('POST', '/api/admin', {
          news_title: `New, ${to}`,
          ...place,
          ...sent(to),
        });
        expect([to, writer.role, status]).toEqual([to, writer.role, mayMove(writer, 'new', to) ? 201 : 403]);
      }
    }
    expect((await createStory(limited, health)).status).toBe('published');
    expect((await createStory(limited, business)).status).toBe('draft');
  });

  test.each(storyStatuses)('moves stories to the state %s', async (to) => {
    const expected = (writer: typeof editor | typeof subEditor) =>
      storyStatuses.filter((from) => (from === to ? mayChange(writer, from) : mayMove(writer, from, to)));
    expect(await walk((id) => put(limited, id, sent(to)))).toEqual({
      inside: expected(editor),
      outside: expected(subEditor),
    });
  });

  test('changes the text', async () => {
    expect(await walk((id) => put(limited, id, { news_title: 'Other words' }))).toEqual(changeable);
  });

  test('keeps what is approved approved inside only', async () => {
    const [inside, outside] = [await storyIn(health, 'approved'), await storyIn(business, 'approved')];
    expect((await put(limited, inside.id, { news_title: 'Sharper' })).body.status).toBe('approved');
    expect((await put(limited, outside.id, { news_title: 'Sharper' })).body.status).toBe('ready');
  });

  test('deletes', async () => {
    expect(await walk((id) => limited.delete(`/api/admin/${id}`))).toEqual(changeable);
  });

  test('restores from the trash', async () => {
    const restored = await walk(async (id) => {
      await admin.delete(`/api/admin/${id}`);
      return limited.json('POST', `/api/trash/${id}/restore`, {});
    });
    expect(restored).toEqual(changeable);
  });

  test('restores a revision', async () => {
    const restored = await walk((id, version) =>
      limited.json('POST', `/api/stories/${id}/revisions/${version}/restore`, { version }),
    );
    expect(restored).toEqual(changeable);
  });

  test('restores no revision that takes a public story out of his section or into it', async () => {
    for (const [before, now] of [
      [health, business],
      [business, health],
    ] as const) {
      const story = await storyIn(before, 'published');
      const { version } = (await put(admin, story.id, now)).body;
      const path = `/api/stories/${story.id}/revisions/${story.version}/restore`;
      expect(await limited.json('POST', path, { version })).toMatchObject(forbidden);
      expect((await admin.json('POST', path, { version })).status).toBe(200);
    }
  });
});

describe('a story that changes its section', () => {
  test.each([
    ['out of', health, business],
    ['into', business, health],
  ] as const)('%s his: only if readers see neither before nor after', async (_, from, to) => {
    const moved: StoryStatus[] = [];
    for (const status of storyStatuses) {
      const story = await storyIn(from, status);
      const answer = await put(limited, story.id, to);
      if (answer.status === 200) moved.push(status);
      else expect(answer).toMatchObject(forbidden);
      for (const next of ['published', 'scheduled'] as const) {
        const draft = await storyIn(from, status === next ? 'draft' : status);
        expect([status, next, await put(limited, draft.id, { ...to, ...sent(next) })]).toMatchObject([
          status,
          next,
          forbidden,
        ]);
      }
    }
    expect(moved).toEqual(['draft', 'ready', 'approved', 'unpublished']);
    const published = await storyIn(from, 'published');
    expect(await put(limited, published.id, { ...to, status: 'unpublished' })).toMatchObject(forbidden);
  });

  test('from one of his to another', async () => {
    const story = await storyIn(health, 'published');
    expect((await put(limited, story.id, { news_category: 'India', news_sub_category: 'States' })).status).toBe(200);
  });
});

describe('in bulk', () => {
  const bulk = (action: string, stories: { id: number; version: number }[], to?: object) =>
    limited.json('POST', '/api/stories/bulk', {
      action,
      stories: stories.map(({ id, version }) => ({ id, version })),
      to,
    });
  const markets = { category: 'Business', sub_category: 'Markets' };

  test.each([
    ['publish', 'draft', undefined],
    ['unpublish', 'published', undefined],
    ['trash', 'published', undefined],
    ['move', 'published', { category: 'India', sub_category: 'States' }],
  ] as const)('%s reaches the stories of his sections', async (action, status, to) => {
    const [inside, outside] = [await storyIn(health, status), await storyIn(business, status)];
    const { body } = await bulk(action, [inside, outside], to);
    expect(body).toMatchObject({ changed: [inside.id], failed: [{ id: outside.id, code: 'forbidden' }] });
    expect((await limited.json('POST', `/api/stories/bulk/${body.undo}/undo`, {})).body).toEqual({
      restored: [inside.id],
      failed: [],
    });
  });

  test('restore reaches the stories of his sections', async () => {
    const both = [await storyIn(health, 'published'), await storyIn(business, 'published')];
    for (const { id } of both) await admin.delete(`/api/admin/${id}`);
    expect((await bulk('restore', both)).body).toMatchObject({ changed: [both[0]?.id], failed: [{ id: both[1]?.id }] });
  });

  test('a draft moves out of his sections, and back by the undo', async () => {
    const draft = await storyIn(health, 'draft');
    const { undo } = (await bulk('move', [draft], markets)).body;
    expect((await limited.json('POST', `/api/stories/bulk/${undo}/undo`, {})).body.restored).toEqual([draft.id]);
  });

  test('an undo is judged by the sections of now', async () => {
    const { id, email } = await site.createUser('editor');
    const client = await site.visitor.login('/api/admin_login', email, password);
    const draft = await storyIn(business, 'published');
    const action = { action: 'unpublish', stories: [{ id: draft.id, version: draft.version }] };
    const { undo } = (await client.json('POST', '/api/stories/bulk', action)).body;
    await admin.json('PUT', `/api/people/${id}/sections`, { sections: [categoryId('Health')] });
    expect((await client.json('POST', `/api/stories/bulk/${undo}/undo`, {})).body).toMatchObject({
      restored: [],
      failed: [{ id: draft.id, code: 'forbidden' }],
    });
  });
});

test('he arranges his own sections of the board', async () => {
  const [a, b] = [await storyIn(health, 'published'), await storyIn(health, 'published')];
  const [x, y] = [await storyIn(business, 'published'), await storyIn(business, 'published')];
  const save = (...sections: [string, number[]][]) =>
    limited.json('PUT', '/api/board', { sections: sections.map(([category, ids]) => ({ category, ids })) });
  expect((await save(['health', [a.id, b.id]])).status).toBe(200);
  expect(await save(['business', [x.id, y.id]])).toMatchObject(forbidden);
  expect(await save(['health', [b.id, a.id]], ['business', [x.id, y.id]])).toMatchObject(forbidden);
  expect(await save(['health', [a.id, b.id, x.id]])).toMatchObject(forbidden);
  expect(await save(['business', [y.id, x.id, a.id]])).toMatchObject(forbidden);
  expect((await save(['business', [y.id, x.id]])).status).toBe(200); // as it is
});

test('he pins stories of his own sections, and leaves alone what is above all sections', async () => {
  const [mine, other] = [await storyIn(health, 'published'), await storyIn(business, 'published')];
  const place = (id: number, ...kinds: string[]) =>
    limited.json('PUT', `/api/stories/${id}/places`, { places: kinds.map((kind) => ({ kind, until: null })) });
  expect((await place(mine.id, 'pinned')).status).toBe(200);
  expect(await place(other.id, 'pinned')).toMatchObject(forbidden);
  expect(await place(mine.id, 'lead')).toMatchObject(forbidden);
  const both = { places: ['lead', 'pinned'].map((kind) => ({ kind, until: null })) };
  await admin.json('PUT', `/api/stories/${mine.id}/places`, both);
  expect(await place(mine.id, 'pinned')).toMatchObject(forbidden); // would end the lead
  expect((await place(mine.id, 'lead')).status).toBe(200);
  expect((await admin.get(`/api/stories/${mine.id}/places`)).body).toEqual({ places: [{ kind: 'lead', until: null }] });
});

/** Calls that change the list of categories; `id` is one of his. */
const categoryCalls: Record<string, (client: Client) => ReturnType<Client['json']>> = {
  'POST /api/categories': (client) => client.json('POST', '/api/categories', { name: 'Another' }),
  'DELETE /api/categories/:id': (client) => client.delete(`/api/categories/${categoryId('Health')}`),
  'POST /api/categories/:id/sub-categories': (client) =>
    client.json('POST', `/api/categories/${categoryId('Health')}/sub-categories`, { name: 'Another' }),
  'PUT /api/categories/:id': (client) =>
    client.json('PUT', `/api/categories/${categoryId('Health')}`, { name: 'Another' }),
  'PUT /api/categories/order': (client) =>
    client.json('PUT', '/api/categories/order', { ids: categories.map(({ id }) => id).reverse() }),
  'POST /api/categories/:id/merge': (client) =>
    client.json('POST', `/api/categories/${categoryId('Health')}/merge`, { into: categoryId('India') }),
  'PUT /api/categories/:id/sub-categories/:sub': (client) =>
    client.json('PUT', `/api/categories/${categoryId('Health')}/sub-categories/${subOfHealth()}`, { name: 'Another' }),
  'DELETE /api/categories/:id/sub-categories/:sub': (client) =>
    client.delete(`/api/categories/${categoryId('Health')}/sub-categories/${subOfHealth()}`),
};
const subOfHealth = () => categories.find(({ name }) => name === 'Health')?.sub_categories[0]?.id;

test.each(Object.entries(categoryCalls))('%s is for editors of all sections', async (_, call) => {
  const { body: before } = await site.visitor.get('/api/categories');
  expect(await call(limited)).toMatchObject({ ...forbidden, body: { error: expect.stringContaining('all sections') } });
  expect((await site.visitor.get('/api/categories')).body).toEqual(before);
});

/** Calls that change authors, whose stories are in all sections. */
const authorCalls: Record<string, (client: Client, id: number) => ReturnType<Client['json']>> = {
  'PUT /api/authors/:id': (client, id) => client.form('PUT', `/api/authors/${id}`, { name: 'Another' }),
  'POST /api/authors/:id/merge': (client, id) => client.json('POST', `/api/authors/${id}/merge`, { into: 1 }),
  'DELETE /api/authors/:id': (client, id) => client.delete(`/api/authors/${id}`),
  'POST /api/authors/:id/link-stories': (client, id) => client.json('POST', `/api/authors/${id}/link-stories`, {}),
};

test.each(Object.entries(authorCalls))('%s is for editors of all sections', async (_, call) => {
  const { id, version } = await createAuthor(limited);
  expect(await call(limited, id)).toMatchObject({
    ...forbidden,
    body: { error: expect.stringContaining('all sections') },
  });
  expect((await admin.get(`/api/authors/${id}`)).body.version).toBe(version);
});

test('an author with an account is added by editors of all sections', async () => {
  const { id } = await site.createUser('reporter');
  expect(await limited.form('POST', '/api/authors', { name: 'Bound', user_id: String(id) })).toMatchObject(forbidden);
});

/** Calls that change topics and series, whose stories are in all sections. */
const topicCalls: Record<string, (client: Client) => ReturnType<Client['json']>> = {
  'PUT /api/topics/:id': (client) => client.json('PUT', '/api/topics/1', { name: 'Another', version: 1 }),
  'POST /api/topics/:id/merge': (client) => client.json('POST', '/api/topics/1/merge', { into: 2, version: 1 }),
  'DELETE /api/topics/:id': (client) => client.delete('/api/topics/1?version=1'),
  'POST /api/series': (client) => client.json('POST', '/api/series', { title: 'Another', language: 'en' }),
  'PUT /api/series/:id': (client) =>
    client.json('PUT', '/api/series/1', { title: 'Another', language: 'en', description: '', version: 1 }),
  'DELETE /api/series/:id': (client) => client.delete('/api/series/1?version=1'),
};

test.each(Object.entries(topicCalls))('%s is for editors of all sections', async (_, call) => {
  expect(await call(limited)).toMatchObject({ ...forbidden, body: { error: expect.stringContaining('all sections') } });
});

/** Calls that change what readers see of a public story beside its form. */
const publicStoryCalls: Record<string, (client: Client, id: number, entry: number) => ReturnType<Client['json']>> = {
  'PUT /api/stories/:id/live': (client, id) => client.json('PUT', `/api/stories/${id}/live`, { state: 'running' }),
  'POST /api/stories/:id/live/entries': (client, id) =>
    client.json('POST', `/api/stories/${id}/live/entries`, { text: 'It rains.' }),
  'PUT /api/stories/:id/live/entries/:entry': (client, id, entry) =>
    client.json('PUT', `/api/stories/${id}/live/entries/${entry}`, { text: 'It pours.', version: 1 }),
  'DELETE /api/stories/:id/live/entries/:entry': (client, id, entry) =>
    client.delete(`/api/stories/${id}/live/entries/${entry}`),
  'POST /api/stories/:id/live/entries/:entry/restore': (client, id, entry) =>
    client.send('POST', `/api/stories/${id}/live/entries/${entry}/restore`),
  'POST /api/stories/:id/corrections': (client, id) =>
    client.json('POST', `/api/stories/${id}/corrections`, { kind: 'correction', text: 'On Tuesday.' }),
};

test('what readers see in a section is changed by its editors: live entries and corrections', async () => {
  const places = { inside: health, outside: business };
  for (const [where, place] of Object.entries(places)) {
    const { id } = await storyIn(place, 'published');
    await admin.json('PUT', `/api/stories/${id}/live`, { state: 'running' });
    const { id: entry } = (await admin.json('POST', `/api/stories/${id}/live/entries`, { text: 'It rains.' })).body;
    for (const [name, call] of Object.entries(publicStoryCalls)) {
      const { status } = await call(limited, id, entry);
      expect([name, where, status < 300, status === 403]).toEqual([
        name,
        where,
        where === 'inside',
        where === 'outside',
      ]);
    }
  }
});

/** Calls that change a picture or a file that a public story shows, and their status in its section. */
const mediaCalls: Record<string, [inside: number, (client: Client, media: Media) => ReturnType<Client['json']>]> = {
  'PUT /api/media/pictures/:id': [
    200,
    (client, { picture }) => client.json('PUT', pictureAt(picture), { alt: 'A dam' }),
  ],
  'PUT /api/media/pictures/:id/file': [
    200,
    async (client, { picture }) => client.form('PUT', `${pictureAt(picture)}/file`, { file: await pictureFile() }),
  ],
  'DELETE /api/media/pictures/:id': [409, (client, { picture }) => client.delete(pictureAt(picture))],
  'PUT /api/media/files/:id': [200, (client, { file }) => client.form('PUT', fileAt(file), { title: 'A siren' })],
  'DELETE /api/media/files/:id': [409, (client, { file }) => client.delete(fileAt(file))],
};
interface Media {
  picture: number;
  file: number;
}
const pictureAt = (id: number) => `/api/media/pictures/${id}`;
const fileAt = (id: number) => `/api/media/files/${id}`;

/** A public story of a section with a picture and a file. */
async function mediaIn(place: typeof health): Promise<Media> {
  const { id: picture } = (await admin.form('POST', '/api/media/pictures', { file: await pictureFile() })).body;
  const sound = new File(['ID3 and the rest of a file of sound'], 'siren.mp3');
  const { id: file } = (await admin.form('POST', '/api/media/files', { file: sound })).body;
  await createStory(admin, { ...place, picture_id: picture, news_description: `First.\n\n::audio{id=${file}}` });
  return { picture, file };
}

test('what readers see in a section is changed by its editors: pictures and files', async () => {
  const [inside, outside] = [await mediaIn(health), await mediaIn(business)];
  for (const [name, [status, call]] of Object.entries(mediaCalls)) {
    expect([name, await call(limited, outside)]).toMatchObject([name, forbidden]);
    expect([name, (await call(limited, inside)).status]).toEqual([name, status]);
  }
});

test('every call of the newsroom’s writers is judged here, or is not about a section', () => {
  const judged = [
    ...Object.keys(categoryCalls),
    ...Object.keys(authorCalls),
    ...Object.keys(mediaCalls),
    ...Object.keys(topicCalls),
    ...Object.keys(publicStoryCalls),
    'POST /api/admin',
    'PUT /api/admin/:id',
    'DELETE /api/admin/:id',
    'POST /api/trash/:id/restore',
    'POST /api/stories/:id/revisions/:version/restore',
    'POST /api/stories/bulk',
    'POST /api/stories/bulk/:id/undo',
    'PUT /api/board',
    'PUT /api/stories/:id/places',
  ];
  const others = [
    // Sub-editors may too, with stories of any section.
    'POST /api/stories/:id/comments',
    'PUT /api/stories/:id/assignment',
    'PUT /api/stories/:id/presence',
    'POST /api/stories/:id/preview',
    'PUT /api/working_copies/:copy',
    'DELETE /api/working_copies/:copy',
    'POST /api/checks/links',
    'POST /api/checks/duplicates',
    'POST /api/checks/references',
    // An assignment is no story; what it starts is a draft.
    'POST /api/plan/assignments',
    'PUT /api/plan/assignments/:id',
    'DELETE /api/plan/assignments/:id',
    'POST /api/plan/assignments/:id/story',
    // No story shows it yet.
    'POST /api/media/pictures',
    'POST /api/media/files',
    // A guest for a story of his section.
    'POST /api/authors',
    // The e-paper and submissions have no sections.
    'POST /api/upload-pdf',
    'POST /api/edition-plans',
    'PUT /api/edition-plans/:id',
    'DELETE /api/edition-plans/:id',
    'POST /api/compose/preview',
    'POST /api/compositions',
    'DELETE /api/compositions/:id',
  ];
  const changing = site.calls
    .filter(({ who, method }) => ['writers', 'desk', 'editors'].includes(who) && method !== 'GET')
    .filter(({ path }) => !path.startsWith('/api/editions'))
    .map(({ method, path }) => `${method} ${path}`);
  expect(changing.filter((name) => !judged.includes(name) && !others.includes(name))).toEqual([]);
});
