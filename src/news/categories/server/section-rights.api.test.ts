// What a limited editor may do with stories inside and outside of his sections: every call that changes one.
import { beforeAll, describe, expect, test } from 'vitest';
import { type StoryStatus, storyStatuses } from '#src/news/schema/story-fields.contract.ts';
import { mayChange, mayMove } from '#src/news/stories/story-states.rules.ts';
import { hourMs } from '#src/rules/calendar.rules.ts';
import type { Client } from '#test/client.ts';
import {
  business,
  type CategoryOfSite,
  createLimitedEditor,
  forbidden,
  health,
} from '#test/factories/limited-editor.ts';
import { createStory } from '#test/factories/stories.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
let admin: Client;
let limited: Client;
let categories: CategoryOfSite[];
beforeAll(async () => {
  ({ admin, limited, categories } = await createLimitedEditor(site));
});

const categoryId = (name: string) => categories.find((category) => category.name === name)?.id as number;
const inFuture = () => new Date(Date.now() + hourMs).toISOString();

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
