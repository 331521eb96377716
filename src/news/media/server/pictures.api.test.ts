import { readdir } from 'node:fs/promises';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { publishDueStories } from '#src/news/stories/server/stories.jobs.ts';
import type { Client } from '#test/client.ts';
import { pictureFile } from '#test/factories/pictures.ts';
import { createStory, storyFields } from '#test/factories/stories.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { withholdPictures } from './pictures.jobs.ts';

const site = siteForFile();
let editor: Client;
beforeAll(async () => {
  editor = await site.as('editor');
});

describe('a picture', () => {
  test('is stored upright without EXIF data and served publicly as immutable', async () => {
    const photo = sharp({ create: { width: 2400, height: 1600, channels: 3, background: '#334455' } });
    const gps = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '26/1 51/1 0/1' } };
    const taken = await photo.withExif(gps).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect((await sharp(taken).metadata()).exif).toBeDefined();
    const { image_url } = await createStory(editor, { image: new File([new Uint8Array(taken)], 'upload.png') });
    const { status, headers, body } = await site.visitor.get(`/api${image_url}`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('image/jpeg');
    expect(headers.get('cache-control')).toContain('immutable');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const { format, width, height, exif } = await sharp(body).metadata();
    expect({ format, width, height, exif }).toEqual({ format: 'jpeg', width: 1600, height: 2400, exif: undefined });
  });

  test('gets smaller variants from a background job', async () => {
    const { image } = await createStory(editor, { image: await pictureFile(1000, 500) });
    const name = image.replace('.jpg', '');
    for (const width of [320, 480, 768, 960])
      for (const format of ['webp', 'avif'])
        await expect
          .poll(async () => (await site.visitor.get(`/api/static/uploads/${name}-${width}.${format}`)).status)
          .toBe(200);
    expect((await site.visitor.get(`/api/static/uploads/${name}-1280.webp`)).status).toBe(404);
  });

  test('is checked by its content, not by its file name', async () => {
    const text = new File(['<svg onload="alert(1)"/>'], 'upload.png', { type: 'image/png' });
    const answer = await editor.form('POST', '/api/admin', storyFields({ image: text }));
    expect(answer).toMatchObject({ status: 415, body: { code: 'wrong_type', fields: { image: expect.any(String) } } });
  });

  test('is rejected with the extension of another type, and accepted without one', async () => {
    const bytes = await (await pictureFile(300, 200, 'jpeg')).bytes();
    const send = (name: string) =>
      editor.form('POST', '/api/admin', storyFields({ image: new File([bytes], name, { type: 'image/jpeg' }) }));
    expect(await send('upload.pdf')).toMatchObject({ status: 415, body: { fields: { image: expect.any(String) } } });
    expect((await send('upload.png')).status).toBe(201);
    expect((await send('blob')).status).toBe(201);
  });

  test('that is truncated is rejected with the reason', async () => {
    const whole = await (await pictureFile(800, 600, 'jpeg')).bytes();
    const answer = await editor.form(
      'POST',
      '/api/admin',
      storyFields({ image: new File([whole.slice(0, 900)], 'upload.png') }),
    );
    expect(answer).toMatchObject({ status: 422, body: { error: 'The picture could not be read; it may be damaged.' } });
  });

  test('with too many pixels is rejected before it is decoded', async () => {
    const bomb = await pictureFile(10_000, 6_000);
    expect(bomb.size).toBeLessThan(2_000_000);
    const answer = await editor.form('POST', '/api/admin', storyFields({ image: bomb }));
    expect(answer).toMatchObject({
      status: 422,
      body: { error: 'The picture has too many pixels (more than 50 million).' },
    });
  });

  test('that is too large is rejected during the upload and leaves no file', async () => {
    const huge = new File([new Uint8Array(21 * 1024 * 1024)], 'upload.png');
    const answer = await editor.form('POST', '/api/admin', storyFields({ image: huge }));
    expect(answer).toMatchObject({ status: 413, body: { code: 'too_large', error: 'The file is larger than 20 MB.' } });
    const admin = await site.as('admin');
    const allow = (megabytes: number | null) =>
      admin.json('PUT', '/api/settings', { values: { 'news.picture_megabytes': megabytes } });
    await allow(1);
    const large = new File([new Uint8Array(2 * 1024 * 1024)], 'upload.png');
    const again = await editor.form('POST', '/api/admin', storyFields({ image: large }));
    expect(again).toMatchObject({ status: 413, body: { error: 'The file is larger than 1 MB.' } });
    await allow(null);
    await expect.poll(() => readdir(`${site.dataDir}/receiving`)).toEqual([]);
  });

  test.each(['../../secrets/auth', 'receiving', 'a.svg', '%2e%2e%2fsecrets%2fauth'])(
    'at %s is not found',
    async (path) => {
      expect((await site.visitor.get(`/api/static/uploads/${path}`)).status).toBe(404);
    },
  );

  test('returns 304 if the client has it cached, and 404 if it does not exist', async () => {
    await site.services.files.put('open/kept.webp', Buffer.from('bytes'), 'image/webp');
    const get = (name: string, known: string) =>
      site.visitor.get(`/api/static/uploads/${name}`, { 'if-none-match': known });
    expect((await get('kept.webp', '"other"')).status).toBe(200);
    expect((await get('kept.webp', '"other", W/"kept.webp"')).status).toBe(304);
    expect((await get('gone.webp', '"gone.webp"')).status).toBe(404);
    expect((await get('gone.webp', '*')).status).toBe(404);
  });
});

describe('the picture of a story that is not public', () => {
  const uploads = (name: string) => `/api/static/uploads/${name}`;
  const made = (name: string) =>
    expect.poll(() => site.services.files.find(`withheld/${name.replace('.jpg', '-320.avif')}`)).toBeDefined();
  const change = (id: number, fields: Record<string, string | Blob>) => editor.form('PUT', `/api/admin/${id}`, fields);
  const seen = async (name: string) =>
    Promise.all(
      [
        name,
        name.replace('.jpg', '-320.webp'),
        name.replace('.jpg', '-320.avif'),
        name.replace('.jpg', '-1x1.jpg'),
      ].map(async (file) => (await site.visitor.get(uploads(file))).status),
    );

  test('is visible to editors only, by a signed URL that expires', async () => {
    const draft = await createStory(editor, { status: 'draft', image: await pictureFile(700, 500) });
    expect(draft.image_url).toMatch(/^\/drafts\/pictures\/[a-f0-9]{32}\.jpg\?pass=/);
    expect((await site.visitor.get(uploads(draft.image))).status).toBe(404);
    const shown = await site.visitor.get(`/api${draft.image_url}`);
    expect([shown.status, shown.headers.get('content-type'), shown.headers.get('cache-control')]).toEqual([
      200,
      'image/jpeg',
      'no-store',
    ]);
    const [path = '', pass = ''] = draft.image_url.split('?');
    expect((await editor.get(`/api${path}`)).status).toBe(200);
    for (const client of [site.visitor, await site.as('reader')])
      expect((await client.get(`/api${path}`)).status).toBe(404);
    expect((await site.visitor.get(`/api${path}?pass=x`)).status).toBe(404);
    const other = await createStory(editor, { status: 'draft', image: await pictureFile() });
    expect((await site.visitor.get(`/api${other.image_url.split('?')[0]}?${pass}`)).status).toBe(404);
    site.advance(16 * 60_000);
    expect((await site.visitor.get(`/api${draft.image_url}`)).status).toBe(404);
  });

  test('is published and withheld together with the story, including all variants', async () => {
    const { id, image } = await createStory(editor, { status: 'draft', image: await pictureFile(700, 500) });
    await made(image);
    expect(await seen(image)).toEqual([404, 404, 404, 404]);
    expect((await change(id, { status: 'published' })).body.image_url).toBe(`/static/uploads/${image}`);
    expect(await seen(image)).toEqual([200, 200, 200, 200]);
    expect((await change(id, { status: 'draft' })).body.image_url).toMatch(/^\/drafts\//);
    expect(await seen(image)).toEqual([404, 404, 404, 404]);
    await change(id, { status: 'published' });
    await editor.delete(`/api/admin/${id}`);
    expect(await seen(image)).toEqual([404, 404, 404, 404]);
    expect((await editor.json('POST', `/api/trash/${id}/restore`, {})).body.image_url).toBe(`/static/uploads/${image}`);
    expect(await seen(image)).toEqual([200, 200, 200, 200]);
  });

  test('becomes public when the scheduled story is published', async () => {
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const { id, image } = await createStory(editor, {
      status: 'scheduled',
      publish_at: at,
      image: await pictureFile(),
    });
    expect((await site.visitor.get(uploads(image))).status).toBe(404);
    site.advance(2 * 3_600_000);
    await site.services.jobs.send(publishDueStories, {});
    // The file first: a reader of the story must not miss it.
    await expect.poll(async () => (await site.visitor.get(`/api/admin/${id}`)).status).toBe(200);
    expect((await site.visitor.get(uploads(image))).status).toBe(200);
  });

  test('is withheld at once if another picture replaces it', async () => {
    const { id, image } = await createStory(editor, { image: await pictureFile() });
    expect((await site.visitor.get(uploads(image))).status).toBe(200);
    const { body } = await change(id, { image: await pictureFile(500, 400) });
    expect((await site.visitor.get(uploads(body.image))).status).toBe(200);
    expect((await site.visitor.get(uploads(image))).status).toBe(404);
  });

  test('is withheld by the nightly job if a failure has left it public', async () => {
    const { image } = await createStory(editor, { status: 'draft', image: await pictureFile() });
    await site.services.files.move(`withheld/${image}`, `open/${image}`);
    expect((await site.visitor.get(uploads(image))).status).toBe(200);
    await site.services.jobs.send(withholdPictures, {});
    await expect.poll(async () => (await site.visitor.get(uploads(image))).status).toBe(404);
  });
});
