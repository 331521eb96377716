import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { createStory } from '#test/factories/stories.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { withholdMediaFiles } from './media-files.jobs.ts';

const site = siteForFile();
let editor: Client;
let reporter: Client;
beforeAll(async () => {
  editor = await site.as('editor');
  reporter = await site.as('reporter');
});

// The beginning of a file of each type, followed by bytes that the server does not read.
const heads = {
  'film.mp4': '\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41',
  'film.webm': '\x1aE\xdf\xa3\x9fB\x86\x81\x01B\xf7\x81\x01B\xf2\x81\x04B\xf3\x81\x08B\x82\x84webm',
  'sound.mp3': 'ID3\x04\0\0\0\0\0\0',
  'sound.m4a': '\0\0\0\x20ftypM4A \0\0\0\0M4A mp42isom',
  'sound.ogg': 'OggS\0\x02\0\0\0\0\0\0\0\0',
};
type Name = keyof typeof heads;
const fileOf = (name: string, head = heads[name as Name]) =>
  new File([Buffer.concat([Buffer.from(head, 'latin1'), Buffer.alloc(2000, 'x')])], name);
const upload = (client: Client, name: string, fields: Record<string, string> = {}) =>
  client.form('POST', '/api/media/files', { file: fileOf(name), ...fields });
const inText = ({ id, kind }: { id: number; kind: string }) => ({ news_description: `First.\n\n::${kind}{id=${id}}` });
const path = (url: string) => `/api${url.split('?')[0]}`;

const box = (type: string, ...content: (string | Buffer)[]) => {
  const body = Buffer.concat(content.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
  const header = Buffer.alloc(8);
  header.writeUInt32BE(8 + body.length);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, body]);
};
/** A box whose size takes 64 bits. */
const largeBox = (type: string, content: string) => {
  const header = Buffer.alloc(16);
  header.writeUInt32BE(1);
  header.write(type, 4, 'latin1');
  header.writeBigUInt64BE(BigInt(16 + content.length), 8);
  return Buffer.concat([header, Buffer.from(content)]);
};
const place = '+26.85+080.95/';

describe('works', () => {
  test.each([
    ['film.mp4', 'video', 'video/mp4'],
    ['film.webm', 'video', 'video/webm'],
    ['sound.mp3', 'audio', 'audio/mpeg'],
    ['sound.m4a', 'audio', 'audio/mp4'],
    ['sound.ogg', 'audio', 'audio/ogg'],
  ])('%s is stored as %s and found by words', async (name, kind, type) => {
    const details = { title: `Ferry ${name}`, caption: 'At dawn', credit: 'Asha Rao', licence: 'handout' };
    const { status, body } = await upload(reporter, name, details);
    expect([status, body]).toMatchObject([201, { ...details, kind, type, file_name: name, editable: true }]);
    const { items } = (await editor.get(`/api/media?kind=${kind}&q=ferry+${name}`)).body;
    expect(items.map(({ id }: { id: number }) => id)).toEqual([body.id]);
    const played = await site.visitor.get(`/api${body.url}`, { range: 'bytes=0-9' });
    expect([played.status, played.headers.get('content-type'), played.body.length]).toEqual([206, type, 10]);
  });

  test.each([
    [
      'phone.mp4',
      Buffer.concat([
        box('ftyp', 'isom\0\0\x02\0isommp42'),
        box(
          'moov',
          box('mvhd', 'kept'),
          box('udta', box('\xa9xyz', place)),
          box('trak', box('meta', place), box('udta', place)),
        ),
        largeBox('uuid', `XMP ${place}`),
        box('mdat', 'udta kept'),
        box('moof', box('traf', box('meta', place))),
      ]),
    ],
    [
      'memo.m4a',
      Buffer.concat([box('ftyp', 'mp42\0\0\0\0isommp42'), box('mdat', 'kept'), box('moov', box('udta', place))]),
    ],
    [
      'song.mp3',
      Buffer.from(`ID3\x03\0\x80\0\0\0\x20GEOB\0\0\0\x16\0\0${place.padEnd(22, '\0')}\xff\xfbkept`, 'latin1'),
    ],
  ])('%s is stored without the place where it was made, in its size', async (name, bytes) => {
    expect(bytes.includes(place)).toBe(true);
    const file = new File([bytes], name);
    const { status, body } = await editor.form('POST', '/api/media/files', { file });
    expect([status, body.size_bytes]).toEqual([201, bytes.length]);
    const stored = Buffer.from((await site.visitor.get(`/api${body.url}`)).body);
    expect([stored.length, stored.includes(place), stored.includes('kept')]).toEqual([bytes.length, false, true]);
    // All offsets are as before.
    expect(stored.indexOf('kept')).toBe(bytes.indexOf('kept'));
  });

  test('an M4A with the brand of any MP4 is audio', async () => {
    const file = fileOf('memo.m4a', heads['film.mp4']);
    const { status, body } = await editor.form('POST', '/api/media/files', { file });
    expect([status, body.kind, body.type, body.url]).toEqual([
      201,
      'audio',
      'audio/mp4',
      expect.stringContaining('.m4a?'),
    ]);
  });

  test('a file is public while a public story shows it, by byte ranges', async () => {
    const { body: file } = await upload(editor, 'film.mp4');
    const seen = async () => (await site.visitor.get(path(file.url))).status;
    expect(await seen()).toBe(404);
    const story = await createStory(editor, inText(file));
    const whole = await site.visitor.get(path(file.url));
    expect([whole.status, whole.headers.get('accept-ranges'), whole.body.length]).toEqual([
      200,
      'bytes',
      file.size_bytes,
    ]);
    const part = await site.visitor.get(path(file.url), { range: 'bytes=100-199' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${file.size_bytes}`]);
    expect((await editor.get(`/api/media/files/${file.id}`)).body).toMatchObject({
      public: true,
      used_in: [{ id: story.id, lead: false }],
    });
    await editor.form('PUT', `/api/admin/${story.id}`, { status: 'draft' });
    expect(await seen()).toBe(404);
  });

  test('subtitles are public with their file, and can be taken away', async () => {
    const { body: file } = await upload(editor, 'film.mp4');
    const put = (fields: Record<string, string | File>) => editor.form('PUT', `/api/media/files/${file.id}`, fields);
    const subtitles = new File(['WEBVTT\n\n00:00.000 --> 00:02.000\nA ferry.'], 'film.vtt');
    const { body } = await put({ subtitles, title: 'The ferry' });
    expect(body).toMatchObject({ title: 'The ferry', subtitles_url: expect.stringMatching(/\.vtt\?pass=/) });
    await createStory(editor, inText(file));
    const { status, headers } = await site.visitor.get(path(body.subtitles_url));
    expect([status, headers.get('content-type')]).toEqual([200, 'text/vtt; charset=utf-8']);
    const better = new File(['WEBVTT\n\n00:00.000 --> 00:02.000\nThe ferry.'], 'film.vtt');
    const { body: replaced } = await put({ subtitles: better });
    expect((await site.visitor.get(path(body.subtitles_url))).status).toBe(404);
    const second = await site.visitor.get(path(replaced.subtitles_url));
    expect([second.status, Buffer.from(second.body).toString()]).toEqual([200, expect.stringContaining('The ferry.')]);
    expect(second.headers.get('etag')).not.toBe(headers.get('etag'));
    expect((await put({ remove_subtitles: 'true' })).body.subtitles_url).toBeNull();
    expect((await site.visitor.get(path(replaced.subtitles_url))).status).toBe(404);
  });

  test('a file is withheld by the nightly job if a failure has left it public', async () => {
    const { body: file } = await upload(editor, 'film.mp4');
    const name = file.url.split('?')[0].split('/').at(-1);
    await site.services.files.move(`withheld/${name}`, `open/${name}`);
    await site.services.jobs.send(withholdMediaFiles, {});
    await expect.poll(async () => (await site.visitor.get(path(file.url))).status).toBe(404);
  });

  test('a file lacks a credit, but never an alternative text', async () => {
    const { body: file } = await upload(editor, 'film.mp4');
    const idsOf = async (lacks: string) =>
      (await editor.get(`/api/media?kind=video&lacks=${lacks}`)).body.items.map(({ id }: { id: number }) => id);
    expect(await idsOf('alt')).toEqual([]);
    expect(await idsOf('credit')).toContain(file.id);
  });

  test('a file is deleted once no story uses it', async () => {
    const { body: file } = await upload(editor, 'sound.mp3');
    const story = await createStory(editor, { ...inText(file), status: 'draft' });
    const remove = () => editor.delete(`/api/media/files/${file.id}`);
    expect((await remove()).status).toBe(409);
    await editor.form('PUT', `/api/admin/${story.id}`, { news_description: 'Without it.' });
    expect((await remove()).status).toBe(200);
    expect((await editor.get(path(file.url))).status).toBe(404);
  });
});

describe('refuses', () => {
  test('changes of a file of an approved story, but by editors', async () => {
    const { body: file } = await upload(reporter, 'film.mp4');
    await createStory(editor, { ...inText(file), status: 'approved' });
    expect((await reporter.form('PUT', `/api/media/files/${file.id}`, { title: 'Mine' })).status).toBe(403);
    expect((await editor.form('PUT', `/api/media/files/${file.id}`, { title: 'Checked' })).status).toBe(200);
  });

  test('visitors, readers, and a reporter what is not his', async () => {
    expect((await upload(site.visitor, 'film.mp4')).status).toBe(401);
    expect((await upload(await site.as('reader'), 'film.mp4')).status).toBe(403);
    const { body: file } = await upload(editor, 'film.mp4');
    expect((await reporter.form('PUT', `/api/media/files/${file.id}`, { title: 'Mine' })).status).toBe(403);
    expect((await reporter.delete(`/api/media/files/${file.id}`)).status).toBe(403);
    for (const pass of ['x', new URL(file.url, 'http://host').searchParams.get('pass')?.slice(0, -2)])
      expect((await site.visitor.get(`${path(file.url)}?pass=${pass}`)).status).toBe(404);
  });
});

describe('rejects', () => {
  test('other types, other extensions, no file, and subtitles that are none', async () => {
    const send = (file: File) => editor.form('POST', '/api/media/files', { file });
    const wrong = { status: 415, body: { fields: { file: expect.any(String) } } };
    expect(await send(fileOf('film.mp4', '<html><script>alert(1)</script>'))).toMatchObject(wrong);
    expect(await send(fileOf('film.mkv', '\x1aE\xdf\xa3\x9fB\x82\x88matroska'))).toMatchObject(wrong);
    expect(await send(fileOf('photo.mp4', '\0\0\0\x20ftypheic\0\0\0\0mif1heic'))).toMatchObject(wrong);
    expect(await send(new File([await fileOf('film.mp4').bytes()], 'film.html'))).toMatchObject(wrong);
    expect((await editor.form('POST', '/api/media/files', {})).status).toBe(422);
    const { body: file } = await upload(editor, 'film.mp4');
    const subtitles = new File(['<script>'], 'film.vtt');
    const answer = await editor.form('PUT', `/api/media/files/${file.id}`, { subtitles });
    expect(answer).toMatchObject({ status: 422, body: { fields: { subtitles: expect.any(String) } } });
  });
});
