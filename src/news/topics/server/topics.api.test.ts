import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { createStory } from '#test/factories/stories.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { maxTopics } from '../topics.rules.ts';

const site = siteForFile();
let editor: Client;
beforeAll(async () => {
  editor = await site.as('editor');
});

let count = 0;
/** A topic name that no other test has. */
const newName = (name: string) => {
  count += 1;
  return `${name} ${count}`;
};
const findTopic = async (name: string) => {
  const { body } = await editor.get(`/api/topics/usage?q=${encodeURIComponent(name)}`);
  return body.find((topic: { name: string }) => topic.name === name);
};
const story = async (id: number) => (await editor.get(`/api/admin/${id}`)).body;
const slugsOf = async (id: number) => (await story(id)).topics.map(({ slug }: { slug: string }) => slug);

const createSeries = async () =>
  (await editor.json('POST', '/api/series', { title: newName('Series'), language: 'en' })).body;

describe('topics of a story', () => {
  test('are stored in their order; a name with the same slug is the same topic', async () => {
    const name = newName('Monsoon');
    const first = await createStory(editor, { topics: `${name}, Ferries` });
    expect(first.topics).toEqual([
      { name, slug: name.toLowerCase().replace(' ', '-') },
      { name: 'Ferries', slug: 'ferries' },
    ]);
    const second = await createStory(editor, { topics: name.toUpperCase() });
    expect(second.topics).toEqual([first.topics[0]]);
    expect((await findTopic(name)).stories).toBe(2);
  });

  test('stay with another field, end with an empty one, and come back with an old version', async () => {
    const { id } = await createStory(editor, { topics: 'Harbour, Ferries' });
    await editor.form('PUT', `/api/admin/${id}`, { news_title: 'Another title' });
    expect(await slugsOf(id)).toEqual(['harbour', 'ferries']);
    await editor.form('PUT', `/api/admin/${id}`, { topics: '' });
    expect(await slugsOf(id)).toEqual([]);
    const { version } = await story(id);
    const { status } = await editor.json('POST', `/api/stories/${id}/revisions/2/restore`, { version });
    expect(status).toBe(200);
    expect(await slugsOf(id)).toEqual(['harbour', 'ferries']);
  });

  test('stay when a version from before there were topics is restored', async () => {
    const { id, series_part, series } = await createStory(editor, {
      topics: 'Harbour',
      series: (await createSeries()).slug,
    });
    await site.change(
      sql`UPDATE story_revisions SET fields = fields - 'topics' - 'series' - 'series_part' WHERE story_id = ${id}`,
    );
    await editor.form('PUT', `/api/admin/${id}`, { news_title: 'Another title' });
    const { status, body } = await editor.json('POST', `/api/stories/${id}/revisions/1/restore`, { version: 2 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ topics: [{ slug: 'harbour' }], series, series_part });
  });

  test('reporters add them too', async () => {
    const reporter = await site.as('reporter');
    const name = newName('Wells');
    const { body } = await reporter.form('POST', '/api/admin', {
      news_title: 'Wells run dry',
      news_category: 'India',
      news_sub_category: 'States',
      topics: name,
    });
    expect(body.topics).toMatchObject([{ name }]);
  });

  test.each([
    ['too many', Array.from({ length: maxTopics + 1 }, (_, n) => `T${n}`).join()],
    ['a name that is too long', 'x'.repeat(61)],
    ['a name with a slash', 'Rivers/Lakes'],
  ])('rejects %s', async (_, topics) => {
    const { id, version } = await createStory(editor);
    const { status, body } = await editor.form('PUT', `/api/admin/${id}`, { topics, version });
    expect(status).toBe(422);
    expect(body.fields.topics).toEqual(expect.any(String));
    expect((await story(id)).version).toBe(version);
  });
});

describe('renaming and merging', () => {
  test('a renamed topic keeps its stories, and its old address and old name lead to it', async () => {
    const name = newName('Old name');
    const { id } = await createStory(editor, { topics: name });
    const topic = await findTopic(name);
    const { status, body } = await editor.json('PUT', `/api/topics/${topic.id}`, {
      name: newName('New name'),
      description: 'All about it.',
      version: topic.version,
    });
    expect([status, body.version]).toEqual([200, 2]);
    expect(await slugsOf(id)).toEqual([body.slug]);
    const later = await createStory(editor, { topics: name });
    expect(later.topics).toEqual([{ name: body.name, slug: body.slug }]);
    const feed = await site.visitor.get(`/topic/${topic.slug}/feed.xml`);
    expect([feed.status, feed.headers.get('location')]).toEqual([301, `/topic/${body.slug}/feed.xml`]);
  });

  test('a merged topic gives its stories, its name and its address to the other; other stories keep theirs', async () => {
    const [from, into] = [newName('Boats'), newName('Ferries')];
    const one = await createStory(editor, { topics: `Water, ${from}` });
    const both = await createStory(editor, { topics: `${from}, ${into}` });
    const bystander = await createStory(editor, { topics: 'Water' });
    const [old, target] = [await findTopic(from), await findTopic(into)];
    const { status } = await editor.json('POST', `/api/topics/${old.id}/merge`, {
      into: target.id,
      version: old.version,
    });
    expect(status).toBe(200);
    expect(await slugsOf(one.id)).toEqual(['water', target.slug]);
    expect(await slugsOf(both.id)).toEqual([target.slug]);
    expect(await slugsOf(bystander.id)).toEqual(['water']);
    // The version is the same: a form that was open still saves.
    expect((await story(one.id)).version).toBe(one.version);
    const saved = await editor.form('PUT', `/api/admin/${one.id}`, {
      topics: `Water, ${from}, Tides`,
      version: one.version,
    });
    expect(saved.body.topics.map(({ slug }: { slug: string }) => slug)).toEqual(['water', target.slug, 'tides']);
    const { body } = await editor.get(`/api/stories/${both.id}/events`);
    expect(body.events[0]).toMatchObject({ action: 'story.changed', details: { fields: ['topics'], from, to: into } });
  });

  test('stories that are saved while their topic is merged all end with the other topic', async () => {
    const [from, into] = [newName('Canals'), newName('Rivers')];
    const made = await Promise.all(Array.from({ length: 6 }, () => createStory(editor, { topics: from })));
    await createStory(editor, { topics: into });
    const [old, target] = [await findTopic(from), await findTopic(into)];
    const merge = editor.json('POST', `/api/topics/${old.id}/merge`, { into: target.id, version: old.version });
    const saves = made.map(({ id, version }) =>
      editor.form('PUT', `/api/admin/${id}`, { news_title: `Saved ${id}`, topics: `${from}, Water`, version }),
    );
    const replies = await Promise.all([merge, ...saves]);
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    for (const { id } of made) expect(await slugsOf(id)).toEqual([target.slug, 'water']);
    expect(await findTopic(from)).toBeUndefined();
  });

  test('a deleted topic leaves its stories', async () => {
    const name = newName('Gone');
    const { id } = await createStory(editor, { topics: `Water, ${name}` });
    const { id: topicId, version } = await findTopic(name);
    expect((await editor.delete(`/api/topics/${topicId}?version=${version}`)).status).toBe(200);
    expect(await slugsOf(id)).toEqual(['water']);
    expect(await findTopic(name)).toBeUndefined();
  });

  test('a deleted topic does not come back from a form that was open, but is added again later', async () => {
    const name = newName('Gone for now');
    const { id, version } = await createStory(editor, { topics: `Water, ${name}` });
    const topic = await findTopic(name);
    await editor.delete(`/api/topics/${topic.id}?version=${topic.version}`);
    const topics = `Water, ${name}, Tides`;
    const saved = await editor.form('PUT', `/api/admin/${id}`, { topics, version });
    expect(saved.status).toBe(200);
    expect(await slugsOf(id)).toEqual(['water', 'tides']);
    expect(await findTopic(name)).toBeUndefined();
    await editor.form('PUT', `/api/admin/${id}`, { topics, version: version + 1 });
    expect(await slugsOf(id)).toEqual(['water', topic.slug, 'tides']);
  });

  test('a new name of a topic is no change of its stories: two editors do not touch', async () => {
    const name = newName('Renamed');
    const { id, version } = await createStory(editor, { topics: name });
    const topic = await findTopic(name);
    const other = newName('Called so now');
    await editor.json('PUT', `/api/topics/${topic.id}`, { name: other, version: topic.version });
    await editor.form('PUT', `/api/admin/${id}`, { news_title: 'By another editor', topics: other, version });
    const saved = await editor.form('PUT', `/api/admin/${id}`, { topics: `${name.toUpperCase()}, Tides`, version });
    expect(saved).toMatchObject({ status: 200, body: { news_title: 'By another editor' } });
    expect(saved.body.topics).toMatchObject([{ name: other }, { slug: 'tides' }]);
  });

  test('rejects outdated versions, names that are taken or empty, and a merge into itself', async () => {
    const [name, other] = [newName('Taken'), newName('Other')];
    await createStory(editor, { topics: `${name}, ${other}` });
    const { id, version } = await findTopic(name);
    const put = (body: object) => editor.json('PUT', `/api/topics/${id}`, { version, ...body });
    expect((await put({ name: other })).status).toBe(409);
    expect((await put({ name: ' ' })).status).toBe(422);
    expect((await put({ name: 'Two, names' })).status).toBe(422);
    expect((await put({ name, version: version + 1 })).status).toBe(409);
    expect((await editor.json('POST', `/api/topics/${id}/merge`, { into: id, version })).status).toBe(422);
    expect((await editor.json('POST', `/api/topics/${id}/merge`, { into: 999_999, version })).status).toBe(404);
    expect(await findTopic(name)).toMatchObject({ id, version });
  });

  test('refuses visitors, readers and reporters', async () => {
    const name = newName('Guarded');
    await createStory(editor, { topics: name });
    const { id, version } = await findTopic(name);
    for (const [client, status] of [
      [site.visitor, 401],
      [await site.as('reader'), 403],
      [await site.as('reporter'), 403],
    ] as const) {
      expect((await client.json('PUT', `/api/topics/${id}`, { name, version })).status).toBe(status);
      expect((await client.delete(`/api/topics/${id}?version=${version}`)).status).toBe(status);
      expect((await client.json('POST', '/api/series', { title: 'Mine', language: 'en' })).status).toBe(status);
    }
    expect((await site.visitor.get('/api/topics')).status).toBe(401);
    expect((await findTopic(name)).version).toBe(version);
  });
});

describe('series', () => {
  test('a story without a number is the next part; a deleted series leaves its stories', async () => {
    const title = newName('The river');
    const { status, body: series } = await editor.json('POST', '/api/series', { title, language: 'en' });
    expect(status).toBe(201);
    const first = await createStory(editor, { series: series.slug, series_part: 4 });
    const second = await createStory(editor, { series: series.slug });
    expect([first.series_part, second.series_part]).toEqual([4, 5]);
    expect(second.series).toEqual({ title, slug: series.slug });
    const listed = (await editor.get('/api/series')).body.find(({ id }: { id: number }) => id === series.id);
    expect(listed.stories).toBe(2);
    const changed = await editor.json('PUT', `/api/series/${series.id}`, { ...series, title: 'The river, again' });
    expect(changed.body).toMatchObject({ slug: series.slug, title: 'The river, again', version: 2 });
    expect((await editor.json('PUT', `/api/series/${series.id}`, series)).status).toBe(409);
    expect((await editor.delete(`/api/series/${series.id}?version=2`)).status).toBe(200);
    expect(await story(first.id)).toMatchObject({ series: null, series_part: null });
  });

  test('a part without a number stays what it is, and two new ones get two numbers', async () => {
    const { slug } = await createSeries();
    const first = await createStory(editor, { series: slug });
    const saved = await editor.form('PUT', `/api/admin/${first.id}`, { series_part: '', version: first.version });
    expect(saved.body.series_part).toBe(1);
    const made = await Promise.all(Array.from({ length: 4 }, () => createStory(editor, { series: slug })));
    expect(made.map(({ series_part }) => series_part).toSorted()).toEqual([2, 3, 4, 5]);
  });

  test('a form is saved whose series was deleted while it was open', async () => {
    const series = await createSeries();
    const { id, version } = await createStory(editor, { series: series.slug });
    expect((await editor.delete(`/api/series/${series.id}?version=1`)).status).toBe(200);
    const form = { series: series.slug, series_part: '1', version };
    const saved = await editor.form('PUT', `/api/admin/${id}`, { news_title: 'Typed meanwhile', ...form });
    expect(saved).toMatchObject({ status: 200, body: { news_title: 'Typed meanwhile', series: null } });
    const again = await editor.form('PUT', `/api/admin/${id}`, { news_title: 'And by another', ...form });
    expect(again.status).toBe(409); // both have changed the title
    const merged = await editor.form('PUT', `/api/admin/${id}`, { image_caption: 'The river', ...form });
    expect(merged).toMatchObject({ status: 200, body: { image_caption: 'The river', series: null } });
  });

  test('rejects an unknown series, a wrong part and a title that is taken', async () => {
    const unknown = await editor.form('POST', '/api/admin', {
      news_title: 'Lost',
      news_category: 'India',
      news_sub_category: 'States',
      series: 'no-such-series',
    });
    expect(unknown).toMatchObject({ status: 422, body: { fields: { series: expect.any(String) } } });
    const { id } = await createStory(editor);
    const wrong = await editor.form('PUT', `/api/admin/${id}`, { series_part: 'last' });
    expect(wrong).toMatchObject({ status: 422, body: { fields: { series_part: expect.any(String) } } });
    const title = newName('Twice');
    await editor.json('POST', '/api/series', { title, language: 'en' });
    expect((await editor.json('POST', '/api/series', { title, language: 'en' })).status).toBe(409);
    expect((await editor.json('POST', '/api/series', { title: 'X', language: 'xx' })).status).toBe(422);
  });
});
