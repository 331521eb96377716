import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { stories } from '#src/news/schema/server/stories.tables.ts';
import type { Context } from '#src/platform/context.ts';
import { addDays } from '#src/rules/calendar.rules.ts';
import type { Client } from '#test/client.ts';
import { pictureFile } from '#test/factories/pictures.ts';
import { createStory, storyFields } from '#test/factories/stories.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { syncPictureVisibility } from './picture-files.service.ts';
import { sweepPictures, withholdPictures } from './pictures.jobs.ts';

const site = siteForFile();
let editor: Client;
let reporter: Client;
beforeAll(async () => {
  editor = await site.as('editor');
  reporter = await site.as('reporter');
});

const photo = async (name = 'photo.png', width = 800, height = 600) =>
  new File([await (await pictureFile(width, height)).bytes()], name, { type: 'image/png' });

/** Uploads a picture to the library. */
async function add(client: Client, fields: Record<string, string | number> = {}, name?: string) {
  const answer = await client.form('POST', '/api/media/pictures', { file: await photo(name), ...fields });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}
const list = async (client: Client, query = '') => (await client.get(`/api/media?${query}`)).body;
const idsOf = async (client: Client, query = '') =>
  (await list(client, query)).items.map(({ id }: { id: number }) => id);
const get = (client: Client, id: number) => client.get(`/api/media/pictures/${id}`);
const put = (client: Client, id: number, change: object) => client.json('PUT', `/api/media/pictures/${id}`, change);
const replace = async (client: Client, id: number, file: File) =>
  client.form('PUT', `/api/media/pictures/${id}/file`, { file });
const remove = (client: Client, id: number) => client.delete(`/api/media/pictures/${id}`);
const uploads = (image: string) => site.visitor.get(`/api/static/uploads/${image}`);
const nameIn = (url: string) => /[a-f0-9]{32}/.exec(url)?.[0] ?? '';

const details = {
  alt: 'A ferry leaves the harbour at dawn',
  caption: 'The first ferry',
  credit: 'Asha Rao / News Wing',
  licence: 'cc-by',
  licence_name: 'CC BY 4.0',
  source: 'https://pictures.example/ferry',
  focus_x: 20,
  focus_y: 70,
};

describe('a picture of the library', () => {
  test('is stored with what is stated about it, withheld, and found by words', async () => {
    const item = await add(reporter, details, 'DSC_0042.png');
    expect(item).toMatchObject({
      ...details,
      kind: 'picture',
      file_name: 'DSC_0042.png',
      width: 800,
      height: 600,
      original_url: null,
      public: false,
      editable: true,
    });
    expect((await site.visitor.get(`/api${item.url}`)).status).toBe(200);
    expect((await uploads(`${nameIn(item.url)}.jpg`)).status).toBe(404);
    for (const q of ['FERRY dawn', 'asha', 'dsc_0042', 'pictures.example first', 'CC 4.0'])
      expect([q, await idsOf(reporter, `q=${encodeURIComponent(q)}`)]).toEqual([q, [item.id]]);
    expect(await idsOf(reporter, 'q=ferry+dusk')).toEqual([]);
    expect(await idsOf(editor, 'q=%25')).toEqual([]);
  });

  test('lists those without an alternative text, without a credit and without a story, page by page', async () => {
    const bare = (await add(editor)).id;
    const used = (await add(editor, { alt: 'A tram' })).id;
    await createStory(editor, { picture_id: used });
    const [first, second] = [await list(editor, 'limit=1'), await idsOf(editor, 'limit=100')];
    expect(first.items).toHaveLength(1);
    const next = await list(editor, `limit=100&cursor=${first.next}`);
    expect([first.items[0].id, ...next.items.map(({ id }: { id: number }) => id)]).toEqual(second);
    expect(await idsOf(editor, 'lacks=alt')).toContain(bare);
    expect(await idsOf(editor, 'lacks=alt')).not.toContain(used);
    expect(await idsOf(editor, 'lacks=credit')).toEqual(expect.arrayContaining([bare, used]));
    expect(await idsOf(editor, 'unused=true')).toContain(bare);
    expect(await idsOf(editor, 'unused=true')).not.toContain(used);
  });

  test('keeps a larger original, upright and without its place, for the newsroom', async () => {
    const large = sharp({ create: { width: 5000, height: 2500, channels: 3, background: '#334455' } });
    const gps = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '26/1 51/1 0/1' } };
    const taken = await large.withExif(gps).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const file = new File([new Uint8Array(taken)], 'phone.jpg');
    const { body } = await editor.form('POST', '/api/media/pictures', { file });
    expect(body).toMatchObject({ width: 1600, height: 3200 });
    const { body: original } = await site.visitor.get(`/api${body.original_url}`);
    const { width, height, exif } = await sharp(original).metadata();
    expect({ width, height, exif }).toEqual({ width: 2048, height: 4096, exif: undefined });
    await createStory(editor, { picture_id: body.id });
    expect((await uploads(`${nameIn(body.url)}.jpg`)).status).toBe(200);
    expect((await uploads(`${nameIn(body.url)}-original.jpg`)).status).toBe(404);
    expect((await site.visitor.get(`/api${body.original_url.split('?')[0]}`)).status).toBe(404);
  });

  test('is not swept away without a story', async () => {
    const { id } = await add(editor);
    const now = () => addDays(site.services.now(), 3);
    await sweepPictures.run({ ...site.services, now } as Context, {});
    const { status, body } = await get(editor, id);
    expect([status, (await site.visitor.get(`/api${body.url}`)).status]).toEqual([200, 200]);
  });

  test('gives a story its caption and focal point, where the story states none', async () => {
    const { id } = await add(editor, details);
    const story = await createStory(editor, { picture_id: id });
    expect(story).toMatchObject({ image_caption: details.caption, image_focus_x: 20, image_focus_y: 70 });
    expect(story.image_url).toBe(`/static/uploads/${story.image}`);
    const own = { picture_id: id, image_caption: 'Own', image_focus_x: 5, image_focus_y: 6 };
    expect(await createStory(editor, own)).toMatchObject({ image_caption: 'Own', image_focus_x: 5, image_focus_y: 6 });
    const other = await createStory(editor, { image: await pictureFile() });
    const { body } = await editor.form('PUT', `/api/admin/${other.id}`, { picture_id: id });
    expect(body).toMatchObject({ image: story.image, image_caption: details.caption, image_focus_x: 20 });
  });

  test('is public while a public story shows it, as its lead or in its text', async () => {
    const [lead, inText] = [await add(editor), await add(editor)];
    const files = [`${nameIn(lead.url)}.jpg`, `${nameIn(inText.url)}.jpg`];
    const seen = async () => Promise.all(files.map(async (file) => (await uploads(file)).status));
    const news_description = `Before.\n\n:::gallery\n::picture[One]{id=${inText.id}}\n:::\n\nAfter.`;
    const story = await createStory(editor, { picture_id: lead.id, news_description, status: 'draft' });
    expect(await seen()).toEqual([404, 404]);
    const change = (fields: Record<string, string>) => editor.form('PUT', `/api/admin/${story.id}`, fields);
    await change({ status: 'published' });
    expect(await seen()).toEqual([200, 200]);
    expect((await get(editor, inText.id)).body).toMatchObject({
      public: true,
      used_in: [{ id: story.id, lead: false, status: 'published', trashed: false }],
      more_uses: 0,
    });
    await change({ news_description: 'Without it.' });
    expect(await seen()).toEqual([200, 404]);
    await editor.delete(`/api/admin/${story.id}`);
    expect(await seen()).toEqual([404, 404]);
    await editor.send('POST', `/api/trash/${story.id}/restore`);
    expect(await seen()).toEqual([200, 404]);
  });

  test('is replaced everywhere under its id, with all its sizes', async () => {
    const item = await add(editor, details);
    const story = await createStory(editor, { picture_id: item.id });
    const before = story.image;
    const answer = await replace(editor, item.id, await photo('better.png', 1000, 500));
    expect(answer).toMatchObject({
      status: 200,
      body: { ...details, id: item.id, file_name: 'better.png', width: 1000 },
    });
    const { body: now } = await site.visitor.get(`/api/admin/${story.id}`);
    expect(now.image).not.toBe(before);
    expect(now.version).toBe(story.version);
    const small = now.image.replace('.jpg', '-480.webp');
    await expect.poll(async () => (await uploads(small)).status).toBe(200);
    const { width } = await sharp((await uploads(now.image)).body).metadata();
    expect(width).toBe(1000);
    // Pages that are open show the former file, but no longer than the story is public.
    expect((await uploads(before)).status).toBe(200);
    await editor.form('PUT', `/api/admin/${story.id}`, { status: 'draft' });
    expect([(await uploads(before)).status, (await uploads(now.image)).status]).toEqual([404, 404]);
    await editor.form('PUT', `/api/admin/${story.id}`, { status: 'published' });
    expect([(await uploads(before)).status, (await uploads(now.image)).status]).toEqual([404, 200]);
  });

  test('is withheld by the nightly job if a failure has left it public, also without a story', async () => {
    const { url } = await add(editor);
    const file = `${nameIn(url)}.jpg`;
    await site.services.files.move(`withheld/${file}`, `open/${file}`);
    await site.services.jobs.send(withholdPictures, {});
    await expect.poll(async () => (await uploads(file)).status).toBe(404);
  });

  test('can be given to two stories at once', async () => {
    const { id } = await add(editor);
    const texts = await Promise.all([createStory(editor), createStory(editor)]);
    const both = Promise.withResolvers<void>();
    let waiting = 0;
    const give = (story: number) =>
      site.db.transaction(async (tx) => {
        await tx.update(stories).set({ pictureId: id }).where(eq(stories.id, story));
        waiting += 1;
        if (waiting === 2) both.resolve();
        await both.promise;
        await syncPictureVisibility(site.services, tx, [id]);
      });
    await Promise.all(texts.map((story) => give(story.id)));
    expect((await get(editor, id)).body.used_in).toHaveLength(2);
  });

  test('is deleted with its files once no story uses it', async () => {
    const item = await add(editor);
    const story = await createStory(editor, { picture_id: item.id, status: 'draft' });
    expect(await remove(editor, item.id)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('story') },
    });
    await editor.form('PUT', `/api/admin/${story.id}`, { remove_image: 'true' });
    // The first version of the story still has it.
    expect((await remove(editor, item.id)).status).toBe(200);
    expect((await get(editor, item.id)).status).toBe(404);
    const { body } = await editor.get(`/api/stories/${story.id}/revisions/1`);
    expect((await site.visitor.get(`/api${body.image_url}`)).status).toBe(200);
    const other = await add(editor);
    expect((await remove(editor, other.id)).status).toBe(200);
    expect((await site.visitor.get(`/api${other.url}`)).status).toBe(404);
  });
});

describe('refuses', () => {
  test('visitors, readers and those who do not write', async () => {
    for (const role of ['reader', 'accountant', 'reviewer'] as const)
      expect((await (await site.as(role)).get('/api/media')).status).toBe(403);
    expect((await site.visitor.get('/api/media')).status).toBe(401);
  });

  test('a reporter changes of pictures that he has not uploaded, and of those that readers see', async () => {
    const [own, other] = [await add(reporter), await add(editor)];
    expect((await put(reporter, own.id, { alt: 'Mine' })).status).toBe(200);
    for (const answer of [
      await put(reporter, other.id, { alt: 'Not mine' }),
      await replace(reporter, other.id, await photo()),
      await remove(reporter, other.id),
    ])
      expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    await createStory(editor, { picture_id: own.id });
    expect((await get(reporter, own.id)).body).toMatchObject({ public: true, editable: false });
    expect((await put(reporter, own.id, { alt: 'Now public' })).status).toBe(403);
    expect((await put(await site.as('sub_editor'), own.id, { alt: 'Now public' })).status).toBe(403);
    expect((await put(editor, own.id, { alt: 'Now public' })).status).toBe(200);
  });

  test('a reporter the pictures of unpublished stories of others', async () => {
    const draft = await createStory(editor, { status: 'draft', image: await pictureFile() });
    const [{ id }] = (await list(editor)).items;
    expect((await get(editor, id)).body.used_in).toMatchObject([{ id: draft.id, lead: true }]);
    expect((await get(reporter, id)).status).toBe(404);
    expect(await idsOf(reporter)).not.toContain(id);
    const theirs = await reporter.form('POST', '/api/admin', storyFields({ status: 'draft', picture_id: id }));
    expect(theirs).toMatchObject({ status: 422, body: { fields: { image: expect.any(String) } } });
  });
});

describe('rejects', () => {
  test('what is no picture, is broken, is missing, or is too large', async () => {
    const send = (file?: File) => editor.form('POST', '/api/media/pictures', file ? { file } : {});
    const svg = new File(['<svg onload="alert(1)"/>'], 'upload.png', { type: 'image/png' });
    expect(await send(svg)).toMatchObject({ status: 415, body: { fields: { file: expect.any(String) } } });
    const cut = new File([(await (await photo()).bytes()).slice(0, 900)], 'cut.png');
    expect(await send(cut)).toMatchObject({ status: 422, body: { fields: { file: expect.any(String) } } });
    expect(await send()).toMatchObject({ status: 422, body: { fields: { file: expect.any(String) } } });
    const huge = new File([new Uint8Array(21 * 1024 * 1024)], 'huge.png');
    expect(await send(huge)).toMatchObject({ status: 413, body: { fields: { file: expect.any(String) } } });
  });

  test('statements that are too long or unknown, and a story with a picture that does not exist', async () => {
    const { id } = await add(editor);
    expect((await put(editor, id, { alt: 'a'.repeat(501) })).status).toBe(422);
    expect((await put(editor, id, { licence: 'mine' })).status).toBe(422);
    expect((await put(editor, id, { focus_x: 101 })).status).toBe(422);
    expect((await put(editor, 2_000_000_000, { alt: 'None' })).status).toBe(404);
    const unknown = await editor.form('POST', '/api/admin', storyFields({ picture_id: 2_000_000_000 }));
    expect(unknown).toMatchObject({ status: 422, body: { fields: { image: expect.any(String) } } });
    expect((await editor.get('/api/media?cursor=x')).status).toBe(400);
  });
});
