import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { translator } from '#src/messages/server-catalogue.ts';
import { getLatest, getStoryPage } from '#src/news/published/server/reading.service.ts';
import type { AspectRatio } from '#src/news/schema/aspect-ratios.rules.ts';
import { getPreview } from '#src/newsroom/story-form/server/previews.service.ts';
import type { Context } from '#src/platform/context.ts';
import type { Client } from '#test/client.ts';
import { greenShare, pictureFile, pictureWithSubject } from '#test/factories/pictures.ts';
import { createStory, storyFields } from '#test/factories/stories.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { shapePath } from '../picture-shapes.rules.ts';

const site = siteForFile();
let editor: Client;
let colleague: Client;
beforeAll(async () => {
  [editor, colleague] = [await site.as('editor'), await site.as('editor')];
});

const point = (x: number | string, y: number | string) => ({ image_focus_x: x, image_focus_y: y });
const change = (id: number, fields: Record<string, string | number | Blob>, client = editor) =>
  client.form('PUT', `/api/admin/${id}`, fields);
const reader = () =>
  ({ ...site.services, actor: { role: 'visitor' }, language: 'en', text: translator('en') }) as Context;

describe('the focal point', () => {
  test('is the centre unless it is sent, and stays when other fields change', async () => {
    expect(await createStory(editor)).toMatchObject(point(50, 50));
    const story = await createStory(editor, { image: await pictureFile(), ...point('12', 80.4) });
    expect(story).toMatchObject(point(12, 80));
    expect((await change(story.id, { news_title: 'Moved on' })).body).toMatchObject(point(12, 80));
    expect((await change(story.id, { image_focus_y: 0 })).body).toMatchObject(point(12, 0));
  });

  test('is the centre again for another picture, unless it is sent with it', async () => {
    const story = await createStory(editor, { image: await pictureFile(), ...point(12, 80) });
    expect((await change(story.id, { image: await pictureFile(), ...point(90, 10) })).body).toMatchObject(
      point(90, 10),
    );
    expect((await change(story.id, { image: await pictureFile() })).body).toMatchObject(point(50, 50));
    await change(story.id, point(1, 2));
    expect((await change(story.id, { remove_image: 'true' })).body).toMatchObject(point(50, 50));
  });

  test('of each language version is its own', async () => {
    const story = await createStory(editor, { image: await pictureFile(), ...point(12, 80) });
    const version = await createStory(editor, { language: 'hi', version_of: story.id, image: await pictureFile() });
    expect(version).toMatchObject(point(50, 50));
    await change(version.id, point(5, 5));
    expect((await editor.get(`/api/admin/${story.id}`)).body).toMatchObject(point(12, 80));
  });

  test.each([
    ['no token', () => site.visitor, 401],
    ['a reader', () => site.as('reader'), 403],
  ])('is refused from %s', async (_, client, status) => {
    const story = await createStory(editor);
    expect((await change(story.id, point(1, 1), await client())).status).toBe(status);
    expect((await editor.get(`/api/admin/${story.id}`)).body).toEqual(story);
  });

  test.each(['101', '-1', 'NaN', 'left', '', ' ', '1e3'])('is rejected as %j, in each field', async (value) => {
    const story = await createStory(editor);
    for (const field of ['image_focus_x', 'image_focus_y']) {
      const sentence = 'Please enter a number from 0 to 100.';
      const rejected = { status: 422, body: { code: 'invalid', error: sentence, fields: { [field]: sentence } } };
      expect(await editor.form('POST', '/api/admin', storyFields({ [field]: value }))).toMatchObject(rejected);
      expect(await change(story.id, { [field]: value })).toMatchObject(rejected);
    }
    expect((await editor.get(`/api/admin/${story.id}`)).body).toEqual(story);
  });

  test('is rejected when it is too long', async () => {
    const answer = await editor.form('POST', '/api/admin', storyFields({ image_focus_x: '0'.repeat(21) }));
    expect(answer).toMatchObject({ status: 422, body: { fields: { image_focus_x: expect.any(String) } } });
  });
});

describe('in the history', () => {
  test('a revision is restored with its picture and its focal point', async () => {
    const story = await createStory(editor, { image: await pictureFile(), ...point(12, 80) });
    await change(story.id, { image: await pictureFile(), ...point(90, 10) });
    const restore = (version: number, base: number) =>
      editor.json('POST', `/api/stories/${story.id}/revisions/${version}/restore`, { version: base });
    expect((await restore(1, 2)).body).toMatchObject({ image: story.image, ...point(12, 80) });
    // As an earlier release has stored it.
    await site.db.execute(sql`UPDATE story_revisions SET fields = fields - 'image_focus_x' - 'image_focus_y'
      WHERE story_id = ${story.id}::integer AND version = 2`);
    expect((await editor.get(`/api/stories/${story.id}/revisions/2`)).body.fields).toMatchObject(point(50, 50));
    expect((await restore(2, 3)).body).toMatchObject(point(50, 50));
  });

  test('a change of the point names its fields', async () => {
    const story = await createStory(editor);
    await change(story.id, { image_focus_x: 20 });
    const { events } = (await editor.get(`/api/stories/${story.id}/events`)).body;
    expect(events[0]).toMatchObject({ action: 'story.changed', details: { fields: ['image_focus_x'] } });
  });
});

describe('changes of two editors', () => {
  const begin = async () => createStory(editor, { image: await pictureFile(), ...point(20, 20) });
  const save = (id: number, fields: Record<string, string | number | Blob>, client = editor) =>
    change(id, { version: 1, ...fields }, client);

  test('are merged if only one has moved the point', async () => {
    const { id } = await begin();
    await save(id, point(70, 20), colleague);
    expect(await save(id, { news_title: 'Mine', ...point(20, 20) })).toMatchObject({
      status: 200,
      body: { news_title: 'Mine', ...point(70, 20) },
    });
  });

  test('conflict if both have moved it, whichever number each has changed', async () => {
    const { id } = await begin();
    await save(id, { image_focus_x: 70 }, colleague);
    expect(await save(id, { image_focus_y: 90 })).toMatchObject({
      status: 409,
      body: { current: point(70, 20), base: point(20, 20) },
    });
  });

  test('leave the point with the picture that it belongs to', async () => {
    const first = await begin();
    await save(first.id, point(70, 70), colleague);
    expect((await save(first.id, { image: await pictureFile() })).body).toMatchObject(point(50, 50));
    const second = await begin();
    await save(second.id, { image: await pictureFile() }, colleague);
    expect((await save(second.id, point(70, 70))).body).toMatchObject(point(50, 50));
  });
});

test('a working copy keeps the point, and the preview shows it', async () => {
  const story = await createStory(editor, { status: 'draft', image: await pictureFile(), ...point(20, 20) });
  const { pass } = (await editor.get(`/api/stories/${story.id}/preview`)).body;
  const focus = async () => (await getPreview(reader(), story.id, pass)).story.picture?.objectPosition;
  expect(await focus()).toBe('20% 20%');
  const copy = randomUUID();
  const typed = { story: story.id, version: 1, seen: 0, writer: randomUUID(), ...point(33, 66) };
  expect((await editor.form('PUT', `/api/working_copies/${copy}`, typed)).status).toBe(200);
  expect((await editor.get(`/api/working_copies/${copy}`)).body.fields).toMatchObject(point('33', '66'));
  expect(await focus()).toBe('33% 66%');
});

describe('for readers', () => {
  test('cards, stories and search results have the point only where it is not the centre', async () => {
    const [set, plain] = [
      await createStory(editor, { news_title: 'Wagtail here', image: await pictureFile(), ...point(12, 80) }),
      await createStory(editor, { news_title: 'Wagtail there', image: await pictureFile() }),
    ];
    const { cards } = await getLatest(reader());
    const pictureOf = (id: number) => cards.find((card) => card.id === id)?.picture;
    expect(pictureOf(set.id)).toMatchObject({ objectPosition: '12% 80%' });
    expect(pictureOf(plain.id)).not.toHaveProperty('objectPosition');
    const page = await getStoryPage(reader(), plain.id);
    expect(page.related.find(({ id }) => id === set.id)?.picture?.objectPosition).toBe('12% 80%');
    expect((await getStoryPage(reader(), set.id)).picture?.objectPosition).toBe('12% 80%');
    const { results } = (await site.visitor.get('/api/search?q=wagtail')).body;
    const found = (id: number) => results.find((result: { id: number }) => result.id === id);
    expect(found(set.id).focus).toEqual({ x: 12, y: 80 });
    expect(found(plain.id)).not.toHaveProperty('focus');
  });

  test('the share picture shows the photograph around the point, with another address for another point', async () => {
    const story = await createStory(editor, { image: await pictureWithSubject() });
    const share = async () => {
      const { sharePicture } = await getStoryPage(reader(), story.id);
      // A redirect to the site's picture while it takes long to draw.
      const poll = expect.poll(() => site.visitor.get(sharePicture), { timeout: 60_000, interval: 500 });
      await poll.toMatchObject({ status: 200 });
      const { body } = await site.visitor.get(sharePicture);
      return { sharePicture, green: await greenShare(body) };
    };
    const before = await share();
    expect(before.green).toBeLessThan(0.0001);
    await change(story.id, point(50, 3));
    const after = await share();
    // The whole square.
    expect(after.green).toBeCloseTo((120 * 120) / (1000 * 1000 * (630 / 1200)), 2);
    expect(after.sharePicture).not.toBe(before.sharePicture);
  });

  test('search engines get crops around the point, of public stories only', async () => {
    const story = await createStory(editor, { image: await pictureWithSubject(), ...point(50, 3) });
    const { sharePicture } = await getStoryPage(reader(), story.id);
    const crop = (shape: string) => site.visitor.get(shapePath(sharePicture, shape as AspectRatio));
    const sizes = { '16x9': [1000, 563], '4x3': [1000, 750], '1x1': [1000, 1000] };
    for (const [shape, size] of Object.entries(sizes))
      for (const _ of ['made', 'stored']) {
        const { status, body } = await crop(shape);
        expect(status).toBe(200);
        const { width, height } = await sharp(body).metadata();
        expect([width, height]).toEqual(size);
        expect(await greenShare(body)).toBeGreaterThan(0.01);
      }
    expect((await crop('3x2')).status).toBe(404);
    await change(story.id, point(50, 50));
    const { sharePicture: now } = await getStoryPage(reader(), story.id);
    const moved = await crop('1x1');
    expect([moved.status, moved.headers.get('location')]).toEqual([302, shapePath(now, '1x1').split('/').at(-1)]);
    await editor.delete(`/api/admin/${story.id}`);
    expect((await crop('1x1')).status).toBe(404);
    const small = await createStory(editor, { image: await pictureFile(700, 400), ...point(1, 1) });
    const drawn = (await getStoryPage(reader(), small.id)).sharePicture;
    expect((await site.visitor.get(shapePath(drawn, '1x1'))).status).toBe(404);
  });

  test('a picture that is too small to be enlarged is not shared', async () => {
    const story = await createStory(editor, { image: await pictureFile(700, 400) });
    const address = async () => (await getStoryPage(reader(), story.id)).sharePicture;
    const before = await address();
    expect(before).toMatch(/^\/api\/share\//);
    await change(story.id, { remove_image: 'true' });
    expect(await address()).toBe(before);
  });
});
