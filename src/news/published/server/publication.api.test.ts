import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { removeSample } from '#src/news/sample/server/sample.service.ts';
import { purgeTrash } from '#src/news/stories/server/stories.jobs.ts';
import type { Context } from '#src/platform/context.ts';
import { startSite } from '#src/site/site.ts';
import type { Client } from '#test/client.ts';
import { pictureFile } from '#test/factories/pictures.ts';
import { createStory } from '#test/factories/stories.ts';
import { endlessBody, openHostileServer } from '#test/hostile-server.ts';
import { openTestSite, password, type TestSite } from '#test/site.ts';
import { restoreAfterEach } from '#test/site-hooks.ts';
import { notifyHub, sharePicture } from './publication.jobs.ts';
import { shareCard, sharePicturePath } from './share-picture.template.ts';

// A fake WebSub hub that records the notifications it receives.
const sent: string[] = [];
let refusals = 0;
const hub = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  if (refusals > 0) {
    refusals -= 1;
    response.writeHead(500).end();
    return;
  }
  sent.push(body);
  response.writeHead(204).end();
});

let site: TestSite;
let editor: Client;

beforeAll(async () => {
  hub.listen(0, '127.0.0.1');
  await once(hub, 'listening');
  const { port } = hub.address() as AddressInfo; // a TCP server has an AddressInfo
  site = await openTestSite(startSite, inject('postgres'), {
    SITE_URL: 'https://paper.test',
    WEBSUB_HUB: `http://127.0.0.1:${port}/`,
  });
  editor = await site.as('editor');
});
restoreAfterEach(() => site);
afterAll(async () => {
  await site.close();
  hub.close();
});

const cardOf = ({ id, news_title: title, language }: { id: number; news_title: string; language: string }) =>
  sharePicturePath(shareCard(site.services, { id, title, language, category: { name: 'Sports News' } }));
const kept = async (path: string) => {
  const name = path.split('/').at(-1) ?? '';
  return (await site.services.files.find(`share/${name.split('-')[0]}/${name}`)) !== undefined;
};

const sentFor = sql`SELECT (data->>'storyId')::integer AS story FROM jobs.job WHERE name = 'news.share-picture' ORDER BY 1`;
const pinging = async () =>
  (
    await site.db.execute(
      sql`SELECT id FROM jobs.job WHERE name = 'news.tell-hub' AND state IN ('created', 'retry', 'active')`,
    )
  ).rows.length;

describe('works', () => {
  test('a published story gets a share picture that is served as immutable', async () => {
    const story = await createStory(editor, { news_title: 'नगर निगम की क्षमता', language: 'hi' });
    await site.services.jobs.send(sharePicture, { storyId: story.id });
    await expect.poll(() => kept(cardOf(story))).toBe(true);
    const { status, headers, body } = await site.visitor.get(cardOf(story));
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'image/jpeg',
      'public, max-age=31536000, immutable',
    ]);
    const { width, height, format } = await sharp(body).metadata();
    expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: 'jpeg' });
    expect(body.length).toBeLessThan(300_000);
  });

  test('a new headline gets a new picture, drawn on demand, and the old URL redirects to it', async () => {
    const story = await createStory(editor, { news_title: 'First words' });
    expect((await site.visitor.get(cardOf(story))).status).toBe(200);
    const { body } = await editor.form('PUT', `/api/admin/${story.id}`, { news_title: 'Better words' });
    const moved = await site.visitor.get(cardOf(story));
    expect([moved.status, moved.headers.get('location')]).toEqual([302, cardOf(body).split('/').at(-1)]);
    expect((await site.visitor.get(cardOf(body))).status).toBe(200);
    expect(await kept(cardOf(story))).toBe(false);
  });

  test('concurrent first requests share one drawing, with the site name and the story’s language', async () => {
    const story = await createStory(editor, { language: 'hi' });
    const path = cardOf(story);
    const work = vi.spyOn(site.services.workers, 'run');
    const answers = await Promise.all(Array.from({ length: 5 }, () => site.visitor.get(path)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => Buffer.from(body).toString('base64'))).size).toBe(1);
    expect(work.mock.calls.map(([task]) => task)).toEqual(['typeset']);
    work.mockRestore();
    const card = { id: story.id, title: story.news_title, language: 'hi', category: { name: 'Sports News' } };
    expect(shareCard(site.services, card)).toMatchObject({ kicker: 'खेल समाचार', paper: 'News Wing' });
    const chief = await site.visitor.login('/api/admin_login', 'chief@news.test', password);
    await chief.json('PUT', '/api/settings', { values: { 'site.name': 'The Suryanagar Post' } });
    expect(shareCard(site.services, card)).toMatchObject({ paper: 'The Suryanagar Post' });
    expect((await site.visitor.get(path)).headers.get('location')).toBe(cardOf(story).split('/').at(-1));
    await chief.json('PUT', '/api/settings', { values: { 'site.name': null } });
  });

  test('a client above the drawing limit is redirected to the default picture', async () => {
    const story = await createStory(editor);
    await site.db.execute("DELETE FROM rate_limits WHERE key LIKE 'share-drawings:%'");
    expect((await site.visitor.get(cardOf(story))).status).toBe(200);
    await site.db.execute("UPDATE rate_limits SET points = 20 WHERE key LIKE 'share-drawings:%'");
    const another = await createStory(editor);
    const { status, headers } = await site.visitor.get(cardOf(another));
    expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([302, '/share.png', 'no-store']);
    expect((await site.visitor.get(cardOf(story))).status).toBe(200); // already drawn
    await site.db.execute("DELETE FROM rate_limits WHERE key LIKE 'share-drawings:%'");
  });

  test('a picture has variants in three aspect ratios', async () => {
    const story = await createStory(editor, { image: await pictureFile(1500, 1000, 'jpeg') });
    const file = (shape: string) => `/api${story.image_url.replace('.jpg', `-${shape}.jpg`)}`;
    await expect.poll(async () => (await site.visitor.get(file('1x1'))).status).toBe(200);
    const sizes = await Promise.all(
      ['16x9', '4x3', '1x1'].map(async (shape) => {
        const { width, height } = await sharp((await site.visitor.get(file(shape))).body).metadata();
        return [width, height];
      }),
    );
    expect(sizes).toEqual([
      [1200, 675],
      [1200, 900],
      [1000, 1000],
    ]);
  });

  test('the WebSub hub is notified of changed feeds, with retries', async () => {
    const ofHealth = () => sent.filter((body) => body.includes('health'));
    await expect.poll(pinging).toBe(0); // for earlier stories
    refusals = 1;
    await createStory(editor, { news_category: 'Health', news_sub_category: 'Fitness' });
    await expect.poll(() => ofHealth().length).toBe(1);
    expect(refusals).toBe(0);
    const form = new URLSearchParams(ofHealth()[0]);
    expect(form.get('hub.mode')).toBe('publish');
    expect(form.getAll('hub.url')).toEqual(
      ['', 'category/health/'].flatMap((folder) =>
        ['feed.xml', 'atom.xml', 'feed.json'].map((file) => `https://paper.test/${folder}${file}`),
      ),
    );
    await createStory(editor, { news_category: 'Health', news_sub_category: 'Disease', language: 'hi' });
    await expect.poll(() => ofHealth().length).toBe(2);
    const languages = new URLSearchParams(ofHealth()[1]).getAll('hub.url').map((url) => url.includes('/hi/'));
    expect(languages).toEqual([...Array(6).fill(false), ...Array(6).fill(true)]);
    const { headers, body } = await site.visitor.get('/feed.xml');
    expect(headers.get('link')).toMatch(/<http:\/\/127\.0\.0\.1:\d+\/>; rel="hub"/);
    expect(Buffer.from(body).toString()).toContain('rel="hub"');
  });

  test.each([200, 500])('the answer of a WebSub hub with %i is not read', async (status) => {
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    const answer = endlessBody('x'.repeat(65_536), {}, `${status} x`);
    const hub = await openHostileServer((socket, request) => {
      socket.on('close', () => close());
      answer(socket, request);
    });
    onTestFinished(hub.close);
    const { services } = site;
    const config = { ...services.config, websubHub: `http://${hub.host}` };
    const notified = notifyHub.run({ ...services, config, log: { info: () => {} } } as unknown as Context, {
      stories: [],
    });
    await (status === 200 ? notified : expect(notified).rejects.toThrow('500'));
    await closed;
  });

  test('publishing a story queues its share picture, at once or at the scheduled time', async () => {
    const shown = await createStory(editor);
    const due = await createStory(editor, {
      status: 'scheduled',
      publish_at: new Date(Date.now() + 2000).toISOString(),
    });
    const draft = await createStory(editor, { status: 'draft' });
    const sent = async () => {
      const { rows } = await site.db.execute<{ story: number }>(sentFor);
      return rows.map(({ story }) => story).filter((id) => [shown.id, due.id, draft.id].includes(id));
    };
    expect(await sent()).toEqual([shown.id]);
    await expect.poll(sent).toEqual([shown.id, due.id]);
  });

  test('restoring a story or moving it on the board queues its share picture, but not for a draft', async () => {
    const [story, draft] = [await createStory(editor), await createStory(editor, { status: 'draft' })];
    const sent = async () => {
      const { rows } = await site.db.execute<{ story: number }>(sentFor);
      return rows.filter(({ story: id }) => [story.id, draft.id].includes(id)).length;
    };
    for (const { id } of [story, draft]) {
      await editor.delete(`/api/admin/${id}`);
      await editor.json('POST', `/api/trash/${id}/restore`, {});
    }
    expect(await sent()).toBe(2);
    const moved = { sections: [{ category: 'India', ids: [story.id] }] };
    await editor.json('PUT', '/api/board', moved);
    expect(await sent()).toBe(3);
    await editor.json('PUT', '/api/board', moved); // unchanged
    expect(await sent()).toBe(3);
  });

  test.each([
    ['the trash', sql`deleted_at = now() - interval '31 days'`, (ctx: Context) => purgeTrash.run(ctx, {})],
    ['the sample edition', sql`sample = true`, removeSample],
  ])('a story from %s is deleted together with its share picture, or neither is', async (_, change, remove) => {
    const { id } = await createStory(editor);
    const picture = `share/${id}/card.jpg`;
    await site.services.files.put(picture, Buffer.from('JPEG'), 'image/jpeg');
    await site.db.execute(sql`UPDATE stories SET ${change} WHERE id = ${id}::integer`);
    const ctx = site.services as Context; // no other field is used
    const removeAll = () => Promise.reject(new Error('The disk does not answer'));
    await expect(remove({ ...ctx, files: { ...ctx.files, removeAll } })).rejects.toThrow('The disk does not answer');
    await remove(ctx);
    expect(await ctx.files.find(picture)).toBeUndefined();
    expect((await site.db.execute(sql`SELECT FROM stories WHERE id = ${id}::integer`)).rows).toEqual([]);
  });
});

describe('refuses', () => {
  test('to draw or serve share pictures of stories that are not public', async () => {
    const draft = await createStory(editor, { status: 'draft' });
    expect((await editor.get(cardOf(draft))).status).toBe(404);
    const story = await createStory(editor);
    await editor.delete(`/api/admin/${story.id}`);
    expect((await site.visitor.get(cardOf(story))).status).toBe(404);
  });
});

describe('rejects', () => {
  test.each([
    'x.jpg',
    '1.jpg',
    `${'9'.repeat(12)}-0123456789abcdef.jpg`,
    '1-0123456789abcdef.png',
    '999999-0123456789abcdef.jpg',
    '..%2F..%2Fauth',
  ])('%s', async (name) => {
    expect((await site.visitor.get(`/api/share/${name}`)).status).toBe(404);
  });
});
