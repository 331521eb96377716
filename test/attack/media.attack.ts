// Attacks on the media library: files that are not what they claim, and reporters who use the pictures of others.
import { beforeAll, expect } from 'vitest';
import type { Client } from '../client.ts';
import { hugeHeaders, interlacedPng } from '../factories/hostile-pictures.ts';
import { pictureFile } from '../factories/pictures.ts';
import { createStory, storyFields } from '../factories/stories.ts';
import { siteForFile } from '../site-for-file.ts';
import { attack } from './attack.ts';

const site = siteForFile();
let editor: Client;
let reporter: Client;
beforeAll(async () => {
  [editor, reporter] = [await site.as('editor'), await site.as('reporter')];
});

const film = '\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41';
const script = '<script>alert(document.domain)</script>';
const fileOf = (text: string, name: string, type = 'video/mp4') =>
  new File([Buffer.from(text.padEnd(2000), 'latin1')], name, { type });
const send = (file: File, fields: Record<string, string> = {}, client = reporter) =>
  client.form('POST', '/api/media/files', { file, ...fields });
const sendPicture = (file: File, fields: Record<string, string> = {}, client = reporter) =>
  client.form('POST', '/api/media/pictures', { file, ...fields });
const counted = (statuses: number[]) => [...new Set(statuses)].join(' ');

attack('names of files of the library that are paths, headers or markup', async ({ refused, honest }) => {
  const names = [
    '../../../../tmp/evil.mp4',
    '..\\..\\evil.mp4',
    'evil\r\nSet-Cookie: a=b\r\n.mp4',
    '.evil\0.png\u202e4pm.mp4',
    `<img src=x onerror=alert(1)>.mp4`,
    `${'long '.repeat(200)}.mp4`,
  ];
  for (const name of names) {
    const { status, body, headers } = await send(fileOf(film, name));
    expect([name, status, headers.get('set-cookie')]).toEqual([name, 201, null]);
    expect(body.url).toMatch(/^\/media\/play\/[a-f0-9]{32}\.mp4\?pass=/);
    expect(body.file_name.length).toBeLessThanOrEqual(255);
    expect(body.file_name).not.toMatch(/[\r\n\0]/);
  }
  refused('stored under names of our own');
  for (const path of ['..%2f..%2fsecrets%2fauth', 'x'.repeat(24), `${'a'.repeat(24)}.html`, '%00.mp4'])
    expect((await site.visitor.get(`/api/media/play/${path}`)).status).toBeGreaterThanOrEqual(400);
  const plain = await send(fileOf(film, 'ferry.mp4'));
  expect(plain.body.file_name).toBe('ferry.mp4');
  honest('201, under its own name');
});

attack('pages, archives and pictures with the name and the type of a film', async ({ refused, honest }) => {
  const wrong: [string, string][] = [
    [`<!doctype html>${script}`, 'film.mp4'],
    [`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`, 'film.webm'],
    ['PK\x03\x04', 'film.mp4'],
    ['%PDF-1.7', 'sound.mp3'],
    ['MZ\x90\0', 'sound.ogg'],
    ['\0\0\0\x20ftypheic\0\0\0\0mif1heic', 'film.mp4'],
    ['\x1aE\xdf\xa3\x9fB\x82\x88matroska', 'film.webm'],
    [film, 'film.html'],
    [film, 'film.mp4.svg'],
    ['', 'film.mp4'],
  ];
  const statuses: number[] = [];
  for (const [text, name] of wrong) statuses.push((await send(fileOf(text, name))).status);
  expect(statuses).toEqual(wrong.map(() => 415));
  const asPicture = await sendPicture(fileOf(film, 'film.png', 'image/png'));
  const asFilm = await send(await pictureFile());
  expect([asPicture.status, asFilm.status]).toEqual([415, 415]);
  refused(counted(statuses));
  expect((await send(fileOf(film, 'ferry.mp4'))).status).toBe(201);
  honest('201');
});

attack('a film that is a page as well, and subtitles with markup', async ({ refused, honest }) => {
  const { body: file } = await send(fileOf(`${film}${script}`, 'both.mp4', 'text/html'));
  const subtitles = new File([`WEBVTT\n\n00:00.000 --> 00:09.000\n${script}`], 'film.vtt', { type: 'text/html' });
  const { body } = await reporter.form('PUT', `/api/media/files/${file.id}`, { subtitles });
  const types: (string | null)[] = [];
  for (const url of [body.url, body.subtitles_url]) {
    const { status, headers } = await site.visitor.get(`/api${url}`);
    expect([status, headers.get('x-content-type-options')]).toEqual([200, 'nosniff']);
    expect(headers.get('content-security-policy')).toContain('sandbox');
    types.push(headers.get('content-type'));
  }
  expect(types).toEqual(['video/mp4', 'text/vtt; charset=utf-8']);
  refused('never a page');
  // A picture is encoded again, so nothing of what was added to it remains.
  const png = await (await pictureFile()).bytes();
  const { body: picture } = await sendPicture(new File([png, script], 'both.png', { type: 'text/html' }));
  const shown = await site.visitor.get(`/api${picture.url}`);
  expect([shown.headers.get('content-type'), Buffer.from(shown.body).includes('<script>')]).toEqual([
    'image/jpeg',
    false,
  ]);
  honest('image/jpeg');
});

attack('small files that would take much memory or time', async ({ refused, honest }) => {
  const bombs = [interlacedPng(10_000, 10_000), ...Object.values(hugeHeaders).map((file) => file())];
  const statuses: number[] = [];
  for (const bomb of bombs) statuses.push((await sendPicture(bomb)).status);
  expect(statuses).toEqual(bombs.map(() => 422));
  // More boxes than any film has, and a box with an end before its beginning.
  const boxes = Buffer.alloc(8 * 200_001);
  for (let at = 0; at < boxes.length; at += 8) boxes.write('\0\0\0\x08free', at, 'latin1');
  const many = await send(new File([Buffer.from(film, 'latin1'), boxes], 'boxes.mp4'));
  expect(many.status).toBe(415);
  const endless = await send(fileOf(`${film}\0\0\0\x04moov\0\0\0\x01udta`, 'endless.mp4'));
  expect(endless.status).toBe(201);
  refused(counted([...statuses, many.status]));
  expect((await sendPicture(await pictureFile(3000, 2000))).status).toBe(201);
  honest('201');
});

attack('files of nothing but tags, and boxes each in the one before', async ({ refused, honest }) => {
  const tag = 'ID3\x04\0\0\0\0\0\0';
  const sound = (tags: number) => new File([Buffer.from(`${tag.repeat(tags)}\xff\xfb`, 'latin1')], 'sound.mp3');
  const nested = (boxes: number) => {
    const bytes = Buffer.alloc(8 * boxes, '\0\0\0\0moov', 'latin1');
    for (let at = 0; at < bytes.length; at += 8) bytes.writeUInt32BE(bytes.length - at, at);
    return new File([Buffer.from(film, 'latin1'), bytes], 'nested.mp4');
  };
  const files = [sound(50_000), sound(11), nested(200_001)];
  const statuses: number[] = [];
  for (const file of files) statuses.push((await send(file)).status);
  expect(statuses).toEqual(files.map(() => 415));
  refused(counted(statuses));
  expect([(await send(sound(10))).status, (await send(nested(10))).status]).toEqual([201, 201]);
  honest('201');
});

attack('texts that are too long, and ranges beyond all bounds', async ({ refused, honest }) => {
  const { body: file } = await send(fileOf(film, 'ferry.mp4'));
  const fields = ['title', 'alt', 'caption', 'credit', 'licence', 'licence_name', 'source', 'focus_x'];
  const statuses: number[] = [];
  for (const name of fields) {
    const long = { [name]: 'x'.repeat(10_000) };
    statuses.push((await send(fileOf(film, 'ferry.mp4'), long)).status);
    statuses.push((await sendPicture(await pictureFile(), long)).status);
    statuses.push((await reporter.form('PUT', `/api/media/files/${file.id}`, long)).status);
  }
  expect(counted(statuses)).toBe('422');
  const size: number = file.size_bytes;
  const ask = async (range: string) => (await site.visitor.get(`/api${file.url}`, { range })).status;
  for (const range of [`bytes=${size}-`, `bytes=9-1`, 'bytes=-0', `bytes=${'9'.repeat(400)}-`])
    expect([range, await ask(range)]).toEqual([range, 416]);
  for (const range of [`bytes=${'0-,'.repeat(1000)}0-`, 'bytes=--1', 'lines=1-2', `bytes=-${'9'.repeat(400)}`])
    expect([range, [200, 206].includes(await ask(range))]).toEqual([range, true]);
  refused(`${counted(statuses)}; 416`);
  expect(await ask('bytes=0-9')).toBe(206);
  honest('206');
});

attack('a reporter at the pictures and films of others', async ({ refused, honest }) => {
  const draft = await createStory(editor, { status: 'draft', image: await pictureFile() });
  const [hidden] = (await editor.get('/api/media?limit=1')).body.items;
  expect(hidden.url).toContain(draft.image);
  const { body: listed } = await sendPicture(await pictureFile(), {}, editor);
  const { body: films } = await send(fileOf(film, 'ferry.mp4'), {}, editor);
  // He names the picture in a draft of his own, in its text and in a working copy, and looks at the preview.
  const text = `First.\n\n::picture{id=${hidden.id}}`;
  const { body: own } = await reporter.form(
    'POST',
    '/api/admin',
    storyFields({ status: 'draft', news_description: text }),
  );
  const { pass } = (await reporter.get(`/api/stories/${own.id}/preview`)).body;
  const preview = `/api/stories/${own.id}/preview/picture?pass=${pass}&picture=`;
  const file = await pictureFile();
  const statuses = [
    (await reporter.get(`/api/media/pictures/${hidden.id}`)).status,
    (await reporter.get(`${preview}${hidden.id}`)).status,
    (await reporter.form('POST', '/api/admin', storyFields({ status: 'draft', picture_id: hidden.id }))).status,
    (await reporter.json('PUT', `/api/media/pictures/${hidden.id}`, { alt: 'Mine' })).status,
    (await reporter.form('PUT', `/api/media/pictures/${hidden.id}/file`, { file })).status,
    (await reporter.json('PUT', `/api/media/pictures/${listed.id}`, { alt: 'Mine' })).status,
    (await reporter.form('PUT', `/api/media/pictures/${listed.id}/file`, { file })).status,
    (await reporter.delete(`/api/media/pictures/${listed.id}`)).status,
    (await reporter.form('PUT', `/api/media/files/${films.id}`, { title: 'Mine' })).status,
    (await reporter.delete(`/api/media/files/${films.id}`)).status,
  ];
  expect(statuses).toEqual([404, 404, 422, 404, 404, 403, 403, 403, 403, 403]);
  // The signature of one file opens no other, and no visitor has one.
  const signature = new URL(listed.url, 'http://host').search;
  for (const url of [hidden.url, films.url].map((it: string) => it.split('?')[0]))
    for (const query of ['', signature]) expect((await site.visitor.get(`/api${url}${query}`)).status).toBe(404);
  refused(counted(statuses));
  const { body: mine } = await sendPicture(await pictureFile());
  expect((await reporter.json('PUT', `/api/media/pictures/${mine.id}`, { alt: 'Mine' })).status).toBe(200);
  honest('200');
});
